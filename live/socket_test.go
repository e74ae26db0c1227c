package live_test

import (
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/live"
)

func fast(c *live.Config) {
	c.Timing.Hello = 80 * time.Millisecond
	c.Timing.Heartbeat = 40 * time.Millisecond
	c.Timing.Close = 500 * time.Millisecond
}

func TestASocketBeginsWithWelcomeThenEventsThenLive(t *testing.T) {
	r := newRig(t)
	made := r.session("s1")
	acks := r.push("s1", "a", "b")
	k := r.attach("s1", made.ReadToken, "")

	w := k.want("welcome")
	if w.Cursor != nil || str(w.Last) != acks[1].Cursor || w.First == nil {
		t.Fatalf("got welcome %s %s %s", str(w.Cursor), str(w.First), str(w.Last))
	}
	open := k.want("event")
	if open.ID != "open" || open.Prev != nil || str(open.Cursor) != str(w.First) {
		t.Fatalf("got first event %+v", open)
	}
	prev := open.Cursor
	for i, id := range []string{"a", "b"} {
		ev := k.want("event")
		if ev.ID != id || str(ev.Prev) != str(prev) || str(ev.Cursor) != acks[i].Cursor || ev.At == "" {
			t.Fatalf("got %+v, want id %s after %s", ev, id, str(prev))
		}
		prev = ev.Cursor
	}
	k.want("live")

	c := r.push("s1", "c")
	if ev := k.want("event"); ev.ID != "c" || str(ev.Prev) != acks[1].Cursor || str(ev.Cursor) != c[0].Cursor {
		t.Fatalf("got live event %+v", ev)
	}
}

