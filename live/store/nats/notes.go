package nats

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

const (
	noteStream = "NOTE"
	notePrefix = "note."
	maxNotes   = 1 << 30 // bytes of all

	// notePoll is how late a note may be seen whose copy was lost on the way.
	notePoll = 2 * time.Second
)

var errFollowed = errors.New("the notes are followed already")

func noteSubject(key string) string { return notePrefix + strings.ReplaceAll(key, "/", ".") }

// noteConfig keeps the newest note of each key, for ever.
func noteConfig(cfg Config) jetstream.StreamConfig {
	sc := baseConfig(noteStream, notePrefix, cfg)
	sc.MaxBytes, sc.MaxAge, sc.Duplicates = maxNotes, 0, dedupeWindow
	sc.MaxMsgsPerSubject = 1
	return sc
}

// notes implement store.Notes on a stream with one message a key. What is published is heard by every server at once, which is
// only a hint to read what is stored; without one they read now and then.
type notes struct {
	s      *Store
	stream jetstream.Stream

	pulling sync.Mutex // held while notes are handed over
	fn      func(store.Note)
	next    uint64 // position from which is read

	hint chan struct{}
}

var _ store.Notes = (*notes)(nil)

// Notes are what the servers on one engine elsewhere share; nil for a store in a folder, which one server has for itself.
func (s *Store) Notes() store.Notes {
	if s.notes == nil {
		return nil
	}
	return s.notes
}

func (s *Store) openNotes(ctx context.Context) error {
	stream, err := ensure(ctx, s.writes.js, noteConfig(s.cfg), true)
	if err == nil {
		stream, err = openStream(ctx, s.reads.js, noteStream)
	}
	if err != nil {
		return err
	}
	s.notes = &notes{s: s, stream: stream, hint: make(chan struct{}, 1)}
	return nil
}

// Follow hands every note to fn.
func (n *notes) Follow(ctx context.Context, fn func(store.Note)) (stop func(), err error) {
	if err := n.begin(fn); err != nil {
		return nil, err
	}
	end := func() {
		n.pulling.Lock()
		defer n.pulling.Unlock()
		n.fn = nil
	}
	sub, err := n.s.lives.nc.Subscribe(notePrefix+">", func(*natsgo.Msg) { n.wake() })
	if err == nil {
		err = n.s.lives.nc.FlushTimeout(readTimeout)
	}
	if err == nil {
		err = n.Sync(ctx)
	}
	if err != nil {
		if sub != nil {
			_ = sub.Unsubscribe()
		}
		end()
		return nil, fmt.Errorf("reading the notes: %w", err)
	}
	life, cancel := context.WithCancel(n.s.quit)
	var running sync.WaitGroup
	running.Go(func() { n.run(life) })
	return func() {
		_ = sub.Unsubscribe() // the link may be gone
		cancel()
		running.Wait()
		end()
	}, nil
}

func (n *notes) begin(fn func(store.Note)) error {
	n.pulling.Lock()
	defer n.pulling.Unlock()
	if n.fn != nil {
		return errFollowed
	}
	n.fn, n.next = fn, 1
	return nil
}

func (n *notes) wake() {
	select {
	case n.hint <- struct{}{}:
	default:
	}
}

func (n *notes) run(ctx context.Context) {
	tick := time.NewTicker(notePoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-n.hint:
		}
		if err := n.Sync(ctx); err != nil && ctx.Err() == nil {
			n.s.cfg.Logger.Debug("the notes could not be read", "reason", err)
		}
	}
}

// Sync hands over what is stored by now. That there is nothing more is for the leader to say.
func (n *notes) Sync(ctx context.Context) error {
	if err := n.s.enter(ctx); err != nil {
		return err
	}
	defer n.s.leave()
	n.pulling.Lock()
	defer n.pulling.Unlock()
	for n.fn != nil {
		if err := n.pull(ctx); err != nil {
			return err
		}
		req, cancel := n.s.reads.request(ctx, readTimeout)
		_, err := n.s.look(req, n.stream, query{Seq: n.next, Next: notePrefix + ">"})
		cancel()
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return down(ctx, "reading the notes", err)
		}
		if n.s.lags() {
			time.Sleep(lagWait)
		}
	}
	return nil
}

// pull hands over all pages that a replica has. The caller holds pulling.
func (n *notes) pull(ctx context.Context) error {
	for {
		req, cancel := n.s.reads.request(ctx, readTimeout)
		b, err := n.s.get(req, noteStream, notePrefix+">", n.next, pageRecords, pageBytes)
		cancel()
		if err != nil {
			return down(ctx, "reading the notes", err)
		}
		for _, m := range b.msgs {
			key := strings.ReplaceAll(strings.TrimPrefix(m.Subject, notePrefix), ".", "/")
			if n.next = m.Sequence + 1; store.CheckNote(key, m.Data) == nil {
				n.fn(store.Note{Key: key, Seq: m.Sequence, Body: m.Data})
			}
		}
		if !b.more {
			return nil
		}
	}
}

// Put writes a note in the place of the one at position after.
func (n *notes) Put(ctx context.Context, key string, after uint64, body []byte) (uint64, error) {
	if err := store.CheckNote(key, body); err != nil {
		return 0, fmt.Errorf("writing a note: %w", err)
	}
	if err := n.s.enter(ctx); err != nil {
		return 0, err
	}
	defer n.s.leave()
	req, cancel := n.s.writes.request(ctx, writeTimeout)
	defer cancel()
	if err := n.s.writes.ready(); err != nil {
		return 0, err
	}
	ack, err := n.s.writes.js.Publish(req, noteSubject(key), body, jetstream.WithExpectLastSequencePerSubject(after), jetstream.WithRetryAttempts(0))
	if err == nil {
		return ack.Sequence, nil
	}
	if err, _ = refusal(err); errors.Is(err, errStale) {
		return 0, fmt.Errorf("writing the note %s: %w", key, store.ErrNewer)
	}
	return 0, down(ctx, "writing the note "+key, err)
}

// Drop removes the note at a position.
func (n *notes) Drop(ctx context.Context, key string, seq uint64) error {
	if err := store.CheckNote(key, nil); err != nil {
		return fmt.Errorf("removing a note: %w", err)
	}
	if err := n.s.enter(ctx); err != nil {
		return err
	}
	defer n.s.leave()
	req, cancel := n.s.reads.request(ctx, writeTimeout)
	defer cancel()
	if err := n.stream.Purge(req, jetstream.WithPurgeSubject(noteSubject(key)), jetstream.WithPurgeSequence(seq+1)); err != nil {
		return down(ctx, "removing the note "+key, err)
	}
	return nil
}
