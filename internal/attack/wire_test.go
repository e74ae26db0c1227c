package attack_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/internal/attack"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/memory"
)

// TestFrames sends every text as the first frame and as a later one of a reader of another session: nothing of a session comes to
// whoever has not its token, and the server goes on.
func TestFrames(t *testing.T) {
	const secret = "only-for-readers-of-mine"
	auth, err := live.NewAuth(live.NewAdminToken())
	if err != nil {
		t.Fatal(err)
	}
	ts := httptest.NewServer(live.Handler(live.Config{Store: memory.New(memory.Config{}), Auth: auth}))
	defer ts.Close()
	admin := &live.Client{URL: ts.URL, Token: auth.AdminToken()}
	made := map[string]live.NewSession{}
	for _, name := range []string{"mine", "other"} {
		if made[name], err = admin.Create(t.Context(), name, name, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := admin.Push(t.Context(), "mine", []byte(`{"id":"1","type":"message","event":{"role":"user","text":"`+secret+`"}}`)); err != nil {
		t.Fatal(err)
	}
	hello := `{"t":"hello","token":"` + made["other"].ReadToken + `","after":null}`
	cases, err := attack.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Class != "websocket" && !full {
			continue
		}
		for _, try := range []struct {
			to     string
			frames []string
		}{{"mine", []string{c.Text}}, {"mine", []string{hello, c.Text}}, {"other", []string{hello, c.Text}}} {
			got := exchange(t, ts.URL, try.to, try.frames)
			if strings.Contains(got, secret) || try.to == "mine" && strings.Contains(got, `"welcome"`) {
				t.Errorf("%s: %s of a reader without a token brought %s", c, try.frames, got)
			}
			if try.to == "other" && !strings.Contains(got, `"welcome"`) {
				t.Errorf("%s: a reader of its own session was told %s", c, got)
			}
		}
	}
	if n, err := admin.Sessions(t.Context()); err != nil || len(n) != 2 {
		t.Errorf("afterwards there are %d sessions, %v", len(n), err)
	}
}

// exchange sends frames and gives all that comes until the server is done with them or the answer of a last, wrong one is there.
func exchange(t *testing.T, url, session string, frames []string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	c, _, err := websocket.Dial(ctx, url+"/v1/sessions/"+session+"/ws", &websocket.DialOptions{Subprotocols: []string{live.Subprotocol}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.CloseNow() }()
	c.SetReadLimit(1 << 20)
	var all strings.Builder
	for i, f := range append(frames, `{"t":"that is all"}`) { // a frame that is surely wrong: the server ends what it has not ended
		if c.Write(ctx, websocket.MessageText, []byte(f)) != nil {
			break
		}
		for i == 0 && len(frames) > 1 && !strings.Contains(all.String(), `"t":"live"`) {
			_, msg, err := c.Read(ctx)
			if err != nil { // the hello was another session's
				return all.String()
			}
			all.Write(msg)
		}
	}
	for {
		_, msg, err := c.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				t.Errorf("%q: the server neither answers nor ends", frames)
			}
			return all.String()
		}
		all.Write(msg)
	}
}

// TestJSON holds what JSON can hide: a member that stands there twice is no artifact, and whoever reads what was adapted sees what was
// seen before.
func TestJSON(t *testing.T) {
	cases, err := attack.Cases()
	if err != nil {
		t.Fatal(err)
	}
	twice := 0
	for _, c := range cases {
		if c.Class != "json" {
			continue
		}
		data := []byte(c.Text)
		if _, why := artifactkit.ArtifactOf(data, artifactkit.Versions{}); strings.Count(c.Text, `"artifact":{"schema"`) == 1 && why != nil {
			twice++
			if why.Code != "duplicate_key" {
				t.Errorf("%s is refused for %s", c, why.Code)
			}
		} else if strings.Contains(c.Text, `"kind":"text","kind"`) || strings.Contains(c.Text, `"version":1,"version"`) {
			t.Errorf("%s is an artifact", c)
		}
		first := artifactkit.Open(data, artifactkit.Options{}).Render(artifactkit.State{})
		blame(t, c, "fragment", c.Text, attack.Judge(first.HTML.String(), false))
		a, why := artifactkit.Adapt(data, artifactkit.Options{})
		if why != nil {
			continue
		}
		again, why := artifactkit.Adapt(a.Event, artifactkit.Options{})
		if why != nil || string(again.Event) != string(a.Event) {
			t.Errorf("%s: adapted again it is %.300s, %v, not %.300s", c, again.Event, why, a.Event)
		}
	}
	if twice < 2 {
		t.Errorf("%d artifacts are refused for a member that stands there twice, want 2", twice)
	}
}
