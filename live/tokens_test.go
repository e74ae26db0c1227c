package live_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// withFiles gives the rig tokens that are kept in a folder, as a server's are.
func withFiles(t *testing.T, dir string) func(*live.Config) {
	t.Helper()
	return func(c *live.Config) {
		a, err := live.LoadAuth(filepath.Join(dir, "admin.token"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		c.Auth = a
	}
}

func fileRig(t *testing.T, dir string, change ...func(*live.Config)) *rig {
	t.Helper()
	r := newRig(t, append([]func(*live.Config){withFiles(t, dir)}, change...)...)
	r.admin = r.auth.AdminToken()
	return r
}

// share makes one more token.
func (r *rig) share(session, body string) live.NewToken {
	r.t.Helper()
	a := r.do("POST", "/v1/sessions/"+session+"/tokens", r.admin, body)
	var made live.NewToken
	if err := json.Unmarshal([]byte(a.body), &made); err != nil || a.status != 201 {
		r.t.Fatalf("got %d %s", a.status, a.body)
	}
	return made
}

func (r *rig) reads(session, token string) int {
	r.t.Helper()
	return r.do("GET", "/v1/sessions/"+session+"/events", token, "").status
}

func TestATokenOfADeletedSessionOpensNoOtherOfTheSameName(t *testing.T) {
	for _, again := range []bool{false, true} {
		t.Run(fmt.Sprintf("after a restart: %v", again), func(t *testing.T) {
			dir := t.TempDir()
			r := fileRig(t, dir)
			old := r.session("s1")
			if got := r.reads("s1", old.ReadToken); got != 200 {
				t.Fatalf("got %d", got)
			}
			if a := r.do("DELETE", "/v1/sessions/s1", r.admin, ""); a.status != 204 {
				t.Fatalf("got %d %s", a.status, a.body)
			}
			if again {
				r = fileRig(t, dir)
			}
			made := r.session("s1")
			for _, token := range []string{old.ReadToken, old.WriteToken} {
				if a := r.do("GET", "/v1/sessions/s1/events", token, ""); a.status != 401 || !strings.Contains(a.body, "no longer good") {
					t.Errorf("got %d %s, want the old token refused", a.status, a.body)
				}
			}
			code, f := r.attach("s1", old.WriteToken, "").closed()
			if code != live.CloseExpired || f.Code != "unauthorized" {
				t.Errorf("got close %d after %+v", code, f)
			}
			if got := r.reads("s1", made.ReadToken); got != 200 {
				t.Errorf("the new token: got %d", got)
			}
		})
	}
}

func TestRevokedTokensAreRefusedAtOnceAndAfterARestart(t *testing.T) {
	dir := t.TempDir()
	r := fileRig(t, dir, func(c *live.Config) { c.PublicURL = "https://tools.example/v/" })
	r.session("s1")
	link, other := r.share("s1", `{"permission":"read","seconds":60}`), r.share("s1", `{"permission":"read"}`)
	if want := "https://tools.example/v/s/s1#t=" + link.Token; link.Page != want {
		t.Errorf("got page %s, want %s", link.Page, want)
	}
	if session, id, ok := live.TokenName(link.Token); !ok || session != "s1" || id != link.ID {
		t.Errorf("got %s %s %v", session, id, ok)
	}
	if d := time.Until(link.Expires); d > time.Minute || d < 50*time.Second {
		t.Errorf("it expires in %s", d)
	}
	k := r.attach("s1", link.Token, "")
	k.want("welcome")
	k.want("event")
	k.want("live")
	sse := r.get("/v1/sessions/s1/events", "Accept", "text/event-stream", "Authorization", "Bearer "+link.Token)
	defer sse.Body.Close()
	if a := r.do("DELETE", "/v1/sessions/s1/tokens/"+link.ID, other.Token, ""); a.status != 403 {
		t.Errorf("a reader revokes: got %d", a.status)
	}
	if a := r.do("DELETE", "/v1/sessions/s1/tokens/"+link.ID, r.admin, ""); a.status != 204 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	if code, f := k.closed(); code != live.CloseExpired || f.Code != "unauthorized" {
		t.Errorf("the open socket: got close %d after %+v", code, f)
	}
	readAll(sse.Body) // ends
	for range 2 {
		if got := r.reads("s1", link.Token); got != 401 {
			t.Errorf("got %d, want the revoked token refused", got)
		}
		if got := r.reads("s1", other.Token); got != 200 {
			t.Errorf("got %d, want the other token let in", got)
		}
		st := r.store
		r = fileRig(t, dir, with(st))
	}
	if a := r.do("DELETE", "/v1/sessions/s1/tokens", r.admin, ""); a.status != 204 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	if got := r.reads("s1", other.Token); got != 401 {
		t.Errorf("got %d, want every token refused", got)
	}
	if got := r.reads("s1", r.share("s1", `{"permission":"read"}`).Token); got != 200 {
		t.Errorf("got %d, want a new token let in", got)
	}
}

func TestKeysAreChangedWithoutEndingTokensOrWithIt(t *testing.T) {
	dir := t.TempDir()
	r := fileRig(t, dir)
	made := r.session("s1")
	if a := r.do("POST", "/v1/keys", made.WriteToken, ""); a.status != 403 {
		t.Errorf("got %d", a.status)
	}
	if a := r.do("POST", "/v1/keys", r.admin, ""); a.status != 200 || !strings.Contains(a.body, `"former":1`) {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	st := r.store
	r = fileRig(t, dir, with(st))
	fresh := r.share("s1", `{"permission":"read"}`)
	if strings.Split(fresh.Token, ".")[1] == strings.Split(made.ReadToken, ".")[1] {
		t.Error("the new token was made with the old key")
	}
	for _, token := range []string{made.ReadToken, fresh.Token} {
		if got := r.reads("s1", token); got != 200 {
			t.Errorf("got %d, want tokens of both keys let in", got)
		}
	}
	k := r.attach("s1", made.ReadToken, "")
	k.want("welcome")
	if a := r.do("POST", "/v1/keys", r.admin, `{"drop":true}`); a.status != 200 || !strings.Contains(a.body, `"former":0`) {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	if code, _ := k.closed(); code != live.CloseExpired {
		t.Errorf("got close %d", code)
	}
	for _, token := range []string{made.ReadToken, fresh.Token} {
		if got := r.reads("s1", token); got != 401 {
			t.Errorf("got %d, want tokens of former keys refused", got)
		}
	}
	for range 20 {
		r.do("POST", "/v1/keys", r.admin, "")
	}
	if a := r.do("POST", "/v1/keys", r.admin, ""); !strings.Contains(a.body, `"former":7`) {
		t.Errorf("got %s, want former keys bounded", a.body)
	}
}

func TestWhatIsAskedAboutTokensIsChecked(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	tests := []struct {
		name, method, path, body string
		status                   int
		code                     string
	}{
		{"no permission", "POST", "/v1/sessions/s1/tokens", `{}`, 422, "bad_permission"},
		{"another permission", "POST", "/v1/sessions/s1/tokens", `{"permission":"admin"}`, 422, "bad_permission"},
		{"a life of nothing", "POST", "/v1/sessions/s1/tokens", `{"permission":"read","seconds":0}`, 422, "bad_life"},
		{"a life for ever", "POST", "/v1/sessions/s1/tokens", `{"permission":"read","seconds":99999999999}`, 422, "bad_life"},
		{"no object", "POST", "/v1/sessions/s1/tokens", `[]`, 422, "not_an_object"},
		{"a member twice", "POST", "/v1/sessions/s1/tokens", `{"permission":"read","permission":"write"}`, 422, "duplicate_key"},
		{"no session", "POST", "/v1/sessions/s2/tokens", `{"permission":"read"}`, 404, "no_session"},
		{"an id that is none", "DELETE", "/v1/sessions/s1/tokens/UPPER", "", 404, "no_token"},
		{"a drop that is no answer", "POST", "/v1/keys", `{"drop":"yes"}`, 422, "bad_drop"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if a := r.do(tt.method, tt.path, r.admin, tt.body); a.status != tt.status || a.code() != tt.code {
				t.Errorf("got %d %s, want %d %s", a.status, a.body, tt.status, tt.code)
			}
		})
	}
}

func TestTheLedgerOutlivesACrashAndRefusesDamage(t *testing.T) {
	dir := t.TempDir()
	r := fileRig(t, dir)
	r.session("s1")
	link := r.share("s1", `{"permission":"read"}`)
	r.do("DELETE", "/v1/sessions/s1/tokens/"+link.ID, r.admin, "")
	path := filepath.Join(dir, "admin.ledger")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"admin.ledger", "admin.keys"} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, st, err)
		}
	}
	if err := os.WriteFile(path, append(data, `{"session":"s2","si`...), 0o600); err != nil {
		t.Fatal(err)
	}
	again := fileRig(t, dir, with(r.store))
	if got := again.reads("s1", link.Token); got != 401 {
		t.Errorf("got %d, want the revocation kept over a line that was cut", got)
	}
	if err := os.WriteFile(path, []byte("rubbish\n"+string(data)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := live.LoadAuth(filepath.Join(dir, "admin.token")); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("got %v, want a damaged ledger refused", err)
	}
}

