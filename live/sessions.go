package live

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/live/store"
)

// openID is the id and the type of the event that begins a session.
const openID = "open"

// createBytes bounds the description of a new session.
const createBytes = 64 << 10

// newSession makes an id of 26 base32 characters: 130 random bits, not to be guessed.
func newSession() string { return strings.ToLower(rand.Text()) }

func (s *Server) createSession(w http.ResponseWriter, r *http.Request, g grant) error {
	body, err := s.readBody(w, r, createBytes)
	if err != nil {
		return err
	}
	session, event, err := opening(body, time.Now())
	if err != nil {
		return err
	}
	if err := s.create(r.Context(), session, g.person, event); err != nil {
		return fmt.Errorf("making a session: %w", err)
	}
	expires := time.Now().Add(s.timing.Token)
	var tokens [2]string
	for i, p := range []Permission{Write, Read} {
		if s.auth != nil {
			if tokens[i], err = s.auth.Mint(session, p, expires); err != nil {
				return err
			}
		}
	}
	s.audit(r, g, "session made", session)
	w.Header().Set("Location", s.base+"s/"+session)
	s.answer(w, http.StatusCreated, NewSession{Session: session, WriteToken: tokens[0], ReadToken: tokens[1], Expires: expires.UTC().Truncate(time.Second)})
	return nil
}

// create makes a session that belongs to owner. Before it begins, what was made for an earlier one of its name is void:
// one at a time, so that nobody voids the tokens of a session that is just being made. Between
// servers the store decides who made it.
func (s *Server) create(ctx context.Context, session, owner string, open store.Event) error {
	ctx, cancel := s.deadline(ctx)
	defer cancel()
	s.creating.Lock()
	defer s.creating.Unlock()
	switch _, _, err := s.store.Bounds(ctx, session); {
	case err == nil:
		return store.ErrExists
	case !errors.Is(err, store.ErrNoSession):
		return err
	}
	if s.auth == nil {
		_, err := s.store.Create(ctx, session, open)
		return err
	}
	begun, err := s.auth.ledger.begin(ctx, session, owner, time.Now())
	if err != nil {
		return err
	}
	_, err = s.store.Create(ctx, session, open)
	switch {
	case err == nil || errors.Is(err, store.ErrDown) && s.opened(ctx, session, open):
		return s.auth.ledger.settle(ctx, session, begun)
	case errors.Is(err, store.ErrDown):
		return err // it may be there
	default:
		return errors.Join(err, s.auth.ledger.abandon(ctx, session, begun))
	}
}

// opened tells whether a session begins with an event: what became of a creation whose answer did not come.
func (s *Server) opened(ctx context.Context, session string, open store.Event) bool {
	page, err := s.store.Read(ctx, session, 0, 1, 1)
	return err == nil && len(page.Records) > 0 && page.Records[0].Prev == 0 && bytes.Equal(page.Records[0].Body, open.Body)
}

// NewSession is the answer to a session that was made.
type NewSession struct {
	Session    string    `json:"session"`
	WriteToken string    `json:"write_token"`
	ReadToken  string    `json:"read_token"`
	Expires    time.Time `json:"expires"`
}

