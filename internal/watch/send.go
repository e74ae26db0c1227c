package watch

import (
	"cmp"
	"context"
	"os"
	"path/filepath"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/send"
	"github.com/vitrine-go/vitrine/live"
)

// tailRead is how much of the end of a transcript is read for its title.
const tailRead = 64 << 10

// join makes the session on the server, or learns what it has of it.
func (s *session) join(ctx context.Context) error {
	info := s.info()
	title := cmp.Or(info.Title, source.TitleOf(info.FirstPrompt), filepath.Base(s.path))
	_, there, err := s.w.cfg.Join(ctx, s.session, send.About(title, cmp.Or(info.Agent, s.source.Title), info.Project, s.source.Name))
	if err == nil && there {
		err = s.w.cfg.Reach(ctx, func() error { return s.w.cfg.Client.Events(ctx, s.session, "", s.had) })
	}
	if err == nil && s.w.cfg.Followed != nil && !s.w.told[s.session] {
		s.w.told[s.session] = true
		s.w.cfg.Followed(Followed{Session: s.session, Title: title, Format: s.source.Title, Path: s.path, Again: there})
	}
	return err
}

// had notes an event that the server has.
func (s *session) had(e live.Event) error {
	s.known[key(e.ID)] = struct{}{}
	if v, why := protocol.Parse(e.Line); why == nil && e.Type != "open" && v.Get("agent").Str() == "" {
		s.after = e.ID
	}
	return nil
}

// info is what a list shows of the transcript.
func (s *session) info() source.Info {
	head, err := readHead(s.path)
	if err != nil || s.source.Peek == nil {
		return source.Info{}
	}
	end := head
	if f, err := os.Open(s.path); err == nil {
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Size() > int64(len(head)) {
			buf := make([]byte, min(tailRead, info.Size()))
			if n, _ := f.ReadAt(buf, info.Size()-int64(len(buf))); n > 0 { // what cannot be read is not in the title
				end = buf[:n]
			}
		}
	}
	return s.source.Peek(head, end)
}

// flush sends the batch. An error says that no more will be taken.
func (s *session) flush(ctx context.Context) error {
	if s.failed != nil || len(s.batch) == 0 {
		return s.failed
	}
	err := s.w.cfg.Push(ctx, s.session, s.batch)
	clear(s.batch)
	s.batch, s.bytes = s.batch[:0], 0
	return err
}
