package live

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/live/store"
)

// Subprotocol is the WebSocket subprotocol that clients must offer.
const Subprotocol = "vitrine.v1"

// Close codes of the subprotocol.
const (
	CloseBye      websocket.StatusCode = 1001 // the server stops; come back
	CloseNoHello  websocket.StatusCode = 4001 // no hello came in time
	CloseExpired  websocket.StatusCode = 4003 // the token is not or no longer good
	CloseSlow     websocket.StatusCode = 4008 // one write took too long; come back
	CloseProtocol websocket.StatusCode = 4009 // a frame that is none of ours
)

// frameBytes bounds what a client may send in one message: it only says hello and acknowledges.
const frameBytes = 64 << 10

// socket is one WebSocket. Its handler's goroutine writes; a second one reads until the connection ends.
type socket struct {
	s       *Server
	st      *stream
	r       *http.Request // the handshake
	conn    *websocket.Conn
	session string
	beat    *time.Ticker
	feed    *feed
	hello   chan hello

	mu      sync.Mutex
	sent    []uint64      // positions that were sent and not acknowledged, oldest first
	granted chan struct{} // told when the window opens
}

// closing is why a socket ends, as the client is told.
type closing struct {
	code   websocket.StatusCode
	reason string
	err    *Error // sent as an error frame before, if not nil
}

func (c *closing) Error() string { return c.reason }

func (s *Server) socket(w http.ResponseWriter, r *http.Request, _ grant) error {
	if err := upgradable(r); err != nil {
		if err.Status == http.StatusUpgradeRequired {
			w.Header().Set("Connection", "Upgrade")
			w.Header().Set("Upgrade", "websocket")
		}
		return err
	}
	st, err := s.enter(s.callerAddr(r))
	if err != nil {
		return err
	}
	conn, err := websocket.Accept(slim{w}, r, &websocket.AcceptOptions{
		Subprotocols:       []string{Subprotocol},
		InsecureSkipVerify: true, // the gate has looked at the origin, more strictly
	})
	if err != nil {
		s.leave(st)
		s.log.Warn("accepting a socket", "why", err)
		return nil // Accept has answered
	}
	conn.SetReadLimit(frameBytes)
	k := &socket{
		s: s, st: st, r: r, conn: conn, session: r.PathValue("session"), beat: time.NewTicker(s.timing.Heartbeat),
		hello: make(chan hello, 1), granted: make(chan struct{}, 1),
	}
	go k.serve() // the handler's goroutine has a stack of four times what a reader at rest needs
	return nil
}

// serve holds one socket to its end.
func (k *socket) serve() {
	defer k.s.leave(k.st)
	defer k.beat.Stop()
	defer func() {
		if p := recover(); p != nil { // as net/http does it: one reader's failure is not that of all
			k.s.log.Error("serving a socket", "panic", p, "stack", string(debug.Stack()))
			k.st.cut()
			_ = k.conn.CloseNow()
		}
	}()
	var read sync.WaitGroup
	read.Go(k.read)
	why := k.run()
	k.s.metrics.ended(why)
	k.close(why)
	read.Wait()
}

// upgradable refuses, in words, what Accept would refuse in another form.
func upgradable(r *http.Request) *Error {
	if !hasToken(r.Header, "Connection", "upgrade") || !hasToken(r.Header, "Upgrade", "websocket") {
		return refuse(http.StatusUpgradeRequired, "upgrade_required", "this address speaks WebSocket, subprotocol %s", Subprotocol)
	}
	key, err := base64.StdEncoding.DecodeString(r.Header.Get("Sec-WebSocket-Key"))
	if err != nil || len(key) != 16 || r.Header.Get("Sec-WebSocket-Version") != "13" || r.Method != http.MethodGet {
		return refuse(http.StatusBadRequest, "bad_handshake", "the WebSocket handshake is not that of version 13")
	}
	if !hasToken(r.Header, "Sec-WebSocket-Protocol", Subprotocol) {
		return refuse(http.StatusBadRequest, "bad_handshake", "the client must offer the subprotocol %s", Subprotocol)
	}
	return nil
}

func hasToken(h http.Header, name, want string) bool {
	return slices.ContainsFunc(strings.Split(strings.Join(h.Values(name), ","), ","), func(t string) bool {
		return strings.EqualFold(strings.TrimSpace(t), want)
	})
}

// run lives from the handshake to the reason to close.
func (k *socket) run() error {
	var h hello
	select {
	case h = <-k.hello:
	case <-k.st.ctx.Done():
		return context.Cause(k.st.ctx)
	case <-time.After(k.s.timing.Hello):
		return &closing{CloseNoHello, "no hello", nil}
	}
	g, err := k.s.grantOf(k.r, h.token)
	if err != nil {
		return unauthorized(err.Error())
	}
	if !g.reads(k.session) {
		return unauthorized(g.notReading())
	}
	if err := cmp.Or(k.s.limit.caller.check(g.who), k.s.limit.session.check(k.session)); err != nil {
		return &closing{websocket.StatusTryAgainLater, "too many", asError(err)}
	}
	if err := k.s.known(k.st, g); err != nil {
		if c, ok := errors.AsType[*closing](err); ok {
			return c
		}
		return &closing{websocket.StatusTryAgainLater, "too many", asError(err)}
	}
	if !g.expires.IsZero() {
		t := time.AfterFunc(time.Until(g.expires), func() { k.st.cancel(unauthorized(errExpired.Error())) })
		defer t.Stop()
	}
	after, err := parseCursor(h.after)
	if err != nil {
		return &closing{CloseProtocol, "bad cursor", refuse(0, "bad_cursor", "after is %s", err)}
	}
	if k.feed, err = k.s.hub.attach(k.session); err != nil {
		return k.failed(err)
	}
	defer k.s.hub.detach(k.feed)
	reason, err := k.feed.begin(k.st.ctx, after)
	if err != nil {
		return k.failed(err)
	}
	k.s.metrics.began(after, reason)
	first, last, err := k.s.edges(k.st.ctx, k.session)
	if err != nil {
		return k.failed(err)
	}
	k.s.hub.stored(k.session, last)
	k.s.audit(k.r, g, "reading begun", k.session, "over", "socket")
	if err := k.write(appendWelcome(nil, k.feed.at, first, last)); err != nil {
		return err
	}
	if reason != "" {
		if err := k.reset(reason); err != nil {
			return err
		}
	}
	return k.feed.run(k.st.ctx, k, k.beat.C)
}

