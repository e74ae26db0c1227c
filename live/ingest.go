package live

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/live/store"
)

// largeBody is the size from which a request needs a place for heavy work.
const largeBody = 1 << 20

// appendRun is how many events go to the store in one call.
const appendRun = 512

func (s *Server) postEvents(w http.ResponseWriter, r *http.Request, g grant) error {
	kind, err := bodyKind(r)
	if err != nil {
		return err
	}
	if r.ContentLength < 0 || r.ContentLength > largeBody {
		release, err := s.hold(r.Context(), s.heavy, g)
		if err != nil {
			return err
		}
		defer release()
	}
	body, err := s.readBody(w, r, s.lim.Body)
	if err != nil {
		return err
	}
	var from string
	var batch []received
	if r.URL.Query().Has("from") {
		from, batch, err = s.foreign(r.URL.Query().Get("from"), body)
	} else {
		batch, err = split(kind, body)
	}
	if err != nil {
		return err
	}
	accepted, err := s.append(r.Context(), r.PathValue("session"), batch)
	if err != nil {
		e := *asError(err)
		e.Accepted = accepted
		if (e.Status < http.StatusInternalServerError || e.Status == http.StatusInsufficientStorage) && len(accepted) < len(batch) {
			e.Line = len(accepted) + 1
		}
		if e.Status >= http.StatusInternalServerError && e.Code != "quota" {
			s.log.Error("storing events", "why", err)
		}
		return &e
	}
	s.auditAt(slog.LevelDebug, r, g, "events stored", r.PathValue("session"), "events", len(accepted))
	s.answer(w, http.StatusCreated, struct {
		From     string     `json:"from,omitempty"`
		Accepted []Accepted `json:"accepted"`
	}{from, accepted})
	return nil
}

// bodyKind reads the content type: "json", or "lines" for NDJSON.
func bodyKind(r *http.Request) (string, error) {
	if enc := r.Header.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return "", refuse(http.StatusUnsupportedMediaType, "unsupported_type", "the body is encoded as %s; send it as it is", protocol.Quote(enc))
	}
	given := r.Header.Get("Content-Type")
	kind, params, err := mime.ParseMediaType(given)
	if cs := params["charset"]; err == nil && (cs == "" || strings.EqualFold(cs, "utf-8")) {
		switch kind {
		case "application/json":
			return "json", nil
		case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines":
			return "lines", nil
		}
	}
	return "", refuse(http.StatusUnsupportedMediaType, "unsupported_type",
		"the body's type is %s; take application/json for one event or an array, application/x-ndjson for lines, in UTF-8", protocol.Quote(given))
}

func (s *Server) foreign(from string, body []byte) (string, []received, error) {
	if s.cfg.Import == nil {
		return "", nil, refuse(http.StatusNotImplemented, "not_implemented", "this server imports nothing")
	}
	im, err := s.cfg.Import(from, body)
	if err != nil {
		if e, ok := errors.AsType[*Error](err); ok {
			return "", nil, e
		}
		return "", nil, badShape("not_imported", "", "%s", cutText(err.Error(), 400))
	}
	batch := make([]received, len(im.Envelopes))
	for i, env := range im.Envelopes {
		var e *Error
		if batch[i], e = receive(env); e != nil {
			e.Line = i + 1
			return "", nil, e
		}
	}
	return im.From, batch, nil
}

// split reads the envelopes of a body. All are checked before any is stored.
func split(kind string, body []byte) ([]received, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, refuse(http.StatusBadRequest, "empty", "the body is empty")
	}
	if kind == "lines" {
		return splitLines(body)
	}
	v, reason := protocol.Parse(body)
	if reason != nil {
		_, e := receive(body)
		if e.Status == http.StatusBadRequest {
			e.Message += " For one event a line, send application/x-ndjson."
		}
		return nil, e
	}
	if v.Type() != protocol.Array {
		r, e := receiveValue(v)
		if e != nil {
			e.Line = 1
			return nil, e
		}
		return []received{r}, nil
	}
	batch := make([]received, 0, v.Len())
	for i, el := range v.Elems() {
		if el.Bound() != "" {
			el, _ = protocol.Parse(el.Raw()) // of a crowded text the scanner keeps the outermost levels only
		}
		r, e := receiveValue(el)
		if e != nil {
			e.Line, e.Path = i+1, fmt.Sprintf("/%d%s", i, e.Path)
			return nil, e
		}
		batch = append(batch, r)
	}
	return batch, nil
}

func splitLines(body []byte) (batch []received, err error) {
	n := 0
	for line := range bytes.Lines(body) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		r, e := receive(line)
		if e != nil {
			e.Line = n
			return nil, e
		}
		batch = append(batch, r)
	}
	return batch, nil
}

// append stores a batch in order. A producer that goes away in between has its events stored all the same; it cannot
// know, and will repeat them.
func (s *Server) append(ctx context.Context, session string, batch []received) ([]Accepted, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timing.Body)
	defer cancel()
	accepted := make([]Accepted, 0, len(batch))
	for len(batch) > 0 {
		run := batch[:min(len(batch), appendRun)]
		events := make([]store.Event, len(run))
		for i, r := range run {
			body, err := s.shrink(ctx, session, r)
			if err != nil {
				// What comes before it is stored, as for any other event that is refused.
				acks, early := s.appendRun(ctx, session, events[:i])
				return append(accepted, acks...), cmp.Or(early, err)
			}
			events[i] = store.Event{ID: r.id, Body: body}
		}
		acks, err := s.appendRun(ctx, session, events)
		accepted = append(accepted, acks...)
		if err != nil {
			return accepted, err
		}
		batch = batch[len(run):]
	}
	return accepted, nil
}

func (s *Server) appendRun(ctx context.Context, session string, events []store.Event) ([]Accepted, error) {
	if len(events) == 0 {
		return nil, nil
	}
	begun := time.Now()
	acks, err := s.quota.append(ctx, session, events)
	accepted := make([]Accepted, len(acks))
	for i, a := range acks {
		c := s.cursorAt(session, a.Seq, a.ID)
		accepted[i] = Accepted{ID: a.ID, Cursor: c.String(), Duplicate: a.Duplicate}
		s.hub.stored(session, c)
	}
	s.metrics.appended(accepted, len(events), time.Since(begun))
	if err != nil {
		return accepted, fmt.Errorf("appending events: %w", err)
	}
	return accepted, nil
}
