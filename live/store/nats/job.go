package nats

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/vitrine-go/vitrine/live/store"
)

// errStale ends a job whose index was not what the engine has: the caller reads it and hands in the rest again.
var errStale = errors.New("the index is stale")

// errClosed is what a store says that was closed.
var errClosed = fmt.Errorf("the store is closed: %w", store.ErrDown)

// event is one event on its way.
type event struct {
	id    string
	body  []byte
	sum   [sha256.Size]byte
	ghost string // set when the engine remembers this id though its record is gone; makes the message id another
}

// job is one call that writes. The writer owns it until done is closed.
type job struct {
	ctx    context.Context
	ix     *index
	events []*event
	create bool         // the session must not be there
	asked  bool         // the engine said that it is not, whatever the index says
	purge  func() error // deletes the session instead

	acks []store.Ack
	err  error
	done chan struct{}
	over bool
}

func (j *job) next() *event { return j.events[len(j.acks)] }

func (j *job) finish(err error) {
	j.err, j.over = err, true
	close(j.done)
}

// pending brings every job to its next event that has to be written, and returns those that have one.
func pending(jobs []*job) []*job {
	var left []*job
	for _, j := range jobs {
		if !j.over && !settle(j) {
			left = append(left, j)
		}
	}
	return left
}

// settle answers what needs no write. It reports whether the job is over.
func settle(j *job) bool {
	tail, ok := j.ix.state()
	switch {
	case !ok:
		j.finish(errStale)
	case j.create && tail != 0 && len(j.acks) == 0 && j.asked:
		j.ix.doubt()
		j.finish(errStale)
	case j.create && tail != 0 && len(j.acks) == 0:
		j.finish(store.ErrExists)
	case !j.create && tail == 0:
		j.finish(store.ErrNoSession)
	default:
		for len(j.acks) < len(j.events) {
			e := j.next()
			old, ok := j.ix.find(e.id)
			if !ok {
				if err := j.ctx.Err(); err != nil {
					j.finish(err)
					return true
				}
				return false
			}
			if old.sum != e.sum {
				j.finish(fmt.Errorf("event %s: %w", e.id, store.ErrConflict))
				return true
			}
			j.acks = append(j.acks, store.Ack{ID: e.id, Seq: old.seq, Duplicate: true})
		}
		j.finish(nil)
	}
	return true
}
