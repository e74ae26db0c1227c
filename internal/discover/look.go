package discover

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

const (
	// firstBytes is how much of the beginning is read at first: most first prompts stand there.
	firstBytes = 16 << 10
	// tailBytes is how much of the end is read.
	tailBytes = 16 << 10
	// rootBytes is the longest name of a project's folder.
	rootBytes = 4096
)

// found is what the list says of one file.
type found struct {
	stamp   string
	ok      bool // it is a transcript of a known format
	source  source.Source
	info    source.Info
	calls   int
	failed  int
	counted bool // calls were counted, at least in what was read
	partial bool // there is more than was read
}

// look reads the beginning and the end of a file. A first prompt may stand far behind: then more of the beginning is read.
func look(path string, size int64, stamp string) found {
	none := found{stamp: stamp}
	r, err := os.Open(path)
	if err != nil {
		return none
	}
	defer r.Close()
	got := none
	for _, first := range []int64{firstBytes, source.SniffBytes} {
		head, tail, err := ends(r, size, first)
		if err != nil {
			return none
		}
		got = judge(path, head, tail)
		got.stamp, got.partial = stamp, size > int64(len(head)+len(tail))
		if got.ok && got.info.Title+got.info.FirstPrompt != "" || size <= first {
			break
		}
	}
	if got.ok && got.info.Project == "" {
		got.info.Project = projectOf(path)
	}
	return got
}

// judge tells what the beginning and the end of a file say.
func judge(path string, head, tail []byte) found {
	s, ok := formatOf(path, head)
	got := found{ok: ok, source: s}
	if ok && s.Peek != nil {
		got.info = s.Peek(head, tail)
	}
	if ok && s.Count != nil {
		got.counted = true
		for _, part := range [][]byte{head, tail} {
			calls, failed := s.Count(part)
			got.calls, got.failed = got.calls+calls, got.failed+failed
		}
	}
	return got
}

// ends reads the beginning of a file, and of its end what is not in it.
func ends(r io.ReaderAt, size, first int64) (head, tail []byte, err error) {
	buf := make([]byte, min(size, first+tailBytes))
	n, err := r.ReadAt(buf[:min(size, first)], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	head, rest := buf[:n:n], buf[n:]
	if len(rest) == 0 {
		return head, nil, nil
	}
	if n, err = r.ReadAt(rest, size-int64(len(rest))); err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	return head, rest[:n], nil
}

// formatOf tells whose transcript begins with head. The formats that a name suggests are asked first: asking all costs more than reading.
func formatOf(path string, head []byte) (source.Source, bool) {
	name := filepath.Base(path)
	for _, one := range []struct {
		format string
		likely bool
	}{
		{"codex", strings.HasPrefix(name, "rollout-")},
		{"geminicli", filepath.Base(filepath.Dir(path)) == "chats"},
		{"claudecode", len(name) == len("00000000-0000-0000-0000-000000000000.jsonl")},
	} {
		if !one.likely {
			continue
		}
		if s, ok := artifactkit.Transcript(one.format, head); ok && s.Sniff(head) {
			return s, true
		}
	}
	return artifactkit.Transcript("", head)
}

// projectOf is the folder that a session of Gemini CLI was held in: the session itself knows a hash of it, a note beside the folder of
// sessions its name. It is "" for all others.
func projectOf(path string) string {
	dir := filepath.Dir(path)
	for range 2 { // a sub-agent's lies one folder deeper
		if filepath.Base(dir) != "chats" {
			dir = filepath.Dir(dir)
			continue
		}
		note := filepath.Join(filepath.Dir(dir), ".project_root")
		if info, err := os.Lstat(note); err != nil || !info.Mode().IsRegular() || info.Size() > rootBytes {
			return ""
		}
		text, err := os.ReadFile(note)
		if err != nil {
			return ""
		}
		name, _, _ := strings.Cut(string(text), "\n")
		return strings.TrimSpace(name)
	}
	return ""
}
