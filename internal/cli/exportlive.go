package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live"
)

// sessionAt takes the address of a session's page apart: the server's base, the session, and the token in the fragment.
func sessionAt(address string) (base, session, token string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", "", "", usage("%q is no address", address)
	}
	for part := range strings.SplitSeq(u.Fragment, "&") {
		if t, ok := strings.CutPrefix(part, "t="); ok {
			token = t
		}
	}
	p := strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), "/static")
	dir, session := path.Split(p)
	for _, room := range []string{"/s/", "/v1/sessions/"} {
		if strings.HasSuffix(dir, room) && session != "" {
			u.Path, u.RawPath, u.RawQuery, u.Fragment, u.User = strings.TrimSuffix(dir, room[1:]), "", "", "", nil
			return u.String(), session, token, nil
		}
	}
	return "", "", "", usage("%s is no address of a session, such as http://127.0.0.1:8737/s/build-42", u.Redacted())
}

// session hands over what a live session holds now.
func (c *exportCmd) session(ctx context.Context, env environment, emit func(source.Envelope)) (partial bool, err error) {
	base, session, token, err := sessionAt(c.Path)
	if err != nil {
		return false, err
	}
	client := &live.Client{URL: base, Token: token}
	if token == "" {
		if client, err = (serverFlags{URL: base, TokenFile: c.TokenFile, Data: c.Data}).client(env); err != nil {
			return false, err
		}
	}
	first := true
	err = client.Events(ctx, session, "", func(ev live.Event) error {
		v, why := protocol.Parse(bytes.Clone(ev.Line))
		if why != nil {
			return nil
		}
		e, why := source.ParseEnvelope(v)
		if why != nil {
			return nil
		}
		if first {
			partial, first = e.Type != "open", false
		}
		if digest, _, ok := ev.Blob(); ok {
			body, err := client.Blob(ctx, session, digest)
			if err != nil {
				return err
			}
			e.Event = body
		}
		emit(e)
		return nil
	})
	if e, ok := errors.AsType[*live.Error](err); ok && e.Status == 410 {
		return true, fmt.Errorf("reading the session: what it began with is no longer kept: %w", err)
	}
	if err != nil {
		return false, fmt.Errorf("reading the session: %w", err)
	}
	return partial, nil
}
