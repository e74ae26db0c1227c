// Package grep looks for words in the transcripts of coding agents, without an index: a fast look at the bytes of a file tells whether the
// words can be in it, and only the lines that have them are read as what they are.
package grep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/discover"
)

// Hit is one event that has all of the words.
type Hit struct {
	Type    string // of the event
	Who     string // role, or tool
	Call    string // reference of the call, "" for what is none
	At      string // RFC 3339, as far as it is known
	Snippet string // the words with what stands around them, on one line
	From    int    // the first word in Snippet, in bytes
	To      int
}

// Found is what one session has.
type Found struct {
	File discover.File
	Hits []Hit
	More bool // there are hits besides; they are not looked for
	Err  error
}

// Search looks through sessions, several at a time, and hands over those that have hits in the order of files. At most most hits of one
// session are kept. It ends early when the context does, or when emit says false.
func Search(ctx context.Context, files []discover.File, q Query, most int, emit func(Found) bool) error {
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := max(runtime.GOMAXPROCS(0), 1)
	// A place in the queue is taken before the work begins, so that no more than a few sessions wait for an earlier one.
	queue := make(chan chan Found, workers*4)
	work := make(chan func(*scanner), workers)
	for range workers {
		go func() {
			s := newScanner(q)
			for do := range work {
				do(s)
			}
		}()
	}
	go func() {
		defer close(queue)
		defer close(work)
		for _, f := range files {
			place := make(chan Found, 1)
			select {
			case queue <- place:
			case <-ctx.Done():
				return
			}
			work <- func(s *scanner) { place <- s.session(ctx, f, most) }
		}
	}()
	for place := range queue {
		found := <-place
		if ctx.Err() == nil && (len(found.Hits) > 0 || found.Err != nil) && !emit(found) {
			cancel()
		}
	}
	return outer.Err()
}

// session looks through a session and what its sub-agents said.
func (s *scanner) session(ctx context.Context, f discover.File, most int) Found {
	found := Found{File: f}
	for i, path := range append([]string{f.Path}, f.Parts...) {
		if ctx.Err() != nil || found.More {
			break
		}
		agent := ""
		if i > 0 {
			agent = "sub-agent, "
		}
		err := s.file(ctx, f.Format, path, func(h Hit) bool {
			if len(found.Hits) == most {
				found.More = true
				return false
			}
			h.Who = agent + h.Who
			found.Hits = append(found.Hits, h)
			return true
		})
		if err != nil && found.Err == nil {
			found.Err = err
		}
	}
	return found
}

// file looks through one file.
func (s *scanner) file(ctx context.Context, format source.Source, path string, emit func(Hit) bool) error {
	r, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening a transcript: %w", err)
	}
	defer r.Close()
	if has, err := s.has(ctx, r); err != nil || !has {
		return err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("reading a transcript: %w", err)
	}
	head := make([]byte, source.SniffBytes)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("reading a transcript: %w", err)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("reading a transcript: %w", err)
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	names := map[string]string{}
	report := artifactkit.Import(sifting(ctx, format, s), stoppable{r, ctx}, source.Options{Name: filepath.Base(path), Head: head[:n]}, func(e source.Envelope) {
		v, why := protocol.Parse(e.Event)
		if why != nil || ctx.Err() != nil {
			return
		}
		if e.Type == "tool_request" && len(names) < maxNames {
			names[v.Get("id").Str()] = v.Get("name").Str()
		}
		if h, ok := s.q.hit(e, v, names); ok && !emit(h) {
			enough()
		}
	})
	if report.Err != nil {
		return fmt.Errorf("reading a transcript: %w", report.Err)
	}
	return nil
}

// stoppable ends when nobody wants more.
type stoppable struct {
	io.Reader
	ctx context.Context //nolint:containedctx // a reader is made for one search
}

// Read reads on, or tells of an end that is none.
func (s stoppable) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, io.EOF
	}
	return s.Reader.Read(p)
}

// maxNames is how many calls of one file are remembered by name.
const maxNames = 100_000

// sifting is a format whose reader gets the lines only that may have the words, and those that make calls: results name the call they
// answer. A document is read whole.
func sifting(ctx context.Context, format source.Source, s *scanner) source.Source {
	open := format.Open
	format.Open = func(o source.Options) source.Reader {
		r := open(o)
		if _, whole := r.(source.Whole); whole {
			return r
		}
		return sieve{r, ctx, s}
	}
	return format
}

type sieve struct {
	source.Reader
	ctx context.Context //nolint:containedctx // a reader is made for one search
	s   *scanner
}

// Record passes on a line that is of interest.
func (r sieve) Record(rec []byte, emit func(source.Envelope)) *protocol.Reason {
	if r.ctx.Err() != nil || !r.s.line(rec) && !calls(rec) {
		return nil
	}
	return r.Reader.Record(rec, emit)
}
