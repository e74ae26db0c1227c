package nats

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

// A blob is a run of chunks on one subject. The last chunk is written when all others are safe, so that a subject
// that ends with it holds a whole one. What a crash left unfinished is followed by a whole run at the next try;
// readers place chunks by their number, and the digest has the last word. Chunks carry no message id: a session that
// was deleted and made again would have them swallowed.
const (
	headerChunk = "Vitrine-Chunk" // its number, from 0
	headerSize  = "Vitrine-Size"  // bytes of the whole blob

	chunksInFlight = 4
	blobsInFlight  = 2 // each side: what is put and what is read
)

// blobs serialises the writers of one blob and bounds the memory of all.
type blobs struct {
	puts, gets chan struct{}

	mu   sync.Mutex
	busy map[string]chan struct{}
}

func newBlobs() *blobs {
	return &blobs{
		puts: make(chan struct{}, blobsInFlight),
		gets: make(chan struct{}, blobsInFlight),
		busy: make(map[string]chan struct{}),
	}
}

// own waits until nobody else writes the subject.
func (b *blobs) own(ctx context.Context, subject string) (release func(), err error) {
	for {
		b.mu.Lock()
		other := b.busy[subject]
		if other == nil {
			mine := make(chan struct{})
			b.busy[subject] = mine
			b.mu.Unlock()
			return func() {
				b.mu.Lock()
				delete(b.busy, subject)
				b.mu.Unlock()
				close(mine)
			}, nil
		}
		b.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// turn waits for a place among those at work.
func turn(ctx context.Context, turns chan struct{}) error {
	select {
	case turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// PutBlob stores a blob in chunks; they are safe when it returns.
func (s *Store) PutBlob(ctx context.Context, session, digest string, data []byte) error {
	if err := store.CheckBlob(session, digest, data, s.Limits()); err != nil {
		return err
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	what := "storing a blob of " + session
	if err := s.space.check(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	subject := blobSubject(session, digest)
	release, err := s.blobs.own(ctx, subject)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer release()
	if err := turn(ctx, s.blobs.puts); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer func() { <-s.blobs.puts }()
	whole, err := s.hasBlob(ctx, subject)
	if err == nil && !whole {
		err = s.putChunks(ctx, subject, data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// hasBlob tells whether the subject begins with a first chunk and ends with a last one.
func (s *Store) hasBlob(ctx context.Context, subject string) (bool, error) {
	if err := s.reads.ready(); err != nil {
		return false, err
	}
	req, cancel := s.reads.request(ctx, readTimeout)
	defer cancel()
	first, err := s.look(req, s.chunks, query{Seq: 1, Next: subject})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, down(ctx, "looking for it", err)
	}
	end, err := s.look(req, s.chunks, query{Last: subject})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, down(ctx, "looking for it", err)
	}
	a, err := chunkOf(first.Header, first.Data)
	if err != nil {
		return false, down(ctx, "looking for it", err)
	}
	b, err := chunkOf(end.Header, end.Data)
	if err != nil {
		return false, down(ctx, "looking for it", err)
	}
	return a.n == 0 && b.n == chunkCount(b.size)-1, nil
}

func chunkCount(size int) int { return max(1, (size+chunkSize-1)/chunkSize) }

// putChunks writes all chunks but the last, a few at a time, and the last when they are safe.
func (s *Store) putChunks(ctx context.Context, subject string, data []byte) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	link := s.writes.life.context()
	defer context.AfterFunc(link, cancel)()
	count := chunkCount(len(data))
	var waiting []jetstream.PubAckFuture
	await := func(keep int) error {
		for len(waiting) > keep {
			select {
			case <-waiting[0].Ok():
			case err := <-waiting[0].Err():
				err, _ = refusal(err)
				return err
			case <-ctx.Done():
				if link.Err() != nil {
					return fmt.Errorf("the engine went away: %w", store.ErrDown)
				}
				return fmt.Errorf("%w: %w", store.ErrDown, ctx.Err())
			}
			waiting = waiting[1:]
		}
		return nil
	}
	for n := range count {
		keep := chunksInFlight - 1
		if n == count-1 {
			keep = 0
		}
		if err := await(keep); err != nil {
			return err
		}
		fut, err := s.writes.js.PublishMsgAsync(&natsgo.Msg{
			Subject: subject,
			Data:    data[n*chunkSize : min((n+1)*chunkSize, len(data))],
			Header:  natsgo.Header{headerChunk: {fmt.Sprint(n)}, headerSize: {fmt.Sprint(len(data))}},
		})
		if err != nil {
			return fmt.Errorf("%w: %w", store.ErrDown, err)
		}
		waiting = append(waiting, fut)
	}
	return await(0)
}

type chunk struct {
	n, size int
	data    []byte
}

// chunkOf reads a chunk and checks that it fits into its blob.
func chunkOf(h natsgo.Header, data []byte) (chunk, error) {
	n, err := lastUint(h, headerChunk)
	if err != nil {
		return chunk{}, err
	}
	size, err := lastUint(h, headerSize)
	if err != nil {
		return chunk{}, err
	}
	if size > maxBlob || n >= uint64(chunkCount(int(size))) ||
		len(data) != min(chunkSize, int(size)-int(n)*chunkSize) {
		return chunk{}, fmt.Errorf("chunk %d of a blob of %d bytes: %w", n, size, errMalformed)
	}
	return chunk{n: int(n), size: int(size), data: data}, nil
}

// Blob reads a blob whole and checks it against its digest.
func (s *Store) Blob(ctx context.Context, session, digest string) ([]byte, error) {
	if err := store.CheckBlobName(session, digest); err != nil {
		return nil, err
	}
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	what := "reading blob " + digest[:12] + " of " + session
	if err := turn(ctx, s.blobs.gets); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer func() { <-s.blobs.gets }()
	subject := blobSubject(session, digest)
	var data []byte
	wait, cancel := s.reads.request(ctx, readTimeout)
	defer cancel()
	err := patient(wait, func() (again bool, err error) {
		if data, err = s.getChunks(ctx, subject); s.lags() && errors.Is(err, store.ErrNoBlob) {
			if again, err = s.hasBlob(ctx, subject); err == nil && !again {
				err = store.ErrNoBlob
			}
		}
		return again, err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != digest {
		return nil, fmt.Errorf("%s: its bytes are damaged: %w", what, store.ErrNoBlob)
	}
	return data, nil
}

// getChunks puts a blob together from the pages of its subject.
func (s *Store) getChunks(ctx context.Context, subject string) ([]byte, error) {
	var data []byte
	var have []bool
	missing := -1
	from := uint64(1)
	for missing != 0 {
		req, cancel := s.reads.request(ctx, readTimeout)
		b, err := s.get(req, blobStream, subject, from, pageRecords, pageBytes)
		cancel()
		if err != nil {
			return nil, down(ctx, "asking the engine", err)
		}
		for _, m := range b.msgs {
			c, err := chunkOf(m.Header, m.Data)
			if err != nil {
				return nil, down(ctx, "putting it together", err)
			}
			if have == nil {
				data, have = make([]byte, c.size), make([]bool, chunkCount(c.size))
				missing = len(have)
			}
			if c.size != len(data) {
				return nil, down(ctx, "putting it together", errMalformed)
			}
			if !have[c.n] {
				have[c.n] = true
				missing--
				copy(data[c.n*chunkSize:], c.data)
			}
			if from, err = lastUint(m.Header, jetstream.SequenceHeader); err != nil {
				return nil, down(ctx, "putting it together", err)
			}
			from++
		}
		if missing != 0 && !b.more {
			return nil, store.ErrNoBlob
		}
	}
	return data, nil
}
