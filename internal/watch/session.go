package watch

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/discover"
)

// batchBytes bounds the events that wait for one request.
const batchBytes = 4 << 20

// session is one transcript that is followed.
type session struct {
	w *Watcher
	beginning
	path   string
	tail   tail
	reader source.Reader

	known map[[16]byte]struct{} // ids that the server has
	from  int64                 // with FromNow: only lines that end behind this are sent ...
	after string                // ... or that stand behind the event of this id, which the server has
	send  bool                  // the line that is read is sent

	batch   []source.Envelope
	bytes   int
	failed  error
	skipped int  // lines that could not be read
	made    bool // the session is on the server

	stamp   stamp     // of the file, at the last look
	changed time.Time // when it was last seen to change
	beside  map[string]stamp
	calls   map[string]bool // ids of the calls that were sent, with FromNow
	agents  agents
}

// stamp tells whether a file changed.
type stamp struct {
	size int64
	mod  int64
}

func stampOf(info fs.FileInfo) stamp { return stamp{info.Size(), info.ModTime().UnixNano()} }

// open begins to read a transcript from its beginning. Lines before from are sent too, unless the watcher is told to send what is new.
func (w *Watcher) open(path string, b beginning, from int64) *session {
	s := &session{w: w, beginning: b, path: path, tail: tail{path: path}, known: map[[16]byte]struct{}{}, beside: map[string]stamp{},
		calls: map[string]bool{}, changed: time.Now()}
	if w.cfg.FromNow {
		s.from = from
	}
	o := s.options()
	o.Head = b.head
	s.reader = artifactkit.OpenTranscript(b.source, o)
	return s
}

// options let the importer look beside the transcript, and note what it looked at.
func (s *session) options() source.Options {
	o := discover.Options(s.path)
	if open := o.Sibling; open != nil {
		o.Sibling = func(name string) (r io.ReadCloser, err error) {
			if r, err = open(name); err == nil {
				s.note(filepath.Join(filepath.Dir(s.path), filepath.FromSlash(name)))
			}
			return r, err
		}
	}
	return o
}

// besides bounds how many files beside a transcript are looked at.
const besides = 512

func (s *session) note(path string) {
	if _, there := s.beside[path]; there || len(s.beside) >= besides {
		return
	}
	if info, err := os.Stat(path); err == nil {
		s.beside[path] = stampOf(info)
	}
}

// look reads what was added and sends it. more tells that there is more to read at once.
func (s *session) look(ctx context.Context, now time.Time) (more bool, err error) {
	info, err := os.Stat(s.path)
	if err != nil {
		return false, err
	}
	if got := stampOf(info); got != s.stamp {
		s.stamp, s.changed, more = got, now, true
	}
	if more || s.tail.at < info.Size() {
		if more, err = s.tail.read(func(l line) error { return s.line(ctx, l) }); err != nil {
			return false, err
		}
	} else if now.Sub(s.changed) > rest {
		if err := s.tail.rest(isObject, func(l line) error { return s.line(ctx, l) }); err != nil {
			return false, err
		}
	}
	if err := s.flush(ctx); err != nil {
		return false, err
	}
	if more {
		return true, nil
	}
	s.after = "" // all that was there at the beginning was read
	return false, s.agents.look(ctx, s, now)
}

// rest is how long a file must not have changed for its last line to count as whole without its end.
const rest = time.Second

func isObject(text []byte) bool {
	v, why := protocol.Parse(text)
	return why == nil && v.Type() == protocol.Object
}

// line reads one line.
func (s *session) line(ctx context.Context, l line) error {
	if l.long {
		s.skipped++
		return nil
	}
	s.send = l.end > s.from
	if len(l.text) > 0 {
		if why := s.reader.Record(l.text, func(e source.Envelope) { s.emit(ctx, e) }); why != nil {
			s.skipped++
		}
	}
	return s.failed
}

// emit takes an event of the transcript.
func (s *session) emit(ctx context.Context, e source.Envelope) {
	if s.failed != nil || e.Type == "open" { // a session has its own first event
		return
	}
	if !s.send {
		switch s.after {
		case "": // nothing of this is wanted
			return
		case e.ID:
			s.after, s.from = "", 0
			s.send = true
		}
		if !s.send {
			return
		}
	}
	s.take(ctx, e)
}

// take puts an event that is to be sent into the batch, unless the server has it.
func (s *session) take(ctx context.Context, e source.Envelope) {
	if s.has(e.ID) {
		return
	}
	s.known[key(e.ID)] = struct{}{}
	if s.w.cfg.FromNow && e.Type == "tool_request" {
		v, _ := protocol.Parse(e.Event)
		s.calls[v.Get("id").Str()] = true
	}
	s.batch = append(s.batch, e)
	if s.bytes += len(e.Event); s.bytes > batchBytes {
		s.failed = s.flush(ctx)
	}
}

func (s *session) has(id string) bool {
	_, there := s.known[key(id)]
	return there
}

func key(id string) [16]byte {
	sum := sha256.Sum256([]byte(id))
	return [16]byte(sum[:16])
}

// gone tells whether an error says that the file is not there, or no longer what it was.
func gone(err error) bool { return errors.Is(err, errReplaced) || errors.Is(err, fs.ErrNotExist) }

// String names the session in messages.
func (s *session) String() string { return fmt.Sprintf("%s (%s)", s.path, s.source.Title) }