func TestASocketIsClosedWithTheCodeThatSaysWhy(t *testing.T) {
	r := newRig(t, fast)
	made := r.session("s1")
	r.session("s2")
	read := made.ReadToken
	short, err := r.auth.Mint("s1", live.Read, time.Now().Add(1100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	bad := func(text string) func(*sock) { return func(k *sock) { k.send(text) } }
	after := func(text string) func(*sock) {
		return func(k *sock) { k.hello(read, ""); k.want("welcome"); k.send(text) }
	}
	tests := []struct {
		name    string
		session string
		act     func(*sock)
		code    websocket.StatusCode
		frame   string
	}{
		{"no hello in time", "s1", func(*sock) {}, live.CloseNoHello, ""},
		{"a hello without a token", "s1", bad(`{"t":"hello","after":null}`), live.CloseExpired, "unauthorized"},
		{"a hello with a wrong token", "s1", bad(`{"t":"hello","token":"x","after":null}`), live.CloseExpired, "unauthorized"},
		{"a token of another session", "s2", func(k *sock) { k.hello(read, "") }, live.CloseExpired, "unauthorized"},
		{"a token of another session that is not there", "s9", func(k *sock) { k.hello(read, "") }, live.CloseExpired, "unauthorized"},
		{"a session that is not there", "s9", func(k *sock) { k.hello(adminToken, "") }, websocket.StatusPolicyViolation, "no_session"},
		{"a cursor that is none", "s1", func(k *sock) { k.hello(read, "zzz") }, live.CloseProtocol, "bad_cursor"},
		{"a first frame that is no hello", "s1", bad(`{"t":"ack","cursor":"x"}`), live.CloseProtocol, "bad_hello"},
		{"a first frame that is no JSON", "s1", bad(`hello`), live.CloseProtocol, "bad_hello"},
		{"a first frame with a member twice", "s1", bad(`{"t":"hello","token":"a","token":"b"}`), live.CloseProtocol, "bad_hello"},
		{"a frame of an unknown kind", "s1", after(`{"t":"subscribe"}`), live.CloseProtocol, ""},
		{"an acknowledgement without a cursor", "s1", after(`{"t":"ack"}`), live.CloseProtocol, ""},
		{"a second hello", "s1", after(`{"t":"hello","token":"x"}`), live.CloseProtocol, ""},
		{"invalid UTF-8", "s1", after("{\"t\":\"ack\",\"cursor\":\"\xff\"}"), live.CloseProtocol, ""},
		{"a binary message", "s1", func(k *sock) {
			k.hello(read, "")
			k.want("welcome")
			_ = k.conn.Write(ctxOf(k.t), websocket.MessageBinary, []byte(`{"t":"ack","cursor":"x"}`))
		}, live.CloseProtocol, ""},
		{"a message that is too large", "s1", after(`{"t":"ack","x":"` + strings.Repeat("x", 64<<10) + `"}`), websocket.StatusMessageTooBig, ""},
		{"a token that expires meanwhile", "s1", func(k *sock) { k.hello(short, ""); k.want("welcome") }, live.CloseExpired, "unauthorized"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := r.dial(tt.session)
			k.t = t
			tt.act(k)
			code, f := k.closed()
			if code != tt.code || f.Code != tt.frame {
				t.Errorf("got close %d and frame %q %q, want %d and %q", code, f.Code, f.Message, tt.code, tt.frame)
			}
		})
	}
}

func TestASocketGetsHeartbeatsWithTheNewestCursor(t *testing.T) {
	r := newRig(t, fast)
	r.session("s1")
	acks := r.push("s1", "a")
	k := r.attach("s1", r.admin, acks[0].Cursor)
	k.want("welcome")
	k.want("live")
	for range 3 {
		if hb := k.want("hb"); str(hb.Last) != acks[0].Cursor {
			t.Fatalf("got last %s, want %s", str(hb.Last), acks[0].Cursor)
		}
	}
}

func TestASocketStopsAtTheWindowUntilAnAcknowledgementComes(t *testing.T) {
	r := newRig(t, fast, func(c *live.Config) { c.Limits.Window = 4 })
	r.session("s1")
	acks := r.push("s1", ids(10, "e")...)
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	for range 4 {
		k.want("event")
	}
	for range 3 { // heartbeats go on, events do not
		if f := k.next(); f.T != "hb" || str(f.Last) != acks[9].Cursor {
			t.Fatalf("got %+v, want hb", f)
		}
	}
	k.send(`{"t":"ack","cursor":"` + acks[2].Cursor + `"}`)
	for i := 3; i < 7; i++ {
		if ev := k.want("event"); str(ev.Cursor) != acks[i].Cursor {
			t.Fatalf("got %s, want event %d", ev.ID, i)
		}
	}
	if f := k.next(); f.T != "hb" {
		t.Fatalf("got %+v, want hb", f)
	}
}

func TestADeletedSessionEndsItsSockets(t *testing.T) {
	r := newRig(t, fast)
	r.session("s1")
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	k.want("event")
	k.want("live")
	if a := r.do("DELETE", "/v1/sessions/s1", r.admin, ""); a.status != 204 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	if code, f := k.closed(); code != websocket.StatusPolicyViolation || f.Code != "no_session" {
		t.Errorf("got %d %q", code, f.Code)
	}
}

func TestTooManySocketsAreRefused(t *testing.T) {
	t.Run("of one session", func(t *testing.T) {
		r := newRig(t, fast, func(c *live.Config) { c.Limits.PerTopic = 1 })
		r.session("s1")
		r.attach("s1", r.admin, "").want("welcome")
		if code, f := r.attach("s1", r.admin, "").closed(); code != websocket.StatusTryAgainLater || f.Code != "too_many" {
			t.Errorf("got %d %q", code, f.Code)
		}
	})
	refused := func(t *testing.T, r *rig) {
		t.Helper()
		if a := r.do("GET", "/v1/sessions/s1/ws", "", "", "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13",
			"Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol", live.Subprotocol); a.status != 429 || a.code() != "too_many" || a.header.Get("Retry-After") == "" {
			t.Errorf("got %d %s, want 429", a.status, a.body)
		}
	}
	t.Run("of a server", func(t *testing.T) {
		r := newRig(t, func(c *live.Config) { c.Limits.Sockets = 2 })
		r.session("s1")
		r.attach("s1", r.admin, "").want("welcome")
		r.attach("s1", r.admin, "").want("welcome")
		refused(t, r)
	})
	t.Run("that have not said hello", func(t *testing.T) {
		r := newRig(t, func(c *live.Config) { c.Limits.Waiting = 1 })
		r.session("s1")
		said := r.attach("s1", r.admin, "") // it has, so it does not count
		said.want("welcome")
		silent := r.dial("s1")
		r.attach("s1", r.admin, "").want("welcome")
		if code, _ := silent.closed(); code != live.CloseNoHello {
			t.Errorf("got close %d, want the silent one to make room", code)
		}
		said.want("event")
	})
}
