// Package discover finds the transcripts of coding agents on this machine. It reads heads and tails for the list and a whole
// transcript only when somebody opens it; it writes nothing.
package discover

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/files"
)

const (
	maxFiles  = 20_000   // transcripts looked for in one listing
	tailBytes = 64 << 10 // how much of the end is read for the list
	minBytes  = 2        // a smaller file holds nothing
	maxDepth  = 12       // folders below a root
)

// Roots are the folders where the agents that are read keep their sessions, below a home folder. Those that are not there are
// left out.
func Roots(home string, env func(string) string) []string {
	claude := env("CLAUDE_CONFIG_DIR")
	if claude == "" {
		claude = filepath.Join(home, ".claude")
	}
	var roots []string
	for _, dir := range []string{filepath.Join(claude, "projects")} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			roots = append(roots, dir)
		}
	}
	return roots
}

// Finder lists the transcripts below some files and folders. It remembers what it read of a file that has not changed.
type Finder struct {
	paths []string
	mu    sync.Mutex
	known map[string]found
}

type found struct {
	stamp  string
	ok     bool
	source source.Source
	info   source.Info
}

// New makes a finder. A path that does not exist is an error now; later ones are left out of the list.
func New(paths []string) (*Finder, error) {
	for _, p := range paths {
		if _, err := os.Stat(p); err != nil {
			return nil, fmt.Errorf("opening %s: %w", p, errors.Unwrap(err))
		}
	}
	return &Finder{paths: paths, known: map[string]found{}}, nil
}

// Sessions lists what is there now, newest first.
func (f *Finder) Sessions(ctx context.Context) ([]files.Session, error) {
	var all []files.Session
	listed := map[string]bool{}
	for _, path := range f.paths {
		// A link that is named is meant; those inside a folder may lead anywhere and are passed over.
		root, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue
		}
		named, err := os.Stat(root)
		if err != nil {
			continue
		}
		base := strings.Count(filepath.Clean(root), string(filepath.Separator))
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				return nil //nolint:nilerr // a folder that may not be read is not ours to complain about
			}
			if d.IsDir() {
				// What lies in a folder "subagents" is read by the session beside it.
				if d.Name() == "subagents" || strings.Count(path, string(filepath.Separator))-base > maxDepth {
					return fs.SkipDir
				}
				return nil
			}
			if !d.Type().IsRegular() || named.IsDir() && !Wanted(path) {
				return nil
			}
			if s, ok := f.session(path); ok && !listed[s.ID] {
				listed[s.ID] = true
				all = append(all, s)
			}
			if len(all) >= maxFiles {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("looking through %s: %w", path, err)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Last.After(all[j].Last) })
	return all, nil
}

// session describes one file, if it is a transcript of a known format.
func (f *Finder) session(path string) (files.Session, bool) {
	info, err := os.Stat(path)
	if err != nil || info.Size() < minBytes {
		return files.Session{}, false
	}
	stamp := stampOf(info)
	f.mu.Lock()
	got, ok := f.known[path]
	f.mu.Unlock()
	if !ok || got.stamp != stamp {
		got = look(path, stamp)
		f.mu.Lock()
		f.known[path] = got
		f.mu.Unlock()
	}
	if !got.ok {
		return files.Session{}, false
	}
	created := info.ModTime().UTC()
	if at, err := time.Parse(time.RFC3339, got.info.Started); err == nil {
		created = at.UTC()
	}
	return files.Session{
		ID: sessionID(path), Created: created, Last: info.ModTime().UTC(),
		Open:   open(got, path, created, info.Size()),
		Events: read(got.source, path),
		Stamp: func() string {
			info, err := os.Stat(path)
			if err != nil {
				return ""
			}
			return stampOf(info)
		},
	}, true
}

func stampOf(info fs.FileInfo) string { return fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano()) }

