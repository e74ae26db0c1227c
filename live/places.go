package live

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// heavyWork is how many large bodies are taken in and renderings run at once; each may cost several times 32 MiB. answersOut is how
// many answers of that size are held until their readers have taken them. Of both one session's tokens get half at most, so that
// who holds one cannot keep the others out by sending or reading slowly.
const (
	heavyWork  = 4
	answersOut = 32
)

// places are shared by everyone who needs one of a few.
type places struct {
	mu    sync.Mutex
	max   int
	used  int
	by    map[string]int // of those used, by session
	freed chan struct{}  // closed when one is given back
}

func newPlaces(n int) *places {
	return &places{max: n, by: map[string]int{}, freed: make(chan struct{})}
}

// take waits for a place. The empty session, which is the admin token's, has no bound of its own.
func (p *places) take(ctx context.Context, session string) (release func(), ok bool) {
	for {
		p.mu.Lock()
		if p.used < p.max && (session == "" || p.by[session] < p.max/2) {
			p.used++
			p.by[session]++
			p.mu.Unlock()
			return sync.OnceFunc(func() { p.give(session) }), true
		}
		freed := p.freed
		p.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, false
		}
	}
}

func (p *places) give(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used--
	if p.by[session]--; p.by[session] == 0 {
		delete(p.by, session)
	}
	close(p.freed)
	p.freed = make(chan struct{})
}

// hold waits for a place, as long as one write may take. Release may be called more than once.
func (s *Server) hold(ctx context.Context, p *places, g grant) (release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, s.timing.Write)
	defer cancel()
	if release, ok := p.take(ctx, g.session); ok {
		return release, nil
	}
	e := refuse(http.StatusServiceUnavailable, "busy", "too many large requests at once; try again")
	e.RetryAfter = 2 * time.Second
	return nil, e
}
