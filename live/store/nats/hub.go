package nats

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	natsgo "github.com/nats-io/nats.go"

	"github.com/vitrine-go/vitrine/live/store/internal/fanout"
)

const (
	hubMessages = 16 << 10
	hubBytes    = 64 << 20
)

// hub receives the live copies of all sessions on one subscription and hands them to the watchers.
// The copies are a hint: what the engine drops, or what falls into a break of the link, shows as lost.
type hub struct {
	c    *conn
	gate *gate
	log  *slog.Logger
	quit context.Context
	fan  fanout.Set
}

// options are those of the connection the hub listens on.
func (h *hub) options() []natsgo.Option {
	return []natsgo.Option{
		natsgo.SyncQueueLen(queueLen),
		natsgo.ReconnectHandler(func(*natsgo.Conn) { h.fan.Lost() }),
		natsgo.ErrorHandler(func(_ *natsgo.Conn, _ *natsgo.Subscription, err error) {
			if errors.Is(err, natsgo.ErrSlowConsumer) {
				h.fan.Lost()
			}
		}),
	}
}

// start subscribes; when it returns, the engine knows of it.
func (h *hub) start() error {
	sub, err := h.c.nc.Subscribe(livePrefix+">", h.deliver)
	if err == nil {
		err = sub.SetPendingLimits(hubMessages, hubBytes)
	}
	if err == nil {
		err = h.c.nc.FlushTimeout(readTimeout)
	}
	if err != nil {
		return fmt.Errorf("subscribing to the live records: %w", err)
	}
	return nil
}

func (h *hub) deliver(m *natsgo.Msg) {
	r, err := record(m.Header, m.Data)
	if err != nil {
		h.log.Warn("a live copy was dropped", "reason", err)
		h.fan.Lost()
		return
	}
	if !h.gate.pass(h.quit, r.Seq) {
		h.fan.Lost()
		return
	}
	h.fan.Deliver(r)
}
