package watch

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine-go/vitrine/internal/discover"
)

// Bounds of one search.
const (
	maxFiles = 20_000
	maxDepth = 12
)

// file is one file that changed.
type file struct {
	path   string
	stamp  stamp
	before int64 // its size at the first search, 0 if it was not there
	named  bool  // it was named itself, not a folder above it
	agent  bool  // it belongs to a sub-agent of the session beside its folder's folder
}

// session is the transcript that a file belongs to.
func (f file) session() string {
	if f.agent {
		return filepath.Dir(filepath.Dir(f.path)) + ".jsonl"
	}
	return f.path
}

// search finds the files that changed.
type search struct {
	known  map[string]stamp
	passed map[string]bool  // files that are no transcripts, as long as they are only added to
	first  map[string]int64 // sizes at the first search
	seen   map[string]bool
}

func newSearch() search { return search{known: map[string]stamp{}, passed: map[string]bool{}} }

// pass says that a file need not be told of again before it shrinks.
func (s *search) pass(path string) { s.passed[path] = true }

// forget says that a file is to be told of as if it were new.
func (s *search) forget(path string) {
	delete(s.known, path)
	delete(s.passed, path)
	delete(s.first, path)
}

// run looks through files and folders and returns what changed since the last time: at first, everything.
func (s *search) run(ctx context.Context, paths []string) (changed []file) {
	s.seen = map[string]bool{}
	for _, path := range paths {
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
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error { // it ends early on purpose only
			switch {
			case ctx.Err() != nil || len(s.seen) >= maxFiles:
				return fs.SkipAll
			case err != nil: // a folder that may not be read is not ours to complain about
				return nil //nolint:nilerr // see above
			case d.IsDir():
				if strings.Count(path, string(filepath.Separator))-base > maxDepth {
					return fs.SkipDir
				}
				return nil
			case !d.Type().IsRegular() || named.IsDir() && !lines(path):
				return nil
			}
			info, err := d.Info()
			if err != nil || s.seen[path] {
				return nil //nolint:nilerr // it went in between
			}
			f := file{path: path, stamp: stampOf(info), named: !named.IsDir(), agent: filepath.Base(filepath.Dir(path)) == "subagents" && named.IsDir()}
			if s.fresh(&f) {
				changed = append(changed, f)
			}
			return nil
		})
	}
	for path := range s.known {
		if !s.seen[path] {
			s.forget(path)
		}
	}
	if s.first == nil {
		s.first = map[string]int64{}
		for path, was := range s.known {
			s.first[path] = was.size
		}
	}
	return changed
}

// lines tells whether a file may be one that is read line by line.
func lines(path string) bool {
	return strings.EqualFold(filepath.Ext(path), ".jsonl") && discover.Wanted(path)
}

func (s *search) fresh(f *file) bool {
	s.seen[f.path] = true
	was, known := s.known[f.path]
	s.known[f.path] = f.stamp
	if known && was == f.stamp {
		return false
	}
	if s.passed[f.path] && f.stamp.size >= was.size {
		return false
	}
	delete(s.passed, f.path)
	if f.stamp.size < s.first[f.path] {
		delete(s.first, f.path)
	}
	f.before = s.first[f.path]
	return true
}
