// Package chatlas reads what the Python package chatlas dumps of a conversation: turns with contents, told apart by content_type,
// as an array, as a saved state with a member "turns", or one a line; and a tool result by itself.
//
// Contents inside the value of a result are read as well, wherever they stand. Results lie in turns of the user; they go to their calls.
package chatlas

import (
	"bytes"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/turns"
)

const name = "chatlas"

var format = talk.Format{Name: name, Agent: "chatlas", Lists: []string{"turns"}, New: func() talk.Items { return &items{turns.New(name)} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "chatlas turns", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads a dumped tool result.
func result(root protocol.Value) ([]byte, bool) {
	if !strings.HasPrefix(root.Get("content_type").Str(), "tool_result") || !root.Get("value").Exists() && !root.Get("error").Exists() {
		return nil, false
	}
	return turns.ChatlasResult(root).Single(name), true
}

func sniff(head []byte) bool {
	marked := bytes.Contains(head, []byte(`"content_type"`))
	for _, v := range talk.Begins(head, "turns") {
		cutOff := v.Len() == 1 && v.Get("contents").Type() == protocol.Null // its contents are longer than the beginning
		if turns.IsChatlas(v) && (marked || v.Get("contents").Type() != protocol.Null) || cutOff && marked {
			return true
		}
	}
	return false
}

type items struct{ turns *turns.Turns }

// Item reads a turn, or an object around a list of turns.
func (x *items) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	if list := v.Get("turns"); list.Type() == protocol.Array && !v.Get("contents").Exists() {
		t.Each(list, func(e protocol.Value) *protocol.Reason {
			t.Item(e, "", "", nil)
			return x.turns.Chatlas(t, e)
		})
		if rest := turns.Rest(v, "turns", "version"); rest != nil {
			t.Item(v, "", "", nil)
			t.Put(name+".state", "", rest)
		}
		return nil
	}
	if !turns.IsChatlas(v) && !v.Get("role").Exists() {
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "This is no turn."}
	}
	return x.turns.Chatlas(t, v)
}

// End has nothing left to say: a turn is whole.
func (x *items) End(*talk.Talk) {}
