package nats

import (
	"context"
	"errors"
	"fmt"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"github.com/vitrine-go/vitrine/live/store"
)

var (
	errHole    = errors.New("a page came with a hole")
	errSilence = errors.New("no answer")
)

// batch is one direct get: messages of a subject from a position on, in order, without a hole.
type batch struct {
	msgs []*jetstream.RawStreamMsg
	more bool
}

// get asks for up to limit messages and about maxBytes; at least one comes if there is one.
// An answer that was cut off gives its good beginning, and an error only if that is empty.
func (s *Store) get(ctx context.Context, stream, subject string, from uint64, limit, maxBytes int) (batch, error) {
	if err := s.reads.ready(); err != nil {
		return batch{}, err
	}
	it, err := jetstreamext.GetBatch(ctx, s.reads.js, stream, limit,
		jetstreamext.GetBatchSeq(max(from, 1)),
		jetstreamext.GetBatchSubject(subject),
		jetstreamext.GetBatchMaxBytes(maxBytes))
	if err != nil {
		return batch{}, err
	}
	var b batch
	var prev uint64
	for m, err := range it {
		if errors.Is(err, jetstreamext.ErrNoMessages) {
			return batch{}, nil
		}
		if err == nil {
			err = chained(m.Header, &prev, &b.more)
		}
		if err != nil {
			if len(b.msgs) > 0 {
				break
			}
			return batch{}, err
		}
		b.msgs = append(b.msgs, m)
	}
	// The iterator ends without an error also when time is up or the link was cut.
	if len(b.msgs) == 0 {
		if err := ctx.Err(); err != nil {
			return batch{}, err
		}
		return batch{}, errSilence
	}
	return b, nil
}

// chained checks that a message follows the one before it in its page and notes whether others follow.
func chained(h natsgo.Header, prev *uint64, more *bool) error {
	seq, err := lastUint(h, jetstream.SequenceHeader)
	if err != nil {
		return err
	}
	before, err := lastUint(h, jetstream.LastSequenceHeader)
	if err != nil {
		return err
	}
	pending, err := lastUint(h, "Nats-Num-Pending")
	if err != nil {
		return err
	}
	if before != *prev {
		return errHole
	}
	*prev, *more = seq, pending > 0
	return nil
}

// readPage reads one page of a session from the engine.
func (s *Store) readPage(ctx context.Context, k pageKey) (store.Page, error) {
	what := "reading " + k.session
	req, cancel := s.reads.request(ctx, readTimeout)
	defer cancel()
	// The engine counts headers and subjects too; what comes over the limit by this is cut off below.
	room := k.maxBytes + k.limit*512
	var b batch
	err := patient(req, func() (again bool, err error) {
		if b, err = s.get(req, eventStream, eventSubject(k.session), k.from, k.limit, room); err != nil {
			return false, down(ctx, what, err)
		}
		if len(b.msgs) > 0 && !(s.lags() && !b.more) {
			return false, nil
		}
		if again, err = s.caughtUp(req, k, &b); err != nil {
			return false, fmt.Errorf("%s: %w", what, err)
		}
		return again, nil
	})
	if err != nil {
		return store.Page{}, err
	}
	if len(b.msgs) == 0 {
		return store.Page{}, nil
	}
	records := make([]store.Record, len(b.msgs))
	for i, m := range b.msgs {
		if records[i], err = record(m.Header, m.Data); err != nil {
			return store.Page{}, down(ctx, what, err)
		}
	}
	return store.CutPage(records, b.more, k.limit, k.maxBytes), nil
}

// newest returns a session's newest record, ErrNoSession if it has none.
func (s *Store) newest(ctx context.Context, session string) (store.Record, error) {
	return s.one(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return s.look(ctx, s.events, query{Last: eventSubject(session)})
	})
}

// oldest returns a session's oldest kept record, ErrNoSession if it has none.
func (s *Store) oldest(ctx context.Context, session string) (store.Record, error) {
	return s.one(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return s.look(ctx, s.events, query{Seq: 1, Next: eventSubject(session)})
	})
}

func (s *Store) one(ctx context.Context, get func(context.Context) (*jetstream.RawStreamMsg, error)) (store.Record, error) {
	if err := s.reads.ready(); err != nil {
		return store.Record{}, err
	}
	req, cancel := s.reads.request(ctx, readTimeout)
	defer cancel()
	m, err := get(req)
	if errors.Is(err, jetstream.ErrMsgNotFound) && s.lags() {
		if err = s.barrier(req); err == nil {
			m, err = get(req)
		}
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return store.Record{}, store.ErrNoSession
	}
	if err != nil {
		return store.Record{}, down(ctx, "asking the engine", err)
	}
	r, err := record(m.Header, m.Data)
	if err != nil {
		return store.Record{}, down(ctx, "asking the engine", err)
	}
	return r, nil
}
