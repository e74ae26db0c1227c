package nats

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"github.com/vitrine-go/vitrine/live/store"
)

// atomic is the events of one batch in order, with the jobs they belong to.
type atomic struct {
	msgs   []*natsgo.Msg
	owners []owner
	bytes  int
}

type owner struct {
	j *job
	e *event
}

// collect takes from each job the run of events that are not stored yet. A run ends at an id that is known or that
// this batch holds: such an event is answered after the batch.
func collect(jobs []*job) *atomic {
	b := new(atomic)
	at := make(map[*index]int) // where the session's last event stands in the batch
	ids := make(map[string]bool)
	for _, j := range jobs {
		for _, e := range j.events[len(j.acks):] {
			id := messageID(j.ix.session, e)
			if _, known := j.ix.find(e.id); known || ids[id] {
				break
			}
			if len(b.msgs) == roundEvents || b.bytes+len(e.body) > roundBytes {
				return b
			}
			b.add(j, e, at)
			ids[id] = true
		}
	}
	return b
}

func (b *atomic) add(j *job, e *event, at map[*index]int) {
	i := len(b.msgs)
	if before, ok := at[j.ix]; ok {
		b.msgs = append(b.msgs, batchMessage(j.ix.session, e, "-"+strconv.Itoa(i-before)))
	} else {
		tail, _ := j.ix.state()
		b.msgs = append(b.msgs, message(j.ix.session, e, tail))
	}
	at[j.ix] = i
	b.owners = append(b.owners, owner{j, e})
	b.bytes += len(e.body)
}

// publish writes a batch and returns the position of its last event.
func (w *writer) publish(b *atomic) (uint64, error) {
	ctx, cancel := w.c.request(context.Background(), writeTimeout)
	defer cancel()
	ack, err := jetstreamext.PublishMsgBatch(ctx, w.c.js, b.msgs, jetstreamext.BatchFlowControl{AckFirst: false})
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// Codes of the engine's refusals. With any code it has stored nothing.
const (
	codeAccountFull  = 10002
	codeInsufficient = 10023
	codeStorageFull  = 10047
	codeTooLarge     = 10054
	codeWrongLast    = 10071
	codeStoreFailed  = 10077
	codeWrongLastAny = 10164
)

// refusal turns what the engine answered into an error of the seam. refused is false if the outcome is unknown.
func refusal(err error) (out error, refused bool) {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return fmt.Errorf("%w: %w", store.ErrDown, err), false
	}
	switch api.ErrorCode {
	case codeWrongLast, codeWrongLastAny:
		return errStale, true
	case codeStoreFailed:
		if !strings.HasPrefix(api.Description, "maximum ") {
			return fmt.Errorf("%w: %w", store.ErrDown, err), true
		}
		fallthrough
	case codeAccountFull, codeInsufficient, codeStorageFull:
		return fmt.Errorf("%w: %w", store.ErrFull, err), true
	case codeTooLarge:
		return fmt.Errorf("%w: %w", store.ErrTooLarge, err), true
	default:
		return fmt.Errorf("%w: %w", store.ErrDown, err), true
	}
}