// opening reads what a session is to be called and makes its first event. Members beside session and title go into the
// event as they are: the list of sessions shows them.
func opening(body []byte, now time.Time) (string, store.Event, error) {
	if len(strings.TrimSpace(string(body))) == 0 {
		body = []byte("{}")
	}
	v, reason := protocol.Parse(body)
	if reason != nil {
		return "", store.Event{}, refuse(http.StatusBadRequest, string(reason.Code), "%s", reason.Message)
	}
	if v.Type() != protocol.Object {
		return "", store.Event{}, badShape("not_an_object", "", "a session is described by an object, this is %s", v.Type())
	}
	if key, twice := v.Duplicate(); twice {
		return "", store.Event{}, badShape("duplicate_key", protocol.Pointer(key), "the member %s is there twice", protocol.Quote(key))
	}
	session := newSession()
	if id := v.Get("session"); id.IsSet() {
		if session = id.Str(); !store.ValidSession(session) {
			return "", store.Event{}, badShape("bad_session", "/session",
				"session must be 1 to 64 of a-z 0-9 _ -, beginning with a letter or a digit")
		}
	}
	var members []member
	if t := v.Get("title"); t.IsSet() {
		if t.Type() != protocol.String {
			return "", store.Event{}, badShape("bad_title", "/title", "title must be a string, this is %s", t.Type())
		}
		members = append(members, member{[]byte(`"title"`), t.Raw()})
	}
	created := protocol.AppendString(nil, stamp(now))
	members = append(members, member{[]byte(`"created"`), created})
	for name, m := range v.Members() {
		if name != "session" && name != "title" && name != "created" {
			members = append(members, member{protocol.AppendString(nil, name), m.AppendCompact(nil)})
		}
	}
	return session, store.Event{ID: openID, Body: appendMembers(nil, []member{
		{[]byte(`"id"`), []byte(`"open"`)},
		{[]byte(`"type"`), []byte(`"open"`)},
		{[]byte(`"at"`), created},
		{[]byte(`"event"`), appendMembers(nil, members)},
	})}, nil
}

func (s *Server) listSessions(w http.ResponseWriter, r *http.Request, g grant) error {
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	kept, err := s.store.Sessions(ctx)
	if err != nil {
		return fmt.Errorf("listing sessions: %w", err)
	}
	body := []byte(`{"sessions":[`)
	n := 0
	for _, k := range kept {
		if !g.reads(k.ID) {
			continue
		}
		if n++; n > 1 {
			body = append(body, ',')
		}
		body = appendMembers(body, s.row(k))
	}
	body = append(body, "]}\n"...)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	return s.copyOut(w, body)
}

// row describes one session: what the server knows, then the members of its first event as they are.
func (s *Server) row(k store.Session) []member {
	v, _ := protocol.Parse(k.Open) // an absent value where the first record is gone
	open := v.Get("event")
	title, created := open.Get("title").Raw(), protocol.AppendString(nil, stamp(k.Created))
	if c := open.Get("created"); c.Type() == protocol.String {
		created = c.Raw()
	}
	if title == nil {
		title = []byte("null")
	}
	members := []member{
		{[]byte(`"session"`), protocol.AppendString(nil, k.ID)},
		{[]byte(`"title"`), title},
		{[]byte(`"created"`), created},
		{[]byte(`"last"`), protocol.AppendString(nil, stamp(k.Last))},
	}
	if s.auth != nil {
		if owner := s.auth.ledger.owner(k.ID); owner != "" {
			members = append(members, member{[]byte(`"owner"`), protocol.AppendString(nil, owner)})
		}
	}
	seen := map[string]bool{"session": true, "title": true, "created": true, "last": true, "owner": true}
	for name, m := range open.Members() {
		if !seen[name] {
			seen[name] = true
			members = append(members, member{protocol.AppendString(nil, name), m.AppendCompact(nil)})
		}
	}
	return members
}

func (s *Server) deleteSession(w http.ResponseWriter, r *http.Request, g grant) error {
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	session := r.PathValue("session")
	var cut note
	if s.auth != nil {
		// Its tokens end with it, and before it: they must not open another of that name.
		var err error
		if cut, err = s.auth.ledger.cut(ctx, session, time.Now()); err != nil {
			return err
		}
	}
	if err := s.store.Delete(ctx, session); err != nil {
		return fmt.Errorf("deleting a session: %w", err)
	}
	s.hub.drop(session)
	s.quota.forget(session)
	if s.auth != nil {
		if err := s.auth.ledger.free(ctx, session, cut); err != nil {
			return err
		}
	}
	s.audit(r, g, "session deleted", session)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
