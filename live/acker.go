package live

import (
	"context"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// An acknowledgement is due after so many events, or so long after the first of them.
const (
	ackEvents = 256
	ackDelay  = time.Second
)

// acker tells the server how far the client has come.
type acker struct {
	ctx  context.Context
	conn *websocket.Conn

	mu     sync.Mutex
	cursor string
	open   int
	timer  *time.Timer
	ended  bool
	busy   sync.WaitGroup
}

// note counts one delivered event.
func (a *acker) note(cursor string) error {
	a.mu.Lock()
	a.cursor = cursor
	a.open++
	due := a.open >= ackEvents
	if a.open == 1 && !due {
		a.busy.Add(1)
		a.timer = time.AfterFunc(ackDelay, func() {
			defer a.busy.Done()
			_ = a.flush() // the reader finds out that the connection is gone
		})
	}
	a.mu.Unlock()
	if due {
		return a.flush()
	}
	return nil
}

func (a *acker) flush() error {
	a.mu.Lock()
	cursor, open := a.cursor, a.open
	a.open = 0
	a.disarm()
	ended := a.ended
	a.mu.Unlock()
	if open == 0 || ended {
		return nil
	}
	return send(a.ctx, a.conn, struct {
		T      string `json:"t"`
		Cursor string `json:"cursor"`
	}{"ack", cursor})
}

// disarm stops a timer that has not fired. The caller holds mu.
func (a *acker) disarm() {
	if a.timer != nil && a.timer.Stop() {
		a.busy.Done()
	}
	a.timer = nil
}

// stop ends the timer and waits for an acknowledgement under way; the connection is about to be closed.
func (a *acker) stop() {
	a.mu.Lock()
	a.ended = true
	a.disarm()
	a.mu.Unlock()
	_ = a.conn.CloseNow()
	a.busy.Wait()
}
