package send_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/send"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/memory"
)

const token = "admin-token-of-the-tests"

// rig is a server that can be away, and what is said.
type rig struct {
	client *live.Client
	mu     sync.Mutex
	away   bool
	said   []string
}

func newRig(t *testing.T) *rig {
	t.Helper()
	auth, err := live.NewAuth(token)
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New(memory.Config{})
	h := live.Handler(live.Config{Store: st, Auth: auth})
	r := &rig{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		away := r.away
		r.mu.Unlock()
		if away {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		h.ServeHTTP(w, req)
	}))
	t.Cleanup(func() { srv.Close(); st.Close() })
	r.client = &live.Client{URL: srv.URL, Token: token, Backoff: live.Backoff{Min: time.Millisecond, Max: 20 * time.Millisecond}}
	return r
}

func (r *rig) set(away bool) { r.mu.Lock(); r.away = away; r.mu.Unlock() }

func (r *rig) box(session string) *send.Box {
	return &send.Box{
		Sender:  send.Sender{Client: r.client, Say: func(f string, a ...any) { r.mu.Lock(); r.said = append(r.said, fmt.Sprintf(f, a...)); r.mu.Unlock() }},
		Session: session, About: func() []byte { return send.About("A box", "test", "", "") },
	}
}

func event(n int) source.Envelope {
	return source.Envelope{ID: fmt.Sprintf("e:%d", n), Type: "message", Event: fmt.Appendf(nil, `{"role":"user","text":"%d"}`, n)}
}

func (r *rig) ids(t *testing.T, session string) (ids []string) {
	t.Helper()
	if err := r.client.Events(t.Context(), session, "", func(e live.Event) error { ids = append(ids, e.ID); return nil }); err != nil {
		t.Fatal(err)
	}
	return ids
}

func closed(t *testing.T, b *send.Box, within time.Duration) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	return b.Close(ctx)
}

func TestABoxSendsEverythingInOrder(t *testing.T) {
	r := newRig(t)
	b := r.box("s1")
	want := []string{"open"}
	for i := range 1000 {
		b.Add(event(i))
		want = append(want, event(i).ID)
	}
	if lost := closed(t, b, 10*time.Second); lost != 0 {
		t.Errorf("lost %d: %q", lost, r.said)
	}
	if got := r.ids(t, "s1"); !slices.Equal(got, want) {
		t.Errorf("got %d events, want %d in order", len(got), len(want))
	}
}

func TestABoxWhoseServerIsAwayHoldsABoundedNumberAndSaysWhatIsLost(t *testing.T) {
	r := newRig(t)
	r.set(true)
	b := r.box("s1")
	begun := time.Now()
	for i := range 10_000 {
		b.Add(event(i))
	}
	if d := time.Since(begun); d > time.Minute {
		t.Errorf("adding took %s", d)
	}
	r.set(false)
	lost := closed(t, b, 10*time.Second)
	got := r.ids(t, "s1")
	if len(got)-1+lost != 10_000 || lost == 0 || len(got) < 4000 {
		t.Errorf("%d events arrived and %d were lost of 10000", len(got)-1, lost)
	}
	if all := strings.Join(r.said, "; "); !strings.Contains(all, "events are being lost") || !strings.Contains(all, fmt.Sprintf("events that were lost: %d", lost)) {
		t.Errorf("it says %s", all)
	}
}

func TestABoxThatIsClosedDoesNotWaitForEver(t *testing.T) {
	r := newRig(t)
	r.set(true)
	b := r.box("s1")
	b.Add(event(1))
	begun := time.Now()
	if lost := closed(t, b, 200*time.Millisecond); lost != 1 || time.Since(begun) > time.Minute {
		t.Errorf("lost %d after %s", lost, time.Since(begun))
	}
	b.Add(event(2)) // too late, and no harm
	if lost := closed(t, r.box("s2"), time.Second); lost != 0 {
		t.Errorf("a box that took nothing lost %d", lost)
	}
}

func TestWhatIsRefusedIsLeftOutAndTheRestGoesOn(t *testing.T) {
	r := newRig(t)
	b := r.box("s1")
	bad := event(2)
	bad.ID = "no id!"
	other := event(1)
	other.Event = []byte(`{"role":"user","text":"another body"}`)
	for _, e := range []source.Envelope{event(1), bad, event(3), other, event(4), bad} {
		b.Add(e)
	}
	closed(t, b, 5*time.Second)
	if got, want := r.ids(t, "s1"), []string{"open", "e:1", "e:3", "e:4"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if n := strings.Count(strings.Join(r.said, "\n"), "left out"); n != 2 {
		t.Errorf("it says %q", r.said)
	}
}

func TestASessionsOwnTokenNeedsNoAdmin(t *testing.T) {
	r := newRig(t)
	made, err := r.client.Create(t.Context(), "s1", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.client = &live.Client{URL: r.client.URL, Token: made.WriteToken}
	b := r.box("s1")
	b.Add(event(1))
	if lost := closed(t, b, 5*time.Second); lost != 0 || !slices.Equal(r.ids(t, "s1"), []string{"open", "e:1"}) {
		t.Errorf("lost %d: %q", lost, r.said)
	}
}
