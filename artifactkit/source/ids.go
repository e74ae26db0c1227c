package source

import (
	"encoding/hex"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/internal/digest"
)

// IDs makes the ids of one transcript's envelopes: the same records in the same order get the same ids, and no id comes twice.
// It keeps 12 bytes for each record.
type IDs struct {
	source string
	seen   map[[12]byte]uint32
}

// NewIDs makes ids that begin with the source's name.
func NewIDs(source string) *IDs { return &IDs{source, map[[12]byte]uint32{}} }

// Native makes <source>:<native>:<typ>, where native is an id that the record carries. When that cannot be an id, or was
// made before, the id is made of the record itself.
func (x *IDs) Native(native, typ string, rec []byte) string {
	return x.NativeOf(native, typ, DigestOf(rec))
}

// NativeOf is Native for a record of which the digest is known.
func (x *IDs) NativeOf(native, typ string, rec Digest) string {
	if native == "" {
		return x.HashOf(rec)
	}
	return x.given(x.source+":"+native+":"+typ, rec)
}

// Given is an id that the record brings along, or one made of the record when it cannot be an id, or was there before.
func (x *IDs) Given(id string, rec []byte) string { return x.given(id, DigestOf(rec)) }

func (x *IDs) given(id string, rec Digest) string {
	if !ValidID(id) || x.count(DigestOf([]byte(id))) > 0 {
		return x.HashOf(rec)
	}
	return id
}

// Repeats tells whether the record was given to Repeats before.
func (x *IDs) Repeats(rec []byte) bool {
	return x.count(DigestOf(append([]byte("record "), rec...))) > 0
}

// Hash makes <source>:<sha256 of the record, 24 hex>:<n-th of that hash>.
func (x *IDs) Hash(rec []byte) string { return x.HashOf(DigestOf(rec)) }

// HashOf is Hash for a record of which the digest is known.
func (x *IDs) HashOf(rec Digest) string {
	return x.source + ":" + hex.EncodeToString(rec.sum[:]) + ":" + strconv.FormatUint(uint64(x.count(rec)), 10)
}

// count tells how often key was counted before.
func (x *IDs) count(key Digest) uint32 {
	n := x.seen[key.sum]
	x.seen[key.sum] = n + 1
	return n
}

// Digest is what ids are made of a record with. A record of which many envelopes are made is digested once: it may be long.
type Digest struct{ sum [12]byte }

// DigestOf digests a record.
func DigestOf(rec []byte) Digest {
	sum := digest.Sum(rec)
	return Digest{[12]byte(sum[:12])}
}
