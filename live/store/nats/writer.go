package nats

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

const (
	queueJobs = 1024

	// One round takes what waits, up to these.
	roundEvents = 256
	roundBytes  = 4 << 20

	// batchMin is from how many events on one atomic batch beats single writes: a batch costs several syncs of its
	// own, but only those.
	batchMin = 12

	// waveWidth bounds the single writes that wait for their answer.
	waveWidth = 64
)

// writer is the one goroutine that writes events, so that a session's order is the order in which it takes them.
type writer struct {
	c    *conn
	gate *gate
	in   chan *job
	quit chan struct{}
	done chan struct{}
	once sync.Once
}

func startWriter(c *conn, g *gate) *writer {
	w := &writer{c: c, gate: g, in: make(chan *job, queueJobs), quit: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

// do hands a job in and waits for it. If ctx ends first, the job may still be done.
func (w *writer) do(ctx context.Context, j *job) error {
	select {
	case <-w.quit:
		return errClosed
	default:
	}
	select {
	case w.in <- j:
	case <-w.quit:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-j.done:
		return nil
	case <-w.done:
		select {
		case <-j.done:
			return nil
		default:
			return errClosed
		}
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrDown, ctx.Err())
	}
}

// stop lets the writer finish what was handed in, and waits for it.
func (w *writer) stop() {
	w.once.Do(func() { close(w.quit) })
	<-w.done
}

func (w *writer) run() {
	defer close(w.done)
	for {
		select {
		case j := <-w.in:
			w.gather(j)
		case <-w.quit:
			for {
				select {
				case j := <-w.in:
					w.gather(j)
				default:
					return
				}
			}
		}
	}
}

// gather takes what waits behind a first job and writes it in one round; a deletion ends the round before it.
func (w *writer) gather(j *job) {
	var jobs []*job
	events, bytes := 0, 0
	for {
		if j.purge != nil {
			w.round(jobs)
			w.delete(j)
			return
		}
		jobs = append(jobs, j)
		events += len(j.events)
		for _, e := range j.events {
			bytes += len(e.body)
		}
		if events >= roundEvents || bytes >= roundBytes {
			break
		}
		select {
		case j = <-w.in:
			continue
		default:
		}
		break
	}
	w.round(jobs)
}

// round writes jobs to their end: in atomic batches while many events wait, else one by one.
func (w *writer) round(jobs []*job) {
	single := false
	for {
		jobs = pending(jobs)
		if len(jobs) == 0 {
			return
		}
		left := 0
		for _, j := range jobs {
			left += len(j.events) - len(j.acks)
		}
		if single || left < batchMin || !w.batch(jobs, &single) {
			w.wave(jobs)
		}
	}
}

// stored notes an event that the engine has safely.
func (w *writer) stored(j *job, e *event, seq uint64) {
	j.ix.put(e.id, entry{seq: seq, sum: e.sum})
	w.gate.raise(seq)
	j.acks = append(j.acks, store.Ack{ID: e.id, Seq: seq})
}

// wave writes the next event of each job, one of a session at a time: the engine checks each against the one before,
// and a job that fails stops there, so that nothing overtakes what failed.
func (w *writer) wave(jobs []*job) {
	type flight struct {
		j   *job
		e   *event
		fut jetstream.PubAckFuture
	}
	var flights []flight
	busy := make(map[*index]bool)
	link := w.c.life.context()
	for _, j := range jobs {
		if busy[j.ix] || len(flights) == waveWidth {
			continue
		}
		busy[j.ix] = true
		e := j.next()
		tail, _ := j.ix.state()
		fut, err := w.c.js.PublishMsgAsync(message(j.ix.session, e, tail))
		if err != nil { // it was not sent
			j.finish(fmt.Errorf("%w: %w", store.ErrDown, err))
			continue
		}
		flights = append(flights, flight{j, e, fut})
	}
	for _, f := range flights {
		select {
		case ack := <-f.fut.Ok():
			if ack.Duplicate {
				known(f.j, f.e, ack.Sequence)
			} else {
				w.stored(f.j, f.e, ack.Sequence)
			}
		case err := <-f.fut.Err():
			w.failed(f.j, err)
		case <-link.Done():
			w.failed(f.j, link.Err())
		}
	}
}

// known deals with an id that the engine remembers and the index does not. At a position up to the tail, which the
// index covers, it is of a session deleted since, and the event goes again under another message id. Behind the tail
// it may be our own write that was given up for lost: the index will tell.
func known(j *job, e *event, seq uint64) {
	tail, _ := j.ix.state()
	if e.ghost != "" || seq > tail {
		j.ix.doubt()
		j.finish(errStale)
	}
	if e.ghost == "" {
		e.ghost = rand.Text()
	}
}

// failed ends a job whose write was refused or was not answered.
func (w *writer) failed(j *job, err error) {
	err, refused := refusal(err)
	if !refused || errors.Is(err, errStale) {
		j.ix.doubt()
	}
	j.finish(err)
}

// batch writes as many events as one atomic batch takes. It reports false, having done nothing, if they are too few.
// A batch is refused whole, be it for one event: then single is set, and the events go one by one.
func (w *writer) batch(jobs []*job, single *bool) bool {
	b := collect(jobs)
	if len(b.msgs) < batchMin {
		return false
	}
	last, err := w.publish(b)
	if err == nil {
		for i, m := range b.owners {
			w.stored(m.j, m.e, last-uint64(len(b.owners)-1-i))
		}
		return true
	}
	if _, refused := refusal(err); refused {
		*single = true
		return true
	}
	for _, m := range b.owners {
		if !m.j.over {
			w.failed(m.j, err)
		}
	}
	return true
}

// delete removes a session between two rounds, so that no event slips in behind.
func (w *writer) delete(j *job) {
	if err := j.ctx.Err(); err != nil {
		j.finish(err)
		return
	}
	if err := j.purge(); err != nil {
		j.ix.doubt()
		j.finish(err)
		return
	}
	j.ix.forget(true)
	j.finish(nil)
}
