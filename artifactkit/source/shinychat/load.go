package shinychat

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// beside is what lies beside a record: turns by their number, and for each node the latest list of messages. It keeps them as they
// came, for a record refers to them in any order.
type beside struct {
	turns, ui map[string][]byte // lines
	bytes     int
}

var errFull = errors.New("the files beside the record hold more than is read")

func (r *reader) load(t *talk.Talk) beside {
	b := beside{map[string][]byte{}, map[string][]byte{}, 0}
	r.lines(t, "turns.jsonl", "seq", b.turns, &b.bytes)
	r.lines(t, "ui.jsonl", "node_id", b.ui, &b.bytes)
	return b
}

// dataOf is what a line carries; absent when there is no such line.
func dataOf(line []byte) protocol.Value {
	v, why := protocol.Parse(line)
	if why != nil {
		return protocol.Value{}
	}
	return v.Get("data")
}

// lines reads a file beside the record into lines by the member that key names; the last of a kind counts. One that cannot be read
// costs itself and is told by its number.
func (r *reader) lines(t *talk.Talk, file, key string, into map[string][]byte, total *int) {
	if r.o.Sibling == nil {
		return
	}
	in, err := r.o.Sibling(file)
	if err != nil {
		return
	}
	defer in.Close()
	full := false
	bad := func(n int, why protocol.Reason) {
		why.Message = fmt.Sprintf("%s, line %d: %s", file, n, why.Message)
		t.Count(&why)
	}
	err = source.Lines(in, func(n int, line []byte, why *protocol.Reason, _ bool) {
		if len(line) == 0 && why == nil || full {
			return
		}
		if *total += len(line); *total > limits.Conversation {
			full = true
			bad(n, protocol.Reason{Code: protocol.TooLarge, Message: errFull.Error() + "."})
			return
		}
		if why != nil {
			bad(n, *why)
			return
		}
		v, why := protocol.Parse(line)
		name := word(v.Get(key))
		switch {
		case why != nil:
			bad(n, *why)
		case name == "" || !v.Get("data").Exists():
			bad(n, protocol.Reason{Code: protocol.NotAnObject, Message: "The line does not say what it belongs to."})
		default:
			into[name] = bytes.Clone(line)
		}
	})
	if err != nil {
		bad(0, protocol.Reason{Code: protocol.NotJSON, Message: "The file cannot be read."})
	}
}

// word is a key that may be a number.
func word(v protocol.Value) string { return v.Str() + v.Num() }
