package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/web"
)

// equip gives a live server what it does not know itself: the page, the formats, the drawing, and what readers do not get.
func equip(cfg live.Config, withheld string) live.Config {
	withhold, _ := markup.ParseWithheld(withheld) // the settings were checked
	cfg.Page = web.Handler(web.Options{Base: cfg.Base, Withhold: withheld})
	cfg.Version = version()
	cfg.Render = func(q url.Values, body []byte) ([]byte, error) {
		o := artifactkit.Options{From: q.Get("from"), Locale: q.Get("locale"), Scope: q.Get("scope"), Withhold: withhold}
		if err := checkFrom(or(o.From, "auto")); err != nil {
			return nil, &live.Error{Status: http.StatusBadRequest, Code: "bad_from", Message: err.Error()}
		}
		return artifactkit.RenderJSON(body, artifactkit.ParseState([]byte(q.Get("state"))), o), nil
	}
	cfg.Import = func(from string, body []byte) (live.Imported, error) {
		if err := checkFrom(or(from, "auto")); err != nil {
			return live.Imported{}, &live.Error{Status: http.StatusBadRequest, Code: "bad_from", Message: err.Error()}
		}
		var got live.Imported
		r, err := artifactkit.ReadEvents(bytes.NewReader(body), from, source.Options{}, func(e source.Envelope) {
			if e.Type != "open" { // the session has its own
				got.Envelopes = append(got.Envelopes, e.AppendJSON(nil))
			}
		})
		if err != nil {
			return got, &live.Error{Status: http.StatusUnprocessableEntity, Code: "not_readable", Message: err.Error()}
		}
		got.From = r.From
		return got, nil
	}
	cfg.Static = func(w io.Writer, t live.Transcript) error { return staticPage(w, t, withhold) }
	return cfg
}

// staticPage writes the whole transcript as a document without script.
func staticPage(w io.Writer, t live.Transcript, withhold markup.Withheld) error {
	p := artifactkit.NewPlainPage(artifactkit.Options{Locale: t.Languages, Withhold: withhold})
	p.Partial = t.Partial
	for line, err := range t.Lines {
		if err != nil {
			return fmt.Errorf("reading the session: %w", err)
		}
		v, why := protocol.Parse(bytes.Clone(line))
		if why != nil {
			continue
		}
		if e, why := source.ParseEnvelope(v); why == nil {
			p.Append(whole(e, t.Blob))
		}
	}
	_, err := io.WriteString(w, p.HTML("../../artifactkit.css").String())
	return err
}

// whole puts a large event back in its place; where that fails the stub stays, with the beginning of its value.
func whole(e source.Envelope, blob func(string) ([]byte, error)) source.Envelope {
	v, why := protocol.Parse(e.Event)
	if why != nil {
		return e
	}
	digest := v.At("$blob", "sha256").Str()
	if digest == "" || blob == nil {
		return e
	}
	if data, err := blob(digest); err == nil {
		e.Event = data
	}
	return e
}

// pageURL is the address that people open: the token stands in the fragment, which no server sees.
func pageURL(base, session, token string) string {
	u := base
	if session != "" {
		u += "s/" + session
	}
	if token != "" {
		u += "#t=" + token
	}
	return u
}

func or(s, def string) string {
	if s == "" {
		return def
	}
	return s
}

// tokenFile is where a server's admin token lies.
func tokenFile(explicit, data string) string {
	return or(explicit, filepath.Join(data, "admin.token"))
}
