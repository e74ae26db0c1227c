package live_test

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

// faulty is a store that does what stores do on bad days.
type faulty struct {
	store.Store
	drop  func(store.Record) bool // live copies that never come
	down  atomic.Bool             // it does not answer
	cut   atomic.Uint64           // records below this position are gone
	epoch atomic.Pointer[string]  // another history
	blobs atomic.Int32            // how many were put

	mu     sync.Mutex
	losses []func()
}

func (f *faulty) Watch(fn func(store.Record), lost func()) (func(), error) {
	f.mu.Lock()
	f.losses = append(f.losses, lost)
	f.mu.Unlock()
	return f.Store.Watch(func(r store.Record) {
		if f.drop == nil || !f.drop(r) {
			fn(r)
		}
	}, lost)
}

func (f *faulty) Read(ctx context.Context, session string, from uint64, limit, maxBytes int) (store.Page, error) {
	if f.down.Load() {
		return store.Page{}, store.ErrDown
	}
	return f.Store.Read(ctx, session, max(from, f.cut.Load()), limit, maxBytes)
}

func (f *faulty) Bounds(ctx context.Context, session string) (first, last uint64, err error) {
	if f.down.Load() {
		return 0, 0, store.ErrDown
	}
	first, last, err = f.Store.Bounds(ctx, session)
	return max(first, f.cut.Load()), last, err
}

func (f *faulty) Append(ctx context.Context, session string, events []store.Event) ([]store.Ack, error) {
	if f.down.Load() {
		return nil, store.ErrDown
	}
	return f.Store.Append(ctx, session, events)
}

func (f *faulty) PutBlob(ctx context.Context, session, sha256 string, data []byte) error {
	f.blobs.Add(1)
	return f.Store.PutBlob(ctx, session, sha256, data)
}

func (f *faulty) Health(ctx context.Context) error {
	if f.down.Load() {
		return store.ErrDown
	}
	return f.Store.Health(ctx)
}

func (f *faulty) Epoch() string {
	if e := f.epoch.Load(); e != nil {
		return *e
	}
	return f.Store.Epoch()
}

// proxy passes bytes between clients and one address, and can cut or stall them.
type proxy struct {
	t      *testing.T
	l      net.Listener
	target string
	wg     sync.WaitGroup
	stall  atomic.Bool
	gate   chan struct{} // closed when a stall ends

	mu    sync.Mutex
	conns map[net.Conn]struct{}
	cuts  int
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, l: l, target: target, conns: map[net.Conn]struct{}{}, gate: make(chan struct{})}
	p.wg.Go(p.accept)
	t.Cleanup(func() {
		p.release()
		l.Close()
		p.cutAll()
		p.wg.Wait()
	})
	return p
}

func (p *proxy) accept() {
	for {
		in, err := p.l.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", p.target)
		if err != nil {
			in.Close()
			continue
		}
		p.mu.Lock()
		p.conns[in], p.conns[out] = struct{}{}, struct{}{}
		p.mu.Unlock()
		p.wg.Go(func() { p.pass(out, in) })
		p.wg.Go(func() { p.pass(in, out) })
	}
}

func (p *proxy) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buf := make([]byte, 4<<10)
	for {
		if p.stall.Load() {
			<-p.gate
		}
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// cutAll breaks every connection where it is.
func (p *proxy) cutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cuts++
	for c := range p.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // a reset, not an end
		}
		c.Close()
		delete(p.conns, c)
	}
}

func (p *proxy) release() {
	if p.stall.Swap(false) {
		close(p.gate)
	}
}
