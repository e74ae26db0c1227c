package live_test

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// everything fills what a server may be given, so that no route is missing a part.
func everything(c *live.Config) {
	c.Static = func(w io.Writer, t live.Transcript) error {
		if _, err := fmt.Fprintf(w, "languages: %s\n", t.Languages); err != nil {
			return err
		}
		for line, err := range t.Lines {
			if err != nil {
				return err
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return nil
	}
	c.Render = func(q url.Values, body []byte) ([]byte, error) {
		return []byte(`{"from":"` + q.Get("from") + `"}`), nil
	}
}

// fill makes an address of a route's path.
func fill(path string) string {
	return strings.NewReplacer("{session}", "s1", "{token}", strings.Repeat("a", 12), "{sha256}", strings.Repeat("0", 64)).Replace(path)
}

func TestEveryRouteAsksForTheTokenItNeeds(t *testing.T) {
	r := newRig(t, everything)
	made, other := r.session("s1"), r.session("s2")
	expired, err := r.auth.Mint("s1", live.Write, time.Now().Add(-time.Second))
	if err != nil {
		t.Fatal(err)
	}
	absent, err := r.auth.Mint("s9", live.Write, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := live.NewAuth("admin-token-of-another-server")
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := foreign.Mint("s1", live.Write, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(made.ReadToken, ".r.", ".w.", 1)
	tokens := []struct {
		name, token string
		status      map[string]int // by need; 0 means that the route answers for itself
	}{
		{"none", "", map[string]int{"anyone": 401, "reader": 401, "writer": 401, "maker": 401, "owner": 401, "admin": 401}},
		{"rubbish", "rubbish", map[string]int{"anyone": 401, "reader": 401, "writer": 401, "maker": 401, "owner": 401, "admin": 401}},
		{"expired", expired, map[string]int{"anyone": 401, "reader": 401, "writer": 401, "maker": 401, "owner": 401, "admin": 401}},
		{"another server's", stranger, map[string]int{"anyone": 401, "reader": 401, "writer": 401, "maker": 401, "owner": 401, "admin": 401}},
		{"forged permission", forged, map[string]int{"anyone": 401, "reader": 401, "writer": 401, "maker": 401, "owner": 401, "admin": 401}},
		{"another session's", other.WriteToken, map[string]int{"reader": 403, "writer": 403, "maker": 403, "owner": 403, "admin": 403}},
		{"a session's that is not there", absent, map[string]int{"reader": 403, "writer": 403, "maker": 403, "owner": 403, "admin": 403}},
		{"read", made.ReadToken, map[string]int{"writer": 403, "maker": 403, "owner": 403, "admin": 403}},
		{"write", made.WriteToken, map[string]int{"maker": 403, "owner": 403, "admin": 403}},
		{"admin", r.admin, map[string]int{}},
	}
	for _, tok := range tokens {
		for _, route := range live.Routes() {
			part := strings.Fields(route)
			method, path, need := part[0], part[1], part[2]
			if (method == "DELETE" || need == "admin") && tok.name == "admin" || need == "itself" {
				continue
			}
			t.Run(route+" with token "+tok.name, func(t *testing.T) {
				body := ""
				if method == "POST" {
					body = "{}"
				}
				a := r.do(method, fill(path), tok.token, body)
				want := tok.status[need]
				switch {
				case want == 0 && (a.status == 401 || a.status == 403):
					t.Errorf("got %d %s, want it let in", a.status, a.body)
				case want != 0 && a.status != want:
					t.Errorf("got %d %s, want %d", a.status, a.body, want)
				case want == 401 && a.header.Get("WWW-Authenticate") == "":
					t.Error("no WWW-Authenticate")
				}
			})
		}
	}
}

func TestATokenForAnotherSessionTellsNothingAboutExistence(t *testing.T) {
	r := newRig(t)
	made := r.session("s1")
	r.session("s2")
	there := r.do("GET", "/v1/sessions/s2/events", made.ReadToken, "")
	absent := r.do("GET", "/v1/sessions/s3/events", made.ReadToken, "")
	if there.status != 403 || there.body != absent.body || there.status != absent.status {
		t.Errorf("got %d %s and %d %s", there.status, there.body, absent.status, absent.body)
	}
}

func TestTheListShowsWhatTheTokenMayRead(t *testing.T) {
	r := newRig(t)
	made, err := r.client().Create(ctxOf(t), "s1", "One <b>", map[string]any{"agent": "codex", "project": "/p", "session": "ignored", "last": "never"})
	if err == nil && made.Session != "s1" {
		t.Fatalf("got %+v", made)
	}
	r.session("s2")
	a := r.do("GET", "/v1/sessions", made.ReadToken, "")
	if a.status != 200 || !strings.Contains(a.body, `{"session":"s1","title":"One <b>","created":"20`) || strings.Contains(a.body, "s2") ||
		!strings.Contains(a.body, `"agent":"codex"`) || strings.Contains(a.body, "never") {
		t.Errorf("got %d %s", a.status, a.body)
	}
	rows, err := r.client().Sessions(ctxOf(t))
	if err != nil || len(rows) != 2 || rows[0].Session != "s2" || rows[1].Agent != "codex" || rows[1].Created.IsZero() || rows[1].Last.IsZero() {
		t.Errorf("got %+v, %v", rows, err)
	}
}

func TestMakingSessions(t *testing.T) {
	r := newRig(t)
	tests := []struct {
		name, body string
		status     int
		code       string
	}{
		{"with nothing", "", 201, ""},
		{"with an id", `{"session":"a-b_1","title":"T"}`, 201, ""},
		{"with an id that is taken", `{"session":"a-b_1"}`, 409, "session_exists"},
		{"with an id that is none", `{"session":"A"}`, 422, "bad_session"},
		{"with an id that begins with a dash", `{"session":"-a"}`, 422, "bad_session"},
		{"with a title that is no text", `{"title":1}`, 422, "bad_title"},
		{"with no object", `[]`, 422, "not_an_object"},
		{"with no JSON", `{`, 400, "not_json"},
		{"with a member twice", `{"title":"a","title":"b"}`, 422, "duplicate_key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := r.do("POST", "/v1/sessions", r.admin, tt.body)
			if a.status != tt.status || a.code() != tt.code {
				t.Errorf("got %d %s, want %d %s", a.status, a.body, tt.status, tt.code)
			}
		})
	}
	made := r.session("")
	if len(made.Session) != 26 || made.WriteToken == made.ReadToken || time.Until(made.Expires) < 29*24*time.Hour {
		t.Errorf("got %+v", made)
	}
	ev := r.read("a-b_1", "")
	if len(ev) != 1 || ev[0].ID != "open" || ev[0].Type != "open" || !strings.HasPrefix(string(ev[0].Event), `{"title":"T","created":"20`) {
		t.Errorf("got %s", ev[0].Line)
	}
}

func TestThePlainPageTakesTheTokenAsAPassword(t *testing.T) {
	r := newRig(t, everything)
	made := r.session("s1")
	if a := r.do("GET", "/s/s1/static", "", ""); a.status != 401 || !strings.HasPrefix(a.header.Get("WWW-Authenticate"), "Basic") {
		t.Errorf("got %d %v", a.status, a.header)
	}
	req := "Basic " + basic("me", made.ReadToken)
	if a := r.do("GET", "/s/s1/static", "", "", "Authorization", req); a.status != 200 || !strings.Contains(a.body, `"id":"open"`) ||
		a.header.Get("Content-Security-Policy") != live.StaticPolicy || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
		t.Errorf("got %d %v %s", a.status, a.header, a.body)
	}
	if a := r.do("GET", "/s/s2/static", made.ReadToken, ""); a.status != 403 {
		t.Errorf("got %d", a.status)
	}
	for path, want := range map[string]string{"/s/s1/static": "de-CH, fr;q=0.8", "/s/s1/static?lang=zh-CN": "zh-CN", "/s/s1/static?lang=" + strings.Repeat("x", 300): strings.Repeat("x", 256)} {
		a := r.do("GET", path, "", "", "Authorization", req, "Accept-Language", "de-CH, fr;q=0.8")
		if !strings.HasPrefix(a.body, "languages: "+want+"\n") || !slices.Contains(a.header.Values("Vary"), "Accept-Language") {
			t.Errorf("%s: got %v %.80s, want the languages %q", path, a.header, a.body, want)
		}
	}
	if a := r.do("GET", "/v1/sessions/s1/events", "", "", "Authorization", req); a.status != 401 {
		t.Errorf("got %d, want a password to open nothing else", a.status)
	}
}

func TestTokensOutliveTheServerAndDieWithTheAdminToken(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	one, _ := live.NewAuth(adminToken)
	token, err := one.Mint("s1", live.Read, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if a := r.do("GET", "/v1/sessions/s1/events", token, ""); a.status != 200 {
		t.Errorf("got %d, want a token of another process with the same admin token to be good", a.status)
	}
	for _, short := range []string{"", "short", "with a space in the middle", "naïve-but-long-enough-token"} {
		if _, err := live.NewAuth(short); err == nil {
			t.Errorf("admin token %q was taken", short)
		}
	}
	if _, err := one.Mint("No Session", live.Read, time.Now()); err == nil {
		t.Error("a token was made for no session")
	}
	if _, err := one.Mint("s1", "delete", time.Now()); err == nil {
		t.Error("a token was made for no permission")
	}
}

func TestTheTokenFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // modes say nothing there
	}
	dir := filepath.Join(t.TempDir(), "data")
	path := filepath.Join(dir, "admin.token")
	a, err := live.LoadAuth(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{dir: 0o700, path: 0o600} {
		if st, err := os.Stat(name); err != nil || st.Mode().Perm() != want {
			t.Errorf("%s: got %v, %v, want %o", name, st.Mode(), err, want)
		}
	}
	b, err := live.LoadAuth(path)
	if err != nil || b.AdminToken() != a.AdminToken() || len(a.AdminToken()) < 40 {
		t.Errorf("got %v; the file that is there must be used", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".token-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := live.LoadAuth(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("got %v, want a file that others can read refused", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "empty"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := live.LoadAuth(filepath.Join(dir, "empty")); err == nil {
		t.Error("an empty token file was taken")
	}
}
