// Package kindtest holds what the tests of all kinds share: opening payloads, drawing views, and the checks that every kind
// must pass whatever arrives.
package kindtest

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Elements is the most elements that a view may have.
const Elements = 5000

// Evil is text that must come out as text: markup, quotes of all kinds, a reordering character, a control character.
const Evil = "</script><img src=x onerror=alert(1)>\"'`&\u202e\x01"

// Env is the environment of the tests.
var Env = kind.Env{Highlight: true}

// Open opens a payload and fails the test on a reason.
func Open(t testing.TB, k kind.Kind, payload string) kind.View {
	t.Helper()
	view, why := k.Open(Parse(t, payload), "the value")
	if why != nil {
		t.Fatalf("payload %.200s: %s %s %s", payload, why.Code, why.Path, why.Message)
	}
	return view
}

// Parse parses JSON of the test itself.
func Parse(t testing.TB, text string) protocol.Value {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatalf("test data %.200s: %s", text, why.Message)
	}
	return v
}

// Quote is a JSON string token.
func Quote(s string) string { return string(protocol.AppendString(nil, s)) }

// HTML draws a view in a state.
func HTML(v kind.View, state string) string {
	return markup.Write(v.Node(kind.ParseState([]byte(state)), Env)).String()
}

// Text draws a view in a state as plain text.
func Text(v kind.View, state string) string {
	return markup.Plain(v.Node(kind.ParseState([]byte(state)), Env))
}

// Reason checks that a payload is refused, for the path.
func Reason(t *testing.T, k kind.Kind, payload, path string) {
	t.Helper()
	_, why := k.Open(Parse(t, payload), "")
	if why == nil {
		t.Errorf("payload %s: got a view, want a reason", payload)
	} else if why.Code != protocol.BadPayload || why.Path != path || why.Message == "" {
		t.Errorf("payload %s: got %+v, want %s at %q", payload, *why, protocol.BadPayload, path)
	}
}

// Escaped checks that Evil, wherever it stands in the payload, comes out as text. shown is whether it is drawn at all.
func Escaped(t *testing.T, k kind.Kind, payload string, shown bool) {
	t.Helper()
	html := HTML(Open(t, k, payload), "")
	for _, bad := range []string{"<img src=x", "</script", "onerror=alert(1)>", "\u202e", "\x01", "&amp;lt;"} {
		if strings.Contains(html, bad) {
			t.Errorf("payload %s: %q is in %s", payload, bad, html)
		}
	}
	if got := strings.Contains(html, "&lt;img src=x"); got != shown {
		t.Errorf("payload %s: drawn %v, want %v: %s", payload, got, shown, html)
	}
}

// Bounded checks that a view of a large payload is small and soon there, in its first state and behind an action.
func Bounded(t *testing.T, name string, k kind.Kind, payload string, most time.Duration, actions ...string) {
	t.Helper()
	v := Parse(t, payload)
	start := time.Now()
	view, why := k.Open(v, "")
	if why != nil {
		t.Errorf("%s: %+v", name, *why)
		return
	}
	st := kind.State{}
	for _, a := range append([]string{""}, actions...) {
		if a != "" {
			next := view.(kind.Updater).Update(st, a)
			if next == st {
				t.Errorf("%s: %s changes nothing", name, a)
			}
			st = next
		}
		n := view.Node(st, Env)
		if c := n.Count(); c > Elements {
			t.Errorf("%s after %q: got %d elements, want at most %d", name, a, c, Elements)
		}
		if size := len(markup.Write(n).String()); size > 4<<20 {
			t.Errorf("%s after %q: got %d bytes", name, a, size)
		}
	}
	if took := time.Since(start); took > slack*most {
		t.Errorf("%s: took %v, want at most %v", name, took, slack*most)
	}
}

// Fuzz checks on any JSON, state and action that nothing panics and that a view is bounded.
func Fuzz(f *testing.F, k kind.Kind, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s), []byte(`{"more":1,"page":1,"open":["","/a"]}`), "more:2")
	}
	f.Fuzz(func(t *testing.T, payload, state []byte, action string) {
		v, why := protocol.Parse(payload)
		if why != nil || v.Type() < protocol.Array {
			return
		}
		view, why := k.Open(v, "value")
		if why != nil {
			if why.Message == "" || why.Code == "" {
				t.Errorf("an empty reason for %q", payload)
			}
			return
		}
		st := kind.ParseState(state)
		if u, ok := view.(kind.Updater); ok {
			st = u.Update(st, action)
		}
		n := view.Node(st, Env)
		if c := n.Count(); c > Elements {
			t.Errorf("%d elements", c)
		}
		markup.Write(n)
		markup.Plain(n)
		if x, ok := view.(kind.Extractor); ok {
			for _, what := range []string{"text", "tsv", "csv", "0", "old", "new", "path", action} {
				x.Extract(what, st)
			}
		}
	})
}
