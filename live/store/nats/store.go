package nats

import (
	"context"
	"fmt"
	"os"
	"sync"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

// Store implements store.Store on JetStream.
type Store struct {
	cfg    Config
	folder *folder
	engine *engine
	space  *headroom
	epoch  string

	writes, lives, reads *conn
	events, chunks       jetstream.Stream

	gate    *gate
	writer  *writer
	hub     *hub
	pages   *pages
	indexes *indexes
	blobs   *blobs
	notes   *notes // nil in a folder

	quit    context.Context // ends when the store closes
	end     context.CancelFunc
	calls   sync.WaitGroup
	mu      sync.Mutex // guards calls against closing
	closing bool
	closed  sync.Once
}

var _ store.Store = (*Store)(nil)

// Open opens or makes the store in cfg.Dir, or in the engine at cfg.URL. ctx bounds the opening only.
// A folder that another process has open, that a newer program wrote (ErrNewer) or whose events are missing (ErrGone)
// is refused and left as it is.
func Open(ctx context.Context, cfg Config) (s *Store, err error) {
	if cfg, err = cfg.withDefaults(); err != nil {
		return nil, err
	}
	if cfg.URL != "" {
		return join(ctx, cfg)
	}
	f, err := openFolder(cfg.Dir)
	if err != nil {
		return nil, err
	}
	s = &Store{cfg: cfg, folder: f, space: &headroom{dir: cfg.Dir, min: cfg.MinFree}}
	s.quit, s.end = context.WithCancel(context.Background())
	defer func() {
		if err != nil {
			_ = s.Close()
			s = nil
		}
	}()
	known, err := f.readMarker()
	if err != nil {
		return s, err
	}
	if err = os.MkdirAll(f.engineDir(), 0o700); err != nil {
		return s, fmt.Errorf("making the engine's folder: %w", err)
	}
	s.engine = newEngine(f.engineDir(), cfg)
	if err = s.engine.start(); err != nil {
		return s, err
	}
	if err = s.connect(ctx, dialer{opts: []natsgo.Option{natsgo.InProcessServer(s.engine)}}, known); err != nil {
		return s, err
	}
	if want := (marker{Format: format, Epoch: s.epoch}); known == nil || *known != want {
		if err = f.writeMarker(want); err != nil {
			return s, err
		}
	}
	return s, nil
}

// connect makes everything that lies behind a connection: it is the same for an engine elsewhere.
func (s *Store) connect(ctx context.Context, d dialer, known *marker) (err error) {
	if s.writes, err = d.dial("vitrine writes"); err != nil {
		return err
	}
	if s.reads, err = d.dial("vitrine reads", natsgo.SyncQueueLen(queueLen)); err != nil {
		return err
	}
	req, cancel := s.writes.request(ctx, startTimeout)
	defer cancel()
	if s.events, s.chunks, s.epoch, err = streams(req, s.writes.js, s.cfg, known); err != nil {
		return err
	}
	// Reads go through the reading connection: the engine answers them inside the connection that asks.
	if s.events, err = openStream(req, s.reads.js, eventStream); err != nil {
		return fmt.Errorf("opening stream %s: %w", eventStream, err)
	}
	if s.chunks, err = openStream(req, s.reads.js, blobStream); err != nil {
		return fmt.Errorf("opening stream %s: %w", blobStream, err)
	}
	if s.cfg.URL != "" {
		if err = s.openNotes(req); err != nil {
			return err
		}
	}
	s.pages = newPages(s.quit, s.readPage)
	s.indexes = newIndexes(rememberedIDs)
	s.blobs = newBlobs()
	s.gate = newGate(s.readable)
	s.gate.shared = s.cfg.URL != ""
	s.gate.open = s.lags()
	s.hub = &hub{gate: s.gate, log: s.cfg.Logger, quit: s.quit}
	if s.lives, err = d.dial("vitrine live", s.hub.options()...); err != nil {
		return err
	}
	s.hub.c = s.lives
	if err = s.hub.start(); err != nil {
		return err
	}
	s.writer = startWriter(s.writes, s.gate)
	return nil
}

// readable tells whether the record at seq can be read.
func (s *Store) readable(seq uint64) error {
	if err := s.reads.ready(); err != nil {
		return err
	}
	req, cancel := s.reads.request(s.quit, readTimeout)
	defer cancel()
	_, err := s.look(req, s.events, query{Seq: seq})
	return err
}

// enter lets a call in unless the store closes or ctx is over; leave ends it.
func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return errClosed
	}
	s.calls.Add(1)
	return nil
}

func (s *Store) leave() { s.calls.Done() }

// Epoch names this store's history.
func (s *Store) Epoch() string { return s.epoch }

// Limits are the largest body and the largest blob.
func (s *Store) Limits() store.Limits { return store.Limits{Record: maxRecord, Blob: maxBlob} }

// Health tells why the store cannot append or read now.
func (s *Store) Health(ctx context.Context) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if s.engine != nil && !s.engine.usable() {
		return fmt.Errorf("the engine has stopped its store: %w", store.ErrDown)
	}
	for _, c := range []*conn{s.writes, s.lives, s.reads} {
		if err := c.ready(); err != nil {
			return err
		}
	}
	if err := s.space.check(); err != nil {
		return err
	}
	req, cancel := s.reads.request(ctx, readTimeout)
	defer cancel()
	info, err := s.events.Info(req)
	if err != nil {
		return down(ctx, "asking the engine", err)
	}
	limit := info.Config.MaxBytes
	if left := limit - int64(info.State.Bytes); limit > 0 && left < maxRecord {
		return fmt.Errorf("%d KiB left for events: %w", left>>10, store.ErrFull)
	}
	return nil
}

// Close lets what was handed in finish, then ends the connections and the engine. It may be called again.
func (s *Store) Close() (err error) {
	s.closed.Do(func() {
		s.mu.Lock()
		s.closing = true
		s.mu.Unlock()
		if s.writer != nil {
			s.writer.stop()
		}
		s.end()
		for _, c := range []*conn{s.writes, s.lives, s.reads} {
			if c != nil {
				c.close()
			}
		}
		s.calls.Wait()
		if s.pages != nil {
			s.pages.wait()
		}
		if s.hub != nil {
			s.hub.fan.Close()
		}
		if s.engine != nil {
			s.engine.stop()
		}
		if s.folder != nil {
			err = s.folder.close()
		}
	})
	return err
}
