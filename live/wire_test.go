package live_test

import (
	"encoding/json"
	"testing"

	"github.com/vitrine-go/vitrine/live"
)

func FuzzHasMember(f *testing.F) {
	for _, seed := range []string{`{}`, `{"at":1}`, `{"a":{"at":1}}`, `{"a":"at","b":"\"at\":"}`, `{"a":"\\","at":""}`, `{"a":["at"],"at":null}`, `{"\"at\"":1}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var members map[string]json.RawMessage
		if json.Unmarshal([]byte(in), &members) != nil || members == nil {
			return
		}
		body, err := json.Marshal(members)
		if err != nil {
			return
		}
		if _, want := members["at"]; live.HasMember(body, "at") != want {
			t.Errorf("%s: got %v", body, !want)
		}
	})
}

func FuzzParseCursor(f *testing.F) {
	for _, seed := range []string{"", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAABAAAAAAAAAA", "!", "=="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if out, err := live.ParseCursor(in); err == nil && out != in {
			t.Errorf("%q was read as %q: one event, one cursor", in, out)
		}
	})
}
