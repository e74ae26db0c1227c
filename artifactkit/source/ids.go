package source

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
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
	if native == "" {
		return x.Hash(rec)
	}
	return x.Given(x.source+":"+native+":"+typ, rec)
}

// Given is an id that the record brings along, or one made of the record when it cannot be an id, or was there before.
func (x *IDs) Given(id string, rec []byte) string {
	if !ValidID(id) || x.count([]byte(id)) > 0 {
		return x.Hash(rec)
	}
	return id
}

// Repeats tells whether the record was given to Repeats before.
func (x *IDs) Repeats(rec []byte) bool { return x.count(append([]byte("record "), rec...)) > 0 }

// Hash makes <source>:<sha256 of the record, 24 hex>:<n-th of that hash>.
func (x *IDs) Hash(rec []byte) string {
	sum := sha256.Sum256(rec)
	return x.source + ":" + hex.EncodeToString(sum[:12]) + ":" + strconv.FormatUint(uint64(x.count(rec)), 10)
}

// count tells how often key was counted before.
func (x *IDs) count(key []byte) uint32 {
	sum := sha256.Sum256(key)
	k := [12]byte(sum[:12])
	n := x.seen[k]
	x.seen[k] = n + 1
	return n
}
