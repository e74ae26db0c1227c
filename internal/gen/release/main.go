// Command release writes what people install into a folder: an archive for every system with the command and the page inside, the
// package for JS apps and the page as files, each with the list of what it is made of, and the checksums of all.
//
//	go run ./internal/gen/release [-out dist/release] [-targets linux/amd64,...] [-twice]
//
// It builds in a fresh clone of the commit that is checked out, so that nothing else gets in, and every byte follows from that
// commit and the Go version: times are the commit's, orders are sorted, paths are trimmed. With -twice it builds all of it a second
// time, in another folder and from an empty build cache, and fails on a byte that differs.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const everywhere = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	out := flag.String("out", "dist/release", "folder for the release; what is in it is replaced")
	targets := flag.String("targets", everywhere, "the systems to build for, comma-separated")
	twice := flag.Bool("twice", false, "build a second time from an empty cache, and compare")
	deps := flag.String("deps", "", "only write the table of dependencies to this file")
	flag.Parse()
	if err := run(*out, *deps, strings.Split(*targets, ","), *twice); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(out, deps string, targets []string, twice bool) error {
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	b, err := clone(root, filepath.Join(work, "src"), "")
	if err != nil {
		return err
	}
	if deps != "" {
		return b.dependencies(filepath.Join(root, deps))
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	sums, err := b.release(out, targets)
	if err != nil {
		return err
	}
	fmt.Print(sums)
	if !twice {
		return nil
	}
	cache := filepath.Join(work, "cache")
	again, err := clone(root, filepath.Join(work, "again", "elsewhere"), cache)
	if err != nil {
		return err
	}
	second, err := again.release(filepath.Join(work, "second"), targets)
	if err != nil {
		return fmt.Errorf("building a second time: %w", err)
	}
	if second != sums {
		return fmt.Errorf("the second build differs:\n%s", second)
	}
	fmt.Println("built twice, every byte the same")
	return nil
}

// build is one clean checkout and what it says about itself.
type build struct {
	root, src string
	cache     string // GOCACHE, or "" for the user's
	version   string // as in the names of files: 1.2.3, or 0.0.0-<time>-<commit>
	when      time.Time
}

// clone makes a checkout of the commit that root stands at.
func clone(root, src, cache string) (*build, error) {
	b := &build{root: root, src: src, cache: cache}
	if _, err := b.in(root, nil, "git", "clone", "-q", "--no-hardlinks", root, src); err != nil {
		return nil, err
	}
	head, err := b.in(root, nil, "git", "rev-parse", "HEAD")
	if err != nil {
		return nil, err
	}
	if _, err := b.in(src, nil, "git", "-c", "advice.detachedHead=false", "checkout", "-q", head); err != nil {
		return nil, err
	}
	stamp, err := b.in(src, nil, "git", "show", "-s", "--format=%ct", "HEAD")
	if err != nil {
		return nil, err
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("reading the commit's time: %w", err)
	}
	b.when = time.Unix(seconds, 0).UTC()
	tag, err := b.in(src, nil, "git", "tag", "--points-at", "HEAD", "--list", "v[0-9]*")
	if err != nil {
		return nil, err
	}
	if b.version = strings.TrimPrefix(tag, "v"); tag == "" {
		b.version = "0.0.0-" + b.when.Format("20060102150405") + "-" + head[:12] // as Go calls it
	}
	// What was packed well is found again by its content: it follows from the bytes alone.
	packed := filepath.Join(root, "dist", "packed")
	if err := os.MkdirAll(packed, 0o755); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(src, "dist"), 0o755); err != nil {
		return nil, err
	}
	return b, os.Symlink(packed, filepath.Join(src, "dist", "packed"))
}

// in runs a command in a folder, with more environment, and gives what it prints without the last line break.
func (b *build) in(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), env...)
	if b.cache != "" {
		cmd.Env = append(cmd.Env, "GOCACHE="+b.cache)
	}
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// release builds everything into a folder and gives the checksums, a line a file, sorted.
func (b *build) release(out string, targets []string) (string, error) {
	if err := os.RemoveAll(out); err != nil {
		return "", err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return "", err
	}
	if _, err := b.in(b.src, nil, "make", "-s", "build", "npm", "QUALITY=11"); err != nil {
		return "", err
	}
	for _, target := range targets {
		if err := b.command(out, target); err != nil {
			return "", fmt.Errorf("%s: %w", target, err)
		}
	}
	if err := b.pack(out, "vitrine-artifactkit-"+b.version+".tgz", "package", "dist/npm", browser("wasm/kit"), browser("wasm/kit-import")); err != nil {
		return "", err
	}
	if err := b.pack(out, "vitrine-static-"+b.version+".tar.gz", "vitrine-static", "dist/static", browser("wasm/pwa")); err != nil {
		return "", err
	}
	return sums(out)
}

// sums writes SHA256SUMS over the files of a folder.
func sums(dir string) (string, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return "", err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), f.Name()))
	}
	slices.Sort(lines)
	all := strings.Join(lines, "")
	return all, os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(all), 0o644)
}
