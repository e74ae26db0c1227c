package nats

import (
	"fmt"
	"log/slog"
	"net"
	"sync"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/vitrine-go/vitrine/live/store"
)

// engine is the embedded server. Connections ask it for a pipe to the server that runs now, so that they come back
// by themselves after a restart.
type engine struct {
	opts server.Options
	log  *slog.Logger

	mu sync.Mutex
	ns *server.Server
}

func newEngine(dir string, cfg Config) *engine {
	return &engine{
		log: cfg.Logger,
		opts: server.Options{
			ServerName: "vitrine",
			DontListen: true,
			NoSigs:     true,
			NoLog:      true,
			JetStream:  true,
			StoreDir:   dir,
			// Left to itself the engine takes a share of the disk that was free at start.
			JetStreamMaxStore:      cfg.MaxBytes + 64<<20,
			JetStreamMaxMemory:     64 << 20,
			DisableJetStreamBanner: true,
			SyncAlways:             cfg.Sync == Strict,
			SyncInterval:           syncEvery,
			MaxPayload:             1 << 20,
		},
	}
}

// start starts a server and waits until it takes connections.
func (e *engine) start() error {
	opts := e.opts
	ns, err := server.NewServer(&opts)
	if err != nil {
		return fmt.Errorf("starting the engine: %w", err)
	}
	ns.SetLoggerV2(engineLog{e.log}, false, false, false)
	ns.Start()
	if !ns.ReadyForConnections(startTimeout) || !ns.JetStreamEnabled() {
		ns.Shutdown()
		ns.WaitForShutdown()
		return fmt.Errorf("starting the engine: it is not ready: %w", store.ErrDown)
	}
	e.mu.Lock()
	e.ns = ns
	e.mu.Unlock()
	return nil
}

// stop flushes and ends the server; what was acknowledged is on disk.
func (e *engine) stop() {
	e.mu.Lock()
	ns := e.ns
	e.ns = nil
	e.mu.Unlock()
	if ns != nil {
		ns.Shutdown()
		ns.WaitForShutdown()
	}
}

// usable reports whether the server runs and has not given up its store.
func (e *engine) usable() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ns != nil && e.ns.Running() && e.ns.JetStreamEnabled()
}

// InProcessConn gives a pipe to the running server. It implements the client's provider.
func (e *engine) InProcessConn() (net.Conn, error) {
	e.mu.Lock()
	ns := e.ns
	e.mu.Unlock()
	if ns == nil {
		return nil, fmt.Errorf("connecting: the engine does not run: %w", store.ErrDown)
	}
	return ns.InProcessConn()
}

// engineLog writes the server's log to ours. Nothing of it holds a body.
type engineLog struct{ log *slog.Logger }

func (l engineLog) Noticef(f string, v ...any) { l.log.Debug(fmt.Sprintf(f, v...)) }
func (l engineLog) Warnf(f string, v ...any)   { l.log.Warn(fmt.Sprintf(f, v...)) }
func (l engineLog) Errorf(f string, v ...any)  { l.log.Error(fmt.Sprintf(f, v...)) }
func (l engineLog) Fatalf(f string, v ...any)  { l.log.Error(fmt.Sprintf(f, v...)) }
func (l engineLog) Debugf(string, ...any)      {}
func (l engineLog) Tracef(string, ...any)      {}