// look reads head and tail.
func look(path, stamp string) found {
	r, err := os.Open(path)
	if err != nil {
		return found{stamp: stamp}
	}
	defer r.Close()
	head := make([]byte, source.SniffBytes)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return found{stamp: stamp}
	}
	head = head[:n]
	s, ok := artifactkit.Transcript("", head)
	if !ok {
		return found{stamp: stamp}
	}
	got := found{stamp: stamp, ok: true, source: s}
	if s.Peek != nil {
		tail := head
		if n == source.SniffBytes {
			if at, err := r.Seek(-tailBytes, io.SeekEnd); err == nil && at > 0 {
				tail, _ = io.ReadAll(io.LimitReader(r, tailBytes))
			}
		}
		got.info = s.Peek(head, tail)
	}
	return got
}

// open is the record that the list of sessions shows.
func open(f found, path string, created time.Time, size int64) []byte {
	title := f.info.Title
	if title == "" {
		title = f.info.FirstPrompt
	}
	if title == "" {
		title = filepath.Base(path)
	}
	dst := []byte(`{`)
	str := func(key, s string) {
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = protocol.AppendString(append(protocol.AppendString(dst, key), ':'), s)
	}
	str("title", title)
	agent := f.info.Agent
	if agent == "" {
		agent = f.source.Title
	}
	str("agent", agent)
	str("format", f.source.Name)
	str("project", f.info.Project)
	str("created", created.Format(time.RFC3339))
	dst = fmt.Appendf(dst, `,"bytes":%d}`, size)
	return source.Envelope{ID: "open", Type: "open", Event: dst}.AppendJSON(nil)
}

// read reads a transcript to events. Its own "open" is left out: the session has one already.
func read(s source.Source, path string) iter.Seq2[store.Event, error] {
	return func(yield func(store.Event, error) bool) {
		r, err := os.Open(path)
		if err != nil {
			yield(store.Event{}, fmt.Errorf("opening a transcript: %w", err))
			return
		}
		defer r.Close()
		in := &stoppable{Reader: r}
		report := artifactkit.Import(s, in, Options(path), func(e source.Envelope) {
			if !in.stopped && e.Type != "open" {
				in.stopped = !yield(store.Event{ID: e.ID, Body: e.AppendJSON(nil)}, nil)
			}
		})
		if report.Err != nil && !in.stopped {
			yield(store.Event{}, report.Err)
		}
	}
}

// stoppable ends when nobody wants more.
type stoppable struct {
	io.Reader
	stopped bool
}

func (s *stoppable) Read(p []byte) (int, error) {
	if s.stopped {
		return 0, io.EOF
	}
	return s.Reader.Read(p)
}

// Options lets an importer look beside the transcript, below its own folder only and at files and folders only: opening a pipe
// would wait for someone to write.
func Options(path string) source.Options {
	dir, err := os.OpenRoot(filepath.Dir(path))
	o := source.Options{Name: filepath.Base(path)}
	if err != nil {
		return o
	}
	open := func(name string, is func(fs.FileMode) bool) (*os.File, error) {
		name = filepath.FromSlash(name)
		info, err := dir.Stat(name)
		switch {
		case err != nil:
			return nil, err
		case !is(info.Mode()):
			return nil, fmt.Errorf("opening %s: it is of another kind", name)
		}
		return dir.Open(name)
	}
	o.Sibling = func(name string) (io.ReadCloser, error) {
		f, err := open(name, fs.FileMode.IsRegular)
		if err != nil {
			return nil, err // a nil file in an interface is not nil
		}
		return f, nil
	}
	o.Siblings = func(folder string) []string {
		d, err := open(folder, fs.FileMode.IsDir)
		if err != nil {
			return nil
		}
		defer d.Close()
		names, _ := d.Readdirnames(maxFiles)
		sort.Strings(names)
		return names
	}
	return o
}

// sessionID is a path's session id: the same file has the same id, and the id tells nothing about the path.
func sessionID(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	sum := sha256.Sum256([]byte(path))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16]))
}
