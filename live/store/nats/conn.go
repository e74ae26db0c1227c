package nats

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

// dialer says where the engine is: in this process (opts holds the provider) or at a URL.
type dialer struct {
	url  string
	opts []natsgo.Option
}

// conn is one connection with the life of its present link: a request sent to an engine that dies is never answered,
// so every request has the life as its parent and ends with it.
type conn struct {
	nc   *natsgo.Conn
	js   jetstream.JetStream
	life *life
}

// dial connects for good: the connection comes back by itself and never buffers while it is away.
func (d dialer) dial(name string, more ...natsgo.Option) (*conn, error) {
	l := newLife()
	opts := []natsgo.Option{
		natsgo.Name(name),
		natsgo.MaxReconnects(-1),
		natsgo.ReconnectWait(20 * time.Millisecond),
		natsgo.ReconnectBufSize(-1),
		natsgo.DisconnectErrHandler(func(*natsgo.Conn, error) { l.renew() }),
		natsgo.NoCallbacksAfterClientClose(),
	}
	opts = append(opts, d.opts...)
	nc, err := natsgo.Connect(d.url, append(opts, more...)...)
	if err != nil {
		return nil, fmt.Errorf("connecting for %s: %w", name, err)
	}
	js, err := jetstream.New(nc,
		jetstream.WithPublishAsyncMaxPending(4*waveWidth),
		jetstream.WithPublishAsyncTimeout(writeTimeout),
		jetstream.WithDefaultTimeout(writeTimeout))
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("connecting for %s: %w", name, err)
	}
	return &conn{nc: nc, js: js, life: l}, nil
}

// request returns the context of one request: it ends with ctx, with the link, or after the timeout.
func (c *conn) request(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	out, cancel := context.WithTimeout(c.life.context(), timeout)
	stop := context.AfterFunc(ctx, cancel)
	return out, func() { stop(); cancel() }
}

// ready fails at once while there is no link, before a client library that would leave a subscription behind.
func (c *conn) ready() error {
	if !c.nc.IsConnected() {
		return fmt.Errorf("no connection to the engine: %w", store.ErrDown)
	}
	return nil
}

func (c *conn) close() {
	c.life.end()
	c.nc.Close()
}

// life is a context for as long as a link lasts.
type life struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelFunc
	ended  bool
}

func newLife() *life {
	l := new(life)
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

func (l *life) context() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ctx
}

func (l *life) renew() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.cancel()
	l.ctx, l.cancel = context.WithCancel(context.Background())
}

func (l *life) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.cancel()
}

// down says what a failed request means to the caller: its own context's error if that is over, else ErrDown.
func down(ctx context.Context, what string, err error) error {
	if cause := ctx.Err(); cause != nil {
		return fmt.Errorf("%s: %w", what, cause)
	}
	if errors.Is(err, store.ErrDown) {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: %w: %w", what, store.ErrDown, err)
}
