package live

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
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
	heavy  chan struct{} // a place for each large body or rendering under way
	http   http.Handler

	draining atomic.Bool
	mu       sync.Mutex
	streams  map[*stream]struct{}
	waiting  int // streams whose token is not known yet
	idle     chan struct{}
}

// heavyWork is how many large bodies are held and renderings run at once; each may cost several times 32 MiB.
const heavyWork = 4

// Handler makes a server. It starts one goroutine, which Shutdown ends.
func Handler(cfg Config) *Server {
	s := &Server{
		cfg: cfg, store: cfg.Store, auth: cfg.Auth, log: cfg.Log,
		lim: cfg.Limits.withDefaults(cfg.Store.Limits()), timing: cfg.Timing.withDefaults(),
		base: "/" + strings.Trim(cfg.Base, "/") + "/", gate: newGate(cfg),
		heavy: make(chan struct{}, heavyWork), streams: map[*stream]struct{}{},
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

// hold waits for a place to do heavy work in.
func (s *Server) hold(ctx context.Context) (release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, s.timing.Write)
	defer cancel()
	select {
	case s.heavy <- struct{}{}:
		return func() { <-s.heavy }, nil
	case <-ctx.Done():
		e := refuse(http.StatusServiceUnavailable, "busy", "too many large requests at once; try again")
		e.RetryAfter = 2 * time.Second
		return nil, e
	}
}

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
	hello  bool // its token is known
}

// enter counts a stream in, or says why not.
func (s *Server) enter(hello bool) (*stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.draining.Load():
		return nil, stopping()
	case len(s.streams) >= s.lim.Sockets, !hello && s.waiting >= s.lim.Waiting:
		return nil, tooMany()
	}
	st := &stream{hello: hello}
	st.ctx, st.cancel = context.WithCancelCause(context.Background())
	st.hard, st.cut = context.WithCancel(context.Background())
	s.streams[st] = struct{}{}
	if !hello {
		s.waiting++
	}
	return st, nil
}

// known notes that a stream's token was good.
func (s *Server) known(st *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.hello = true
	s.waiting--
}

func (s *Server) leave(st *stream) {
	st.cancel(nil)
	st.cut()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.streams, st)
	if !st.hello {
		s.waiting--
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
