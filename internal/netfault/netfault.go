// Package netfault is a network that fails on purpose, for tests: a TCP proxy on loopback that cuts, stalls, refuses and
// crumbles what passes.
package netfault

import (
	"fmt"
	"net"
	"sync"
	"sync/atomic"
)

// Proxy passes connections on to one address. Its methods may be called at any time.
type Proxy struct {
	l      net.Listener
	wg     sync.WaitGroup
	target atomic.Value // string

	refuse atomic.Bool
	crumbs atomic.Bool

	mu    sync.Mutex
	conns map[net.Conn]struct{}
	gate  chan struct{} // closed while nothing is stalled
}

// New listens on a free port of loopback.
func New(target string) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the proxy: %w", err)
	}
	p := &Proxy{l: l, conns: map[net.Conn]struct{}{}, gate: make(chan struct{})}
	close(p.gate)
	p.target.Store(target)
	p.wg.Go(p.accept)
	return p, nil
}

// Addr is where it listens.
func (p *Proxy) Addr() string { return p.l.Addr().String() }

// To sends later connections elsewhere.
func (p *Proxy) To(target string) { p.target.Store(target) }

// Refuse hangs up on every new connection, or no longer.
func (p *Proxy) Refuse(on bool) { p.refuse.Store(on) }

// Crumble passes single bytes, or no longer.
func (p *Proxy) Crumble(on bool) { p.crumbs.Store(on) }

// Stall holds all bytes back without closing anything, or lets them go.
func (p *Proxy) Stall(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.gate:
		if on {
			p.gate = make(chan struct{})
		}
	default:
		if !on {
			close(p.gate)
		}
	}
}

// Cut resets every connection where it is and returns how many ends there were.
func (p *Proxy) Cut() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.conns)
	for c := range p.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
		delete(p.conns, c)
	}
	return n
}

// Close ends the proxy and everything that passes through it.
func (p *Proxy) Close() {
	p.Refuse(true)
	_ = p.l.Close()
	p.Stall(false)
	p.Cut()
	p.wg.Wait()
}

func (p *Proxy) accept() {
	for {
		in, err := p.l.Accept()
		if err != nil {
			return
		}
		if p.refuse.Load() {
			_ = in.Close()
			continue
		}
		out, err := net.Dial("tcp", p.target.Load().(string))
		if err != nil {
			_ = in.Close()
			continue
		}
		p.mu.Lock()
		p.conns[in], p.conns[out] = struct{}{}, struct{}{}
		p.mu.Unlock()
		if p.refuse.Load() { // it was cut off meanwhile
			p.Cut()
		}
		p.wg.Go(func() { p.pass(out, in) })
		p.wg.Go(func() { p.pass(in, out) })
	}
}

func (p *Proxy) pass(to, from net.Conn) {
	defer p.forget(to)
	defer p.forget(from)
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		p.mu.Lock()
		gate := p.gate
		p.mu.Unlock()
		<-gate
		for b := buf[:n]; len(b) > 0; {
			size := len(b)
			if p.crumbs.Load() {
				size = 1
			}
			if _, err := to.Write(b[:size]); err != nil {
				return
			}
			b = b[size:]
		}
		if err != nil {
			return
		}
	}
}

func (p *Proxy) forget(c net.Conn) {
	_ = c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}
