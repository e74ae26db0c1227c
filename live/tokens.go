package live

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// tokenBytes bounds what is asked about tokens.
const tokenBytes = 4 << 10

// NewToken is the answer to a token that was made.
type NewToken struct {
	Token      string     `json:"token"`
	ID         string     `json:"id"` // names it in logs, and revokes it
	Session    string     `json:"session"`
	Permission Permission `json:"permission"`
	Expires    time.Time  `json:"expires"`
	Page       string     `json:"page,omitempty"` // address that shows the session with it, if the server knows its own
}

// Rotated is the answer to signing keys that were changed.
type Rotated struct {
	Key    string `json:"key"`    // id of the new one
	Former int    `json:"former"` // how many older ones still check tokens
}

// makeToken makes one more token of a session: a share link, or a producer's.
func (s *Server) makeToken(w http.ResponseWriter, r *http.Request, g grant) error {
	ask, err := s.asked(w, r)
	if err != nil {
		return err
	}
	session, p := r.PathValue("session"), Permission(ask.Get("permission").Str())
	if p != Read && p != Write {
		return badShape("bad_permission", "/permission", "permission must be read or write")
	}
	life := s.timing.Token
	if v := ask.Get("seconds"); v.IsSet() {
		n, ok := v.Int()
		if !ok || n < 1 || n > int64(maxLife/time.Second) {
			return badShape("bad_life", "/seconds", "seconds must be a whole number from 1 to %d", int64(maxLife/time.Second))
		}
		life = time.Duration(n) * time.Second
	}
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	if _, _, err := s.store.Bounds(ctx, session); err != nil {
		return fmt.Errorf("making a token: %w", err)
	}
	expires := time.Now().Add(life)
	token, id, err := s.auth.mint(session, p, expires)
	if err != nil {
		return err
	}
	made := NewToken{Token: token, ID: id, Session: session, Permission: p, Expires: expires.UTC().Truncate(time.Second)}
	if s.cfg.PublicURL != "" {
		made.Page = strings.TrimRight(s.cfg.PublicURL, "/") + "/s/" + session + "#t=" + token
	}
	s.audit(r, g, "token made", session, "token", id, "permission", string(p), "expires", made.Expires)
	s.answer(w, http.StatusCreated, made)
	return nil
}

// revokeToken ends one token of a session, and the streams that were opened with it.
func (s *Server) revokeToken(w http.ResponseWriter, r *http.Request, g grant) error {
	session, id := r.PathValue("session"), r.PathValue("token")
	if !validTokenID(id) {
		return refuse(http.StatusNotFound, "no_token", "a token is named by %d of a-z 2-7", tokenIDLen)
	}
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	if err := s.auth.ledger.revoke(ctx, session, id, time.Now().Add(maxLife)); errors.Is(err, errTooManyRevoked) {
		return refuse(http.StatusConflict, "too_many_revoked", "%s", err)
	} else if err != nil {
		return err
	}
	s.revoked(w, r, g, "token revoked", session, "token", id)
	return nil
}

// revokeTokens ends every token of a session that was made so far.
func (s *Server) revokeTokens(w http.ResponseWriter, r *http.Request, g grant) error {
	session := r.PathValue("session")
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	if _, err := s.auth.ledger.cut(ctx, session, time.Now()); err != nil {
		return err
	}
	s.revoked(w, r, g, "tokens revoked", session)
	return nil
}

func (s *Server) revoked(w http.ResponseWriter, r *http.Request, g grant, what, session string, more ...any) {
	s.audit(r, g, what, session, more...)
	s.revalidate()
	w.WriteHeader(http.StatusNoContent)
}

// rotateKeys puts a new signing key into use. Tokens of former keys stay good, unless those are dropped.
func (s *Server) rotateKeys(w http.ResponseWriter, r *http.Request, g grant) error {
	ask, err := s.asked(w, r)
	if err != nil {
		return err
	}
	drop := ask.Get("drop")
	if drop.IsSet() && drop.Type() != protocol.Bool {
		return badShape("bad_drop", "/drop", "drop must be true or false")
	}
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	id, former, err := s.auth.keys.rotate(ctx, time.Now(), drop.Bool())
	if err != nil {
		return err
	}
	s.audit(r, g, "keys rotated", "", "key", id, "former", former)
	s.revalidate()
	s.answer(w, http.StatusOK, Rotated{id, former})
	return nil
}

// asked reads a small JSON object; an empty body is an empty one.
func (s *Server) asked(w http.ResponseWriter, r *http.Request) (protocol.Value, error) {
	body, err := s.readBody(w, r, tokenBytes)
	if err != nil {
		return protocol.Value{}, err
	}
	if len(strings.TrimSpace(string(body))) == 0 {
		body = []byte("{}")
	}
	v, reason := protocol.Parse(body)
	if reason != nil {
		return v, refuse(http.StatusBadRequest, string(reason.Code), "%s", reason.Message)
	}
	if v.Type() != protocol.Object {
		return v, badShape("not_an_object", "", "this must be an object, it is %s", v.Type())
	}
	if key, twice := v.Duplicate(); twice {
		return v, badShape("duplicate_key", protocol.Pointer(key), "the member %s is there twice", protocol.Quote(key))
	}
	return v, nil
}

// revalidate ends the streams whose token is no longer good.
func (s *Server) revalidate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for st := range s.streams {
		if st.grant.gone() {
			st.cancel(unauthorized(errRevoked.Error()))
		}
	}
}
