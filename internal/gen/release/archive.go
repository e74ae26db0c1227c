package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// entry is one file of an archive.
type entry struct {
	name string
	data []byte
	mode int64
}

// command builds the command for one system and writes its archive and its list of parts.
func (b *build) command(out, target string) error {
	system, arch, ok := strings.Cut(target, "/")
	if !ok {
		return fmt.Errorf("a target is SYSTEM/ARCHITECTURE")
	}
	binary, suffix := "vitrine", ".tar.gz"
	if system == "windows" {
		binary, suffix = "vitrine.exe", ".zip"
	}
	file := filepath.Join(b.src, "dist", system+"-"+arch, binary)
	env := []string{"GOOS=" + system, "GOARCH=" + arch, "CGO_ENABLED=0"}
	if _, err := b.in(b.src, env, "go", "build", "-buildvcs=true", "-trimpath", "-ldflags=-s -w", "-o", file, "."); err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	programs := []program{{".", env}, browser("wasm/pwa")} // the page is inside the command
	papers, err := b.papers(programs)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("vitrine-%s-%s-%s", b.version, system, arch)
	entries := append([]entry{{name + "/" + binary, data, 0o755}}, papers.under(name)...)
	write := b.tarball
	if suffix == ".zip" {
		write = b.zip
	}
	if err := write(filepath.Join(out, name+suffix), entries); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, name+".cdx.json"), papers.bom, 0o644)
}

// pack writes a built folder as an archive, all of it below one folder, with the papers of the programs in it.
func (b *build) pack(out, name, below, dir string, programs ...program) error {
	papers, err := b.papers(programs)
	if err != nil {
		return err
	}
	entries := papers.under(below)
	root := filepath.Join(b.src, dir)
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		full := path.Join(below, filepath.ToSlash(rel))
		for _, e := range entries {
			if e.name == full { // the folder's own README is the better one
				return nil
			}
		}
		entries = append(entries, entry{full, data, 0o644})
		return nil
	})
	if err != nil {
		return fmt.Errorf("packing %s: %w", dir, err)
	}
	if err := b.tarball(filepath.Join(out, name), entries); err != nil {
		return err
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(name, ".tgz"), ".tar.gz")
	return os.WriteFile(filepath.Join(out, stem+".cdx.json"), papers.bom, 0o644)
}

// tarball writes entries with the commit's time and nobody's name.
func (b *build) tarball(file string, entries []entry) error {
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, e := range entries {
		if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: e.name, Size: int64(len(e.data)), Mode: e.mode, ModTime: b.when, Format: tar.FormatPAX}); err != nil {
			return err
		}
		if _, err := t.Write(e.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, buf.Bytes(), 0o644)
}

func (b *build) zip(file string, entries []entry) error {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: b.when}
		h.SetMode(fs.FileMode(e.mode))
		w, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := w.Write(e.data); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, buf.Bytes(), 0o644)
}
