package nats

import (
	"testing"

	natsgo "github.com/nats-io/nats.go"

	"github.com/vitrine-go/vitrine/live/store"
)

// What lies in a stream that others can write to is read as a record only if every name and position in it can be true.
func FuzzRecord(f *testing.F) {
	f.Add("s/call:1", "50", "51", "ev.s", "2031-05-04T03:02:01Z")
	f.Add("s/call:1/GHOST", "-1", "51", "ev.s", "2031-05-04T03:02:01.5+02:00")
	f.Add("t/a", "-51", "51", "ev.s", "")
	f.Add("s/", "--1", "18446744073709551616", "live.s", "now")
	f.Fuzz(func(t *testing.T, id, prev, seq, subject, at string) {
		r, err := record(natsgo.Header{
			"Nats-Msg-Id": {id}, "Vitrine-Prev": {prev}, "Nats-Sequence": {"7", seq}, "Nats-Subject": {subject}, "Nats-Time-Stamp": {at},
		}, nil)
		if err == nil && (r.Prev >= r.Seq || !store.ValidSession(r.Session) || !store.ValidID(r.ID) || subject != "ev."+r.Session) {
			t.Errorf("got %+v of %q, %q, %q, %q", r, id, prev, seq, subject)
		}
	})
}

// A chunk that is accepted fits into its blob.
func FuzzChunk(f *testing.F) {
	f.Add("0", "5", 5)
	f.Add("1", "600000", 600000-chunkSize)
	f.Add("63", "33554432", chunkSize)
	f.Add("-1", "99999999999", 1)
	f.Fuzz(func(t *testing.T, n, size string, length int) {
		if length < 0 || length > chunkSize+1 {
			return
		}
		c, err := chunkOf(natsgo.Header{headerChunk: {n}, headerSize: {size}}, make([]byte, length))
		if err == nil && (c.n < 0 || c.size > maxBlob || c.n*chunkSize+length > c.size) {
			t.Errorf("got chunk %d of %d bytes with %d", c.n, c.size, length)
		}
	})
}