func unauthorized(message string) *closing {
	return &closing{CloseExpired, "unauthorized", refuse(0, "unauthorized", "%s", message)}
}

// failed says what an error of the store means to a reader.
func (k *socket) failed(err error) error {
	if k.st.ctx.Err() != nil {
		return context.Cause(k.st.ctx)
	}
	e := asError(err)
	switch e.Code {
	case "no_session":
		return gone()
	case "too_many":
		return &closing{websocket.StatusTryAgainLater, "too many", e}
	}
	k.s.log.Error("reading for a socket", "why", err)
	e.Code = "internal"
	return &closing{websocket.StatusInternalError, "internal", e}
}

func gone() *closing {
	return &closing{websocket.StatusPolicyViolation, "no session", asError(store.ErrNoSession)}
}

// close ends the connection in the form that its reason asks for.
func (k *socket) close(why error) {
	c, ok := errors.AsType[*closing](why)
	switch {
	case ok:
	case errors.Is(why, errGone):
		c = gone()
	case errors.Is(why, errBye):
		if k.write(appendBye(nil, retryIn())) != nil {
			k.st.cut()
		}
		c = &closing{CloseBye, "bye", nil}
	default: // the client is gone, or a write failed: there is no one to tell
		k.st.cut()
		_ = k.conn.CloseNow()
		return
	}
	if c.err != nil {
		_ = k.write(appendError(nil, c.err))
	}
	// Close waits for the other side, and cannot itself be cut short: ending the read does that.
	t := time.AfterFunc(k.s.timing.Close, k.st.cut)
	defer t.Stop()
	_ = k.conn.Close(c.code, c.reason)
	k.st.cut()
}

// read takes hello and acknowledgements until the connection ends; after a frame that is none of ours it reads on, and
// does nothing, so that the closing handshake can be seen.
func (k *socket) read() {
	said, bad := false, false
	for {
		kind, msg, err := k.conn.Read(k.st.hard)
		if err != nil {
			k.st.cancel(err)
			return
		}
		if bad {
			continue
		}
		f, err := parseFrame(kind, msg)
		switch {
		case err == nil && !said && f.hello != nil:
			said = true
			k.hello <- *f.hello
		case err == nil && said && f.hello == nil:
			k.ack(f.ack.seq)
		case !said:
			bad = true
			k.st.cancel(&closing{CloseProtocol, "bad hello", refuse(0, "bad_hello", "the first frame must be a hello with a token")})
		default:
			bad = true
			k.st.cancel(&closing{CloseProtocol, "bad frame", nil})
		}
	}
}

func (k *socket) ack(seq uint64) {
	k.mu.Lock()
	n := 0
	for n < len(k.sent) && k.sent[n] <= seq {
		n++
	}
	k.sent = slices.Delete(k.sent, 0, n)
	k.mu.Unlock()
	select {
	case k.granted <- struct{}{}:
	default:
	}
}

func (k *socket) unacked() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.sent)
}

// event sends one event, and before that waits until the client has acknowledged enough: it cannot say "slower" otherwise.
func (k *socket) event(frame []byte, at cursor) error {
	for k.unacked() >= k.s.lim.Window {
		select {
		case <-k.granted:
		case <-k.beat.C:
			if err := k.tick(); err != nil {
				return err
			}
		case <-k.st.ctx.Done():
			return context.Cause(k.st.ctx)
		}
	}
	k.mu.Lock()
	k.sent = append(k.sent, at.seq) // before the write: the acknowledgement may be faster than we
	k.mu.Unlock()
	return k.write(frame)
}

func (k *socket) live() error { return k.write([]byte(`{"t":"live"}`)) }

func (k *socket) tick() error {
	last := k.s.hub.tail(k.feed.topic)
	if last.seq < k.feed.at.seq {
		last = k.feed.at // read from the store before anyone told
	}
	return k.write(appendHeartbeat(nil, last))
}

func (k *socket) reset(reason string) error {
	k.mu.Lock()
	k.sent = nil // what was before is no longer the client's to acknowledge
	k.mu.Unlock()
	return k.write(appendReset(nil, reason))
}

// write sends one frame. One that takes longer than it may gets a little more time, because a close code can only follow
// a whole frame; if that is not enough the connection is cut.
func (k *socket) write(frame []byte) error {
	ctx, cancel := context.WithTimeout(k.st.hard, k.s.timing.Write+k.s.timing.Grace)
	defer cancel()
	begun := time.Now()
	if err := k.conn.Write(ctx, websocket.MessageText, frame); err != nil {
		return err
	}
	if time.Since(begun) > k.s.timing.Write {
		return &closing{CloseSlow, "too slow", nil}
	}
	return nil
}
