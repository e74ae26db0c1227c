package live

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics count what the server does. No label names a session, a person or a token: their number has no bound.
type metrics struct {
	reg      *prometheus.Registry
	ingested *prometheus.CounterVec // events, by result
	stored   prometheus.Histogram   // seconds of one append
	lag      prometheus.Histogram   // seconds from the store to the socket of events that came live
	begun    *prometheus.CounterVec // readings, by how they began
	refills  prometheus.Counter     // readings of the store because something had not come live
	slow     prometheus.Counter     // readers that fell behind and were switched to reading the store
	closed   *prometheus.CounterVec // sockets, by close code
	requests *prometheus.CounterVec // answers that were errors, by status
	refused  *prometheus.CounterVec // refusals by code
}

func newMetrics(s *Server) *metrics {
	m := &metrics{reg: prometheus.NewRegistry()}
	counter := func(name, help string, label string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "vitrine_" + name, Help: help}, []string{label})
		m.reg.MustRegister(c)
		return c
	}
	one := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Name: "vitrine_" + name, Help: help})
		m.reg.MustRegister(c)
		return c
	}
	seconds := func(name, help string) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: "vitrine_" + name, Help: help, Buckets: prometheus.ExponentialBuckets(0.0005, 2, 16)})
		m.reg.MustRegister(h)
		return h
	}
	gauge := func(name, help string, f func() float64) {
		m.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vitrine_" + name, Help: help}, f))
	}
	m.ingested = counter("events_ingested_total", "Events that producers sent: stored, duplicate (stored before), or failed.", "result")
	m.stored = seconds("append_seconds", "Time until the store had a run of events safely.")
	m.lag = seconds("deliver_lag_seconds", "Time from the store to a reader's connection, of events that came live.")
	m.begun = counter("resume_total", "Readings that began: new, resumed, or with the reason of a reset.", "outcome")
	m.refills = one("gap_refills_total", "Readings of the store because an event had not come live.")
	m.slow = one("slow_switch_total", "Readers that fell behind what comes live and read the store instead.")
	m.closed = counter("ws_closed_total", "Sockets that ended, by close code; 0 when the other side was gone.", "code")
	m.requests = counter("request_errors_total", "Answers that were errors, by HTTP status.", "status")
	m.refused = counter("limit_refusals_total", "Refusals because of a limit, by code.", "code")
	gauge("streams", "Open sockets and event streams.", func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(len(s.streams))
	})
	gauge("ready", "1 if /readyz says that the server is ready.", func() float64 {
		ctx, cancel := s.deadline(context.Background())
		defer cancel()
		if len(s.unready(ctx)) == 0 {
			return 1
		}
		return 0
	})
	info := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "vitrine_info", Help: "What runs: always 1."}, []string{"version", "durability"})
	info.WithLabelValues(s.cfg.Version, s.cfg.Notes["durability"]).Set(1)
	m.reg.MustRegister(info, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// appended counts one run of events.
func (m *metrics) appended(acks []Accepted, sent int, took time.Duration) {
	m.stored.Observe(took.Seconds())
	dup := 0
	for _, a := range acks {
		if a.Duplicate {
			dup++
		}
	}
	m.ingested.WithLabelValues("duplicate").Add(float64(dup))
	m.ingested.WithLabelValues("stored").Add(float64(len(acks) - dup))
	m.ingested.WithLabelValues("failed").Add(float64(sent - len(acks)))
}

// began counts one reading.
func (m *metrics) began(after cursor, reason string) {
	switch {
	case reason != "":
		m.begun.WithLabelValues(reason).Inc()
	case after.seq == 0:
		m.begun.WithLabelValues("new").Inc()
	default:
		m.begun.WithLabelValues("resumed").Inc()
	}
}

// failed counts an answer that is an error.
func (m *metrics) failed(e *Error) {
	m.requests.WithLabelValues(strconv.Itoa(e.Status)).Inc()
	if e.Status == http.StatusTooManyRequests || e.Status == http.StatusInsufficientStorage {
		m.refused.WithLabelValues(e.Code).Inc()
	}
}

func (m *metrics) ended(why error) {
	code := websocket.StatusCode(0)
	if c, ok := errors.AsType[*closing](why); ok {
		code = c.code
	} else if errors.Is(why, errBye) {
		code = CloseBye
	}
	m.closed.WithLabelValues(strconv.Itoa(int(code))).Inc()
}

// Admin is what operators ask: /metrics for Prometheus, /livez, /readyz and /version. It asks for no token, so it belongs on an
// address of its own that only they reach.
func (s *Server) Admin() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.reg, promhttp.HandlerOpts{}))
	for path, serve := range map[string]func(http.ResponseWriter, *http.Request, grant) error{
		"/livez": s.livez, "/readyz": s.readyz, "/version": s.version,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			s.private(w)
			_ = serve(w, r, grant{}) // these answer whatever happens
		})
	}
	return Headers(mux, HeaderOptions{})
}
