package live

import (
	"context"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// Server is the live server's handler. Make it with [Handler], stop it with Shutdown.
type Server struct {
	cfg     Config
	store   store.Store
	auth    *Auth
	base    string // begins and ends with a slash
	gate    gate
	limit   limiters
	lim     Limits
	timing  Timing
	log     *slog.Logger
	hub     *hub
	quota   *quota
	metrics *metrics
	heavy   *places // for large bodies that come in and renderings
	out     *places // for large answers that go out
	http    http.Handler

	unlisten func()     // ends the news of other servers' revocations
	creating sync.Mutex // held while a session is made
	draining atomic.Bool
	mu       sync.Mutex
	streams  map[*stream]struct{}
	by       map[string]int // streams by address and by caller
	waiting  []*stream      // those whose token is not known yet, oldest first
	idle     chan struct{}
	stopping bool
}

// Handler makes a server. It starts one goroutine, which Shutdown ends.
func Handler(cfg Config) *Server {
	s := &Server{
		cfg: cfg, store: cfg.Store, auth: cfg.Auth, log: cfg.Log,
		lim: cfg.Limits.withDefaults(cfg.Store.Limits()), timing: cfg.Timing.withDefaults(),
		base: "/" + strings.Trim(cfg.Base, "/") + "/", gate: newGate(cfg),
		heavy: newPlaces(heavyWork), out: newPlaces(answersOut), streams: map[*stream]struct{}{}, by: map[string]int{},
	}
	if s.base == "//" {
		s.base = "/"
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.limit = newLimiters(s.lim)
	s.quota = &quota{max: s.lim.Quota, store: s.store, used: map[string]*usage{}}
	s.metrics = newMetrics(s)
	s.hub = newHub(s)
	s.http = s.handler()
	s.unlisten = func() {}
	if s.auth != nil {
		s.unlisten = s.auth.ledger.onChange(s.revalidate)
	}
	return s
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.http.ServeHTTP(w, r) }

// deadline bounds one look into the store.
func (s *Server) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.timing.Write+time.Second)
}

// stream is one long answer: a socket, or server-sent events.
type stream struct {
	ctx    context.Context // ends the stream in good order; its cause says why
	cancel context.CancelCauseFunc
	hard   context.Context // ends it at once, a write under way included
	cut    context.CancelFunc

	grant        grant  // of a caller that is known
	addr, caller string // as they are counted; "" if not
}

// enter counts a stream in, or says why not. Where too many have not said hello the oldest of them goes: a reader says it at once,
// and must find room however many others only keep silent.
func (s *Server) enter(addr string) (*stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	addr = "addr " + addr
	switch {
	case s.draining.Load():
		return nil, stopping()
	case len(s.streams) >= s.lim.Sockets, s.by[addr] >= s.lim.PerAddr:
		return nil, tooMany()
	case len(s.waiting) >= s.lim.Waiting:
		s.waiting[0].cancel(&closing{CloseNoHello, "no hello", nil})
		s.waiting = s.waiting[1:]
	}
	st := &stream{addr: addr}
	st.ctx, st.cancel = context.WithCancelCause(context.Background())
	st.hard, st.cut = context.WithCancel(context.Background())
	s.streams[st] = struct{}{}
	s.by[addr]++
	s.waiting = append(s.waiting, st)
	return st, nil
}

// known notes whose a stream is, if that one may have another.
func (s *Server) known(st *stream, g grant) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.greeted(st)
	if s.by[g.who] >= s.lim.PerUser {
		return tooMany()
	}
	if g.gone() { // revoked since it was looked at
		return unauthorized(errRevoked.Error())
	}
	st.grant, st.caller = g, g.who
	s.by[g.who]++
	return nil
}

// greeted takes a stream from those that wait, if it is still one of them.
func (s *Server) greeted(st *stream) {
	if i := slices.Index(s.waiting, st); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
}

func (s *Server) leave(st *stream) {
	st.cancel(nil)
	st.cut()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.streams, st)
	s.greeted(st)
	for _, key := range []string{st.addr, st.caller} {
		if key == "" {
			continue
		}
		if s.by[key]--; s.by[key] == 0 {
			delete(s.by, key)
		}
	}
	if s.idle != nil && len(s.streams) == 0 {
		close(s.idle)
		s.idle = nil
	}
}

func tooMany() *Error {
	e := refuse(http.StatusTooManyRequests, "too_many", "too many streams are open; try again later")
	e.RetryAfter = time.Second
	return e
}

func stopping() *Error {
	e := refuse(http.StatusServiceUnavailable, "stopping", "the server is stopping")
	e.RetryAfter = retryIn()
	return e
}

// retryIn spreads the return of many readers.
func retryIn() time.Duration {
	return 250*time.Millisecond + rand.N(1750*time.Millisecond)
}

// Drain makes the server say that it is not ready and take no new streams, while those that are open go on. It comes
// before Shutdown where something in front asks /readyz and needs a moment to look elsewhere.
func (s *Server) Drain() { s.draining.Store(true) }

// Shutdown says goodbye to every open stream, one after the other over [Timing].Spread, waits until they are closed, and
// ends the server's goroutine; new streams are refused from the first moment. When ctx ends first, or Shutdown is called
// again meanwhile, what is still open is cut. http.Server.Shutdown knows nothing of sockets, so this comes before it.
// Neither closes the store.
func (s *Server) Shutdown(ctx context.Context) error {
	s.Drain()
	s.mu.Lock()
	again := s.stopping
	s.stopping = true
	if s.idle == nil && len(s.streams) > 0 {
		s.idle = make(chan struct{})
	}
	idle := s.idle
	open := slices.Collect(maps.Keys(s.streams))
	s.mu.Unlock()
	defer s.hub.close()
	s.unlisten()
	if idle == nil {
		return nil
	}
	if again {
		for _, st := range open {
			st.cancel(errBye)
			st.cut()
		}
	} else {
		s.goodbye(ctx, open)
	}
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	for st := range s.streams {
		st.cut()
	}
	s.mu.Unlock()
	<-idle
	return ctx.Err()
}

// goodbye ends streams in good order, in steps: a reader that comes back at once finds the next server not in a crowd.
func (s *Server) goodbye(ctx context.Context, open []*stream) {
	const steps = 20
	per := (len(open) + steps - 1) / steps
	for group := range slices.Chunk(open, per) {
		for _, st := range group {
			st.cancel(errBye)
		}
		if len(open) > steps && sleep(ctx, s.timing.Spread/steps) != nil {
			break
		}
	}
	for _, st := range open {
		st.cancel(errBye) // the first reason counts
	}
}
