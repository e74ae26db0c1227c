package live_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/live"
)

// A frame that is accepted says the same to another reader of JSON.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		`{"t":"hello","token":"x","after":null}`, `{"t":"hello"}`, `{"t":"hello","token":1}`, `{"t":"hello","t":"ack"}`,
		`{"t":"ack","cursor":"AAAAAAAAAAAAAAAAAAABAAAAAAAAAA"}`, `{"t":"ack"}`, `[]`, `{`, "{\"t\":\"\xff\"}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, msg []byte) {
		hello, token, after, ack, err := live.ParseFrame(msg)
		if err != nil {
			return
		}
		var got map[string]any
		if json.Unmarshal(msg, &got) != nil || !utf8.Valid(msg) {
			t.Fatalf("%q was taken for a frame", msg)
		}
		text := func(key string) string { s, _ := got[key].(string); return s }
		switch {
		case hello && (text("t") != "hello" || text("token") != token || text("after") != after):
			t.Errorf("%q was read as a hello with %q and %q", msg, token, after)
		case !hello && (text("t") != "ack" || text("cursor") != ack):
			t.Errorf("%q was read as an acknowledgement of %q", msg, ack)
		}
	})
}

// Only a token that was made opens anything, whatever is changed in it.
func FuzzToken(f *testing.F) {
	a, err := live.NewAuth(adminToken)
	if err != nil {
		f.Fatal(err)
	}
	made, err := a.Mint("s1", live.Read, time.Now().Add(time.Hour))
	if err != nil {
		f.Fatal(err)
	}
	f.Add("", 0, 0)
	f.Add("w", strings.Index(made, ".r.")+1, 1)
	f.Add("s2", strings.Index(made, ".s1.")+1, 2)
	f.Add(".", len(made), 0)
	f.Add("9", len(made)/2, 1)
	f.Add(adminToken[1:], 0, len(made))
	f.Fuzz(func(t *testing.T, in string, from, drop int) {
		from = min(max(from, 0), len(made))
		drop = min(max(drop, 0), len(made)-from)
		token := made[:from] + in + made[from+drop:]
		if got, want := live.Admits(a, token), token == made || token == adminToken; got != want {
			t.Errorf("got %v for %q, want %v", got, token, want)
		}
		_, _, _ = live.TokenName(token)
	})
}
