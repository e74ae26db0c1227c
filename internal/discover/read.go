package discover

import (
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sort"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live/store"
)

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
