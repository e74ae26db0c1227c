package live

import (
	"context"
	"log/slog"
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
	cfg    Config
	store  store.Store
	auth   *Auth
	base   string // begins and ends with a slash
	gate   gate
	limit  *limiter
	lim    Limits
	timing Timing
	log    *slog.Logger
	hub    *hub
	heavy  *places // for large bodies that come in and renderings
	out    *places // for large answers that go out
	http   http.Handler

	draining atomic.Bool
	mu       sync.Mutex
	streams  map[*stream]struct{}
	waiting  []*stream // those whose token is not known yet, oldest first
	idle     chan struct{}
}

// Handler makes a server. It starts one goroutine, which Shutdown ends.
func Handler(cfg Config) *Server {
	s := &Server{
		cfg: cfg, store: cfg.Store, auth: cfg.Auth, log: cfg.Log,
		lim: cfg.Limits.withDefaults(cfg.Store.Limits()), timing: cfg.Timing.withDefaults(),
		base: "/" + strings.Trim(cfg.Base, "/") + "/", gate: newGate(cfg),
		heavy: newPlaces(heavyWork), out: newPlaces(answersOut), streams: map[*stream]struct{}{},
	}
	if s.base == "//" {
		s.base = "/"
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.limit = newLimiter(s.lim.Rate, s.lim.Burst)
	s.hub = newHub(s)
	s.http = s.handler()
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
}

// enter counts a stream in, or says why not. Where too many have not said hello the oldest of them goes: a reader says it at once,
// and must find room however many others only keep silent.
func (s *Server) enter(hello bool) (*stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.draining.Load():
		return nil, stopping()
	case len(s.streams) >= s.lim.Sockets:
		return nil, tooMany()
	case !hello && len(s.waiting) >= s.lim.Waiting:
		s.waiting[0].cancel(&closing{CloseNoHello, "no hello", nil})
		s.waiting = s.waiting[1:]
	}
	st := &stream{}
	st.ctx, st.cancel = context.WithCancelCause(context.Background())
	st.hard, st.cut = context.WithCancel(context.Background())
	s.streams[st] = struct{}{}
	if !hello {
		s.waiting = append(s.waiting, st)
	}
	return st, nil
}

// known notes that a stream's token was good.
func (s *Server) known(st *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.greeted(st)
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

// Shutdown says goodbye to every open stream, waits until they are closed, and ends the server's goroutine; new streams
// are refused from the first moment. When ctx ends first, or Shutdown is called again meanwhile, what is still open is cut.
// http.Server.Shutdown knows nothing of sockets, so this comes before it. Neither closes the store.
func (s *Server) Shutdown(ctx context.Context) error {
	again := s.draining.Swap(true)
	s.mu.Lock()
	if s.idle == nil && len(s.streams) > 0 {
		s.idle = make(chan struct{})
	}
	idle := s.idle
	for st := range s.streams {
		st.cancel(errBye)
		if again {
			st.cut()
		}
	}
	s.mu.Unlock()
	defer s.hub.close()
	if idle == nil {
		return nil
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
