package kind_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
)

func TestStateKeepsWhatItDoesNotKnow(t *testing.T) {
	st := kind.ParseState([]byte(` {"other": [1, 2], "page": 3} `))
	if got := st.Int("page", 0); got != 3 {
		t.Errorf("page = %d", got)
	}
	for _, c := range []struct{ name, got, want string }{
		{"a member is replaced in its place", st.WithInt("page", 4).JSON(), `{"other":[1, 2],"page":4}`},
		{"a new member comes last", st.With("wrap", "true").JSON(), `{"other":[1,2],"page":3,"wrap":true}`},
		{"a member is removed", st.With("page", "").With("other", "").JSON(), `{}`},
		{"no object is the first view", kind.ParseState([]byte("[1]")).JSON(), `{}`},
		{"no JSON is the first view", kind.ParseState([]byte("{")).JSON(), `{}`},
		{"the zero state", kind.State{}.JSON(), `{}`},
	} {
		if got := kind.ParseState([]byte(c.got)).JSON(); got != kind.ParseState([]byte(c.want)).JSON() {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
	if got := st.Int("other", 7); got != 7 {
		t.Errorf("a member of another type gives %d, want the default", got)
	}
}