// people makes the rig one behind a proxy on loopback.
func people(c *live.Config) {
	c.Identity = live.Identity{Header: "X-Auth-User", Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
}

func TestPeopleSeeTheirOwnSessionsOnly(t *testing.T) {
	dir := t.TempDir()
	r := fileRig(t, dir, people, everything)
	as := func(who, method, path, body string) answer {
		t.Helper()
		return r.do(method, path, "", body, "X-Auth-User", who)
	}
	for _, who := range []string{"anna", "bert"} {
		if a := as(who, "POST", "/v1/sessions", `{"session":"of-`+who+`","owner":"somebody"}`); a.status != 201 {
			t.Fatalf("got %d %s", a.status, a.body)
		}
	}
	r.session("machine")
	for _, restart := range []bool{false, true} {
		if restart {
			r = fileRig(t, dir, people, everything, with(r.store))
		}
		a := as("anna", "GET", "/v1/sessions", "")
		if a.status != 200 || !strings.Contains(a.body, `"of-anna"`) || !strings.Contains(a.body, `"owner":"anna"`) || strings.Contains(a.body, "bert") ||
			strings.Contains(a.body, "machine") || strings.Contains(a.body, "somebody") {
			t.Errorf("got %d %s", a.status, a.body)
		}
		for path, want := range map[string]int{"/v1/sessions/of-anna/events": 200, "/v1/sessions/of-bert/events": 403, "/v1/sessions/machine/events": 403,
			"/v1/sessions/absent/events": 403, "/s/of-anna/static": 200, "/s/of-bert/static": 403} {
			if a := as("anna", "GET", path, ""); a.status != want {
				t.Errorf("%s: got %d %s, want %d", path, a.status, a.body, want)
			}
		}
	}
	if a := as("anna", "POST", "/v1/sessions/of-anna/events", envelope("e1")); a.status != 201 {
		t.Errorf("got %d %s", a.status, a.body)
	}
	for _, call := range []string{"POST /v1/sessions/of-bert/events", "DELETE /v1/sessions/of-bert", "POST /v1/sessions/of-bert/tokens",
		"DELETE /v1/sessions/of-bert/tokens", "POST /v1/keys"} {
		method, path, _ := strings.Cut(call, " ")
		if a := as("anna", method, path, `{"permission":"read"}`); a.status != 403 {
			t.Errorf("%s: got %d %s", call, a.status, a.body)
		}
	}
	a := as("anna", "POST", "/v1/sessions/of-anna/tokens", `{"permission":"read"}`)
	var link live.NewToken
	if err := json.Unmarshal([]byte(a.body), &link); err != nil || a.status != 201 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	if a := r.do("GET", "/v1/sessions/of-anna/events", link.Token, "", "X-Auth-User", "bert"); a.status != 200 {
		t.Errorf("bert with anna's link: got %d", a.status)
	}
	if a := r.do("GET", "/v1/sessions", "stale", "", "X-Auth-User", "bert"); a.status != 200 || !strings.Contains(a.body, "of-bert") {
		t.Errorf("bert with a token that is no longer good: got %d %s", a.status, a.body)
	}
	if a := as("anna", "DELETE", "/v1/sessions/of-anna", ""); a.status != 204 {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if a := as("anna", "GET", "/v1/sessions/of-anna/events", ""); a.status != 403 {
		t.Errorf("a deleted session: got %d", a.status)
	}
}

func TestASocketTakesThePersonFromItsHandshake(t *testing.T) {
	r := newRig(t, people)
	if a := r.do("POST", "/v1/sessions", "", `{"session":"s1"}`, "X-Auth-User", "anna"); a.status != 201 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	k := r.dialAs("s1", "anna")
	k.hello("", "")
	k.want("welcome")
	k = r.dialAs("s1", "bert")
	k.hello("", "")
	if code, f := k.closed(); code != live.CloseExpired || f.Code != "unauthorized" {
		t.Errorf("got close %d after %+v", code, f)
	}
}

func TestTheNameOfAPersonIsBelievedFromTheProxyAlone(t *testing.T) {
	log := &logBook{}
	elsewhere := func(c *live.Config) {
		people(c)
		c.Identity.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		c.Log = log.logger()
	}
	r := newRig(t, elsewhere)
	r.session("s1")
	for _, path := range []string{"/v1/sessions", "/v1/sessions/s1/ws", "/s/s1", "/s/s1/static"} {
		a := r.do("GET", path, r.admin, "", "X-Auth-User", "anna")
		if a.status != 403 || a.code() != "forbidden_identity" {
			t.Errorf("%s: got %d %s", path, a.status, a.body)
		}
	}
	if !strings.Contains(log.text(), "forbidden_identity") {
		t.Errorf("the log says %s", log.text())
	}
	r = newRig(t, people)
	for name, header := range map[string][]string{"twice": {"X-Auth-User", "anna", "X-Auth-User", "bert"}, "empty": {"X-Auth-User", ""},
		"long": {"X-Auth-User", strings.Repeat("a", 200)}, "no text": {"X-Auth-User", "a\xff"}} {
		if a := r.do("GET", "/v1/sessions", r.admin, "", header...); a.status != 403 {
			t.Errorf("%s: got %d %s", name, a.status, a.body)
		}
	}
	r = newRig(t)
	if a := r.do("GET", "/v1/sessions", "", "", "X-Auth-User", "anna"); a.status != 401 {
		t.Errorf("a server that knows no people: got %d", a.status)
	}
}
