// Package discover finds the transcripts of coding agents on this machine. It reads heads and tails for the list and a whole
// transcript only when somebody opens it; it writes nothing.
package discover

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live/store/files"
)

const (
	maxFiles = 50_000 // files that are looked at in one listing
	minBytes = 2      // a smaller file holds nothing
	maxDepth = 12     // folders below a root
)

// Finder lists the transcripts below some files and folders. It remembers what it read of a file that has not changed.
type Finder struct {
	paths []string
	mu    sync.Mutex
	known map[string]found
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

// File is one transcript that was found.
type File struct {
	Path    string
	Session string // its id on the page
	Title   string
	Agent   string // product that wrote it
	Project string
	Started time.Time // when it says so, else when it was written last
	Last    time.Time
	Parts   []string // transcripts of its sub-agents, which its reader looks for beside it
	Format  source.Source

	found found
	size  int64
}

// Files lists the transcripts that are there now, newest first, each once. Those of sub-agents that the session which ran them shows are
// left out.
func (f *Finder) Files(ctx context.Context) ([]File, error) {
	paths, err := f.walk(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]File, len(paths))
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(runtime.GOMAXPROCS(0), 2) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(paths) {
					return
				}
				all[i] = f.file(paths[i])
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("looking through files: %w", ctx.Err())
	}
	all = withoutAgents(all)
	sort.SliceStable(all, func(i, j int) bool { return all[i].Last.After(all[j].Last) })
	return all, nil
}

// walk lists the files that may be transcripts.
func (f *Finder) walk(ctx context.Context) ([]string, error) {
	var paths []string
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
			if id := sessionID(path); !listed[id] {
				listed[id] = true
				paths = append(paths, path)
			}
			if len(paths) >= maxFiles {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("looking through %s: %w", path, err)
		}
	}
	return paths, nil
}

// file describes one file; without an id it is no transcript of a known format.
func (f *Finder) file(path string) File {
	info, err := os.Stat(path)
	if err != nil || info.Size() < minBytes {
		return File{}
	}
	stamp := stampOf(info)
	f.mu.Lock()
	got, ok := f.known[path]
	f.mu.Unlock()
	if !ok || got.stamp != stamp {
		got = look(path, info.Size(), stamp)
		f.mu.Lock()
		f.known[path] = got
		f.mu.Unlock()
	}
	if !got.ok {
		return File{}
	}
	one := File{
		Path: path, Session: sessionID(path), Agent: got.info.Agent, Project: got.info.Project, Last: info.ModTime().UTC(), Format: got.source, found: got, size: info.Size(),
	}
	if one.Agent == "" {
		one.Agent = got.source.Title
	}
	one.Title = titleOf(got, one.Agent, path)
	one.Started = one.Last
	if at, err := time.Parse(time.RFC3339, got.info.Started); err == nil {
		one.Started = at.UTC()
	}
	below := filepath.Join(strings.TrimSuffix(path, filepath.Ext(path)), "subagents")
	entries, _ := os.ReadDir(below) // most sessions have none
	for _, e := range entries {
		if e.Type().IsRegular() && Wanted(e.Name()) {
			one.Parts = append(one.Parts, filepath.Join(below, e.Name()))
		}
	}
	return one
}

// withoutAgents leaves out what is no transcript, and puts the sub-agents whose session lies where its reader looks for them with that
// session: a rollout beside its parent's, a session of Gemini CLI in a folder named after its parent.
func withoutAgents(all []File) []File {
	type place struct{ dir, session string }
	at := map[place]int{}
	for i, f := range all {
		if f.found.info.Session != "" {
			at[place{filepath.Dir(f.Path), f.found.info.Session}] = i
		}
	}
	parent := func(f File) (int, bool) {
		dir, info := filepath.Dir(f.Path), f.found.info
		if i, ok := at[place{dir, info.Parent}]; ok && info.Parent != "" {
			return i, true
		}
		i, ok := at[place{filepath.Dir(dir), filepath.Base(dir)}]
		return i, ok && info.Sub
	}
	for _, f := range all {
		i, ok := parent(f)
		for n := 0; ok && n < maxDepth; n++ { // agents start agents
			j, more := parent(all[i])
			if !more || j == i {
				break
			}
			i = j
		}
		if ok && all[i].Path != f.Path {
			all[i].Parts = append(all[i].Parts, f.Path)
		}
	}
	var kept []File
	for _, f := range all {
		if i, ok := parent(f); f.Session != "" && (!ok || all[i].Path == f.Path) {
			kept = append(kept, f)
		}
	}
	return kept
}

// Sessions lists what is there now, newest first.
func (f *Finder) Sessions(ctx context.Context) ([]files.Session, error) {
	all, err := f.Files(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]files.Session, len(all))
	for i, one := range all {
		out[i] = one.session()
	}
	return out, nil
}

func (f File) session() files.Session {
	path := f.Path
	return files.Session{
		ID: f.Session, Created: f.Started, Last: f.Last,
		Open:   open(f.found, path, f.Started, f.size),
		Events: read(f.found.source, path),
		Stamp: func() string {
			info, err := os.Stat(path)
			if err != nil {
				return ""
			}
			return stampOf(info)
		},
	}
}

func stampOf(info fs.FileInfo) string { return fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano()) }

// sessionID is a path's session id: the same file has the same id, and the id tells nothing about the path.
func sessionID(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	sum := sha256.Sum256([]byte(path))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16]))
}
