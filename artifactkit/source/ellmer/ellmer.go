// Package ellmer reads what the R package ellmer records of a conversation with contents_record(): a tool result by itself, and
// turns, as an array, an object with a member "turns", or one a line.
//
// The records are read in every form in which R writes them: with scalars unboxed or in boxes, and as serializeJSON. Classes that
// other packages derive are read by what they hold. What is not known is shown as it is.
package ellmer

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/turns"
)

const name = "ellmer"

var format = talk.Format{Name: name, Agent: "ellmer", Lists: []string{"turns", "value"}, New: func() talk.Items { return &items{turns.New(name)} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "ellmer records", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads a recorded tool result.
func result(root protocol.Value) ([]byte, bool) {
	v := turns.Plain(root)
	if !turns.IsResult(v) {
		return nil, false
	}
	return turns.EllmerResult(v).Single(name), true
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "turns", "value") {
		if mine(v) {
			return true
		}
	}
	return false
}

// mine tells whether v is a turn, or a list of them in R's serialisation.
func mine(v protocol.Value) bool {
	if turns.Serialized(v) {
		return v.Get("type").Str() == "list" && turn(turns.Plain(v))
	}
	return turns.IsTurn(turns.Plain(v))
}

// turn tells whether a decoded value is a turn, or begins with one.
func turn(v protocol.Value) bool {
	list := v
	if v.Type() == protocol.Object && !turns.IsRecord(v) {
		list = v.Get("turns")
	}
	for _, e := range list.Elems() {
		return turns.IsTurn(e)
	}
	return turns.IsTurn(v)
}

type items struct{ turns *turns.Turns }

// Item reads a turn, a content, or a list of turns.
func (x *items) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	plain := turns.Plain(v)
	list := plain
	if plain.Type() == protocol.Object && !turns.IsRecord(plain) {
		list = plain.Get("turns")
	}
	if list.Type() == protocol.Array {
		t.Each(list, func(e protocol.Value) *protocol.Reason {
			t.Item(e, "", "", nil)
			return x.turns.Ellmer(t, turns.Plain(e))
		})
		if rest := turns.Rest(plain, "turns"); rest != nil {
			t.Item(v, "", "", nil)
			t.Put(name+".state", "", rest)
		}
		return nil
	}
	return x.turns.Ellmer(t, plain)
}

// End has nothing left to say: a turn is whole.
func (x *items) End(*talk.Talk) {}
