package live_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store"
)

// pushBulk stores events of 400 kB: a few of them fill every buffer between a server and a reader that does not read.
// They go straight to the store, for none of these tests is about taking them in.
func (r *rig) pushBulk(session, prefix string, n int) {
	r.t.Helper()
	text := strings.Repeat("x", 400_000)
	for _, id := range ids(n, prefix) {
		body := fmt.Appendf(nil, `{"id":%q,"type":"message","at":"2020-01-01T00:00:00Z","event":{"text":"%s"}}`, id, text)
		if _, err := r.store.Append(ctxOf(r.t), session, []store.Event{{ID: id, Body: body}}); err != nil {
			r.t.Fatal(err)
		}
	}
}

func TestASlowReaderHoldsUpNobodyAndGetsEverything(t *testing.T) {
	r := newRig(t) // no heartbeat comes to its help
	r.session("s1")
	slow, quick := r.attach("s1", r.admin, ""), r.attach("s1", r.admin, "")
	for _, k := range []*sock{slow, quick} {
		k.want("welcome")
		k.want("event")
		k.want("live")
	}
	const n = 40 // 16 MB: more than the sockets and the box hold
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.pushBulk("s1", "b", n)
	}()
	for i := range n {
		if ev := quick.want("event"); ev.ID != fmt.Sprintf("b-%04d", i) {
			t.Fatalf("quick: got %s at %d", ev.ID, i)
		}
	}
	<-done
	prev := ""
	for i := range n {
		ev := slow.want("event")
		if ev.ID != fmt.Sprintf("b-%04d", i) || prev != "" && str(ev.Prev) != prev {
			t.Fatalf("slow: got %s at %d", ev.ID, i)
		}
		prev = str(ev.Cursor)
	}
}

func TestAFullBoxIsReadFromTheStoreInstead(t *testing.T) {
	r := newRig(t, func(c *live.Config) { c.Limits.Box, c.Limits.Window = 1, 1 })
	r.session("s1")
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	at := k.want("event")
	k.want("live")
	for _, id := range []string{"a", "b", "c"} { // a waits for the window, b fills the box, c is too much
		r.push("s1", id)
		time.Sleep(30 * time.Millisecond)
	}
	for _, id := range []string{"a", "b", "c"} {
		k.send(`{"t":"ack","cursor":"` + str(at.Cursor) + `"}`)
		if at = k.want("event"); at.ID != id {
			t.Fatalf("got %+v, want %s", at, id)
		}
	}
}

func TestAReaderThatTakesTooLongForOneWriteIsToldSo(t *testing.T) {
	r := newRig(t, fast, func(c *live.Config) { c.Timing.Write = 60 * time.Millisecond })
	r.session("s1")
	r.pushBulk("s1", "b", 40)
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	k.want("event")
	time.Sleep(400 * time.Millisecond)
	if code, _ := k.closed(); code != live.CloseSlow {
		t.Errorf("got close %d, want %d", code, live.CloseSlow)
	}
}

func TestAReaderThatNeverReadsIsCut(t *testing.T) {
	r := newRig(t, fast, func(c *live.Config) {
		c.Timing.Write, c.Timing.Grace = 50*time.Millisecond, 50*time.Millisecond
		c.Limits.Sockets = 1
	})
	r.session("s1")
	r.pushBulk("s1", "b", 40)
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	deadline := time.Now().Add(10 * time.Second)
	for { // its place is free again
		if code := tryDial(r, "s1"); code == 0 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("the place was not freed: %d", code)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// tryDial returns 0 when a socket could be opened, or the status that refused it.
func tryDial(r *rig, session string) int {
	conn, resp, err := websocket.Dial(ctxOf(r.t), r.base+"/v1/sessions/"+session+"/ws",
		&websocket.DialOptions{HTTPClient: r.cl, Subprotocols: []string{live.Subprotocol}})
	if err != nil {
		if resp == nil {
			return -1
		}
		return resp.StatusCode
	}
	conn.CloseNow()
	return 0
}
