package live

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/live/store"
)

// quota bounds the bytes of one session, so that none fills the store for the others. What a session holds is counted in
// memory: at its first event after a start by reading what is stored, from then on as events come. An event beyond the
// bound is refused, a repetition too, and nothing is ever removed to make room.
type quota struct {
	max   int64 // 0: no bound
	store store.Store

	mu   sync.Mutex
	used map[string]*usage
}

type usage struct {
	mu     sync.Mutex // one append of a session at a time
	known  bool
	bytes  int64
	asking int // under quota.mu: who holds or waits for mu
}

// rememberedUsage bounds the sessions whose bytes are kept in mind; of others they are read again.
const rememberedUsage = 4096

func errQuota(max int64) *Error {
	return refuse(http.StatusInsufficientStorage, "quota", "the session has reached its %d bytes; nothing more was stored", max)
}

// of gives the usage of a session, counted. The caller gives it back.
func (q *quota) of(ctx context.Context, session string) (*usage, error) {
	q.mu.Lock()
	u := q.used[session]
	if u == nil {
		for name, old := range q.used {
			if len(q.used) < rememberedUsage {
				break
			}
			if old.asking == 0 {
				delete(q.used, name)
			}
		}
		u = &usage{}
		q.used[session] = u
	}
	u.asking++
	q.mu.Unlock()
	u.mu.Lock()
	if u.known {
		return u, nil
	}
	n, err := stored(ctx, q.store, session)
	if err != nil {
		q.back(u)
		return nil, err
	}
	u.bytes, u.known = n, true
	return u, nil
}

func (q *quota) back(u *usage) {
	u.mu.Unlock()
	q.mu.Lock()
	u.asking--
	q.mu.Unlock()
}

// forget drops what is known of a session that is gone.
func (q *quota) forget(session string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.used, session)
}

// stored reads how many bytes a session has, its large events included.
func stored(ctx context.Context, st store.Store, session string) (n int64, err error) {
	for from := uint64(1); ; {
		page, err := st.Read(ctx, session, from, readEvents, readBytes)
		if err != nil {
			return 0, err
		}
		for _, rec := range page.Records {
			n += cost(rec.Body)
			from = rec.Seq + 1
		}
		if !page.More || len(page.Records) == 0 {
			return n, nil
		}
	}
}

// cost is what a stored envelope takes, together with the blob that it names.
func cost(body []byte) int64 {
	n := int64(len(body))
	if v, reason := protocol.Parse(body); reason == nil {
		if more, ok := v.At("event", blobKey, "bytes").Int(); ok && more > 0 {
			n += min(more, 64<<20)
		}
	}
	return n
}

// append stores events as far as the session's bytes reach, and refuses the rest.
func (q *quota) append(ctx context.Context, session string, events []store.Event) ([]store.Ack, error) {
	if q.max == 0 {
		return q.store.Append(ctx, session, events)
	}
	u, err := q.of(ctx, session)
	if err != nil {
		return nil, err
	}
	defer q.back(u)
	var acks []store.Ack
	for len(events) > 0 {
		fit, room := 0, q.max-u.bytes
		for fit < len(events) {
			if room -= cost(events[fit].Body); room < 0 {
				break
			}
			fit++
		}
		if fit == 0 {
			return acks, errQuota(q.max)
		}
		got, err := q.store.Append(ctx, session, events[:fit])
		for i, a := range got {
			if !a.Duplicate {
				u.bytes += cost(events[i].Body)
			}
		}
		acks = append(acks, got...)
		if err != nil {
			u.known = u.known && !errors.Is(err, store.ErrDown) && ctx.Err() == nil // else some of the rest may be stored
			return acks, err
		}
		events = events[fit:]
	}
	return acks, nil
}

// room tells whether a large event may be put down before it is named.
func (q *quota) room(ctx context.Context, session string, size int) error {
	if q.max == 0 {
		return nil
	}
	u, err := q.of(ctx, session)
	if err != nil {
		return err
	}
	defer q.back(u)
	if u.bytes+int64(size) > q.max {
		return errQuota(q.max)
	}
	return nil
}
