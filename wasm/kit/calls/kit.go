package calls

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// More answers the calls of a larger module, with their options read; ok is false for a call that is not its own.
type More func(call string, input []byte, options protocol.Value) (answer []byte, ok bool)

// Kit is one instance of the module: the pure calls, and what is open between calls. It is for one thread.
type Kit struct {
	more  More
	docs  map[uint64]*artifactkit.Doc
	views map[uint64]*view
	last  uint64
}

// New makes an instance with nothing open. more may be nil.
func New(more More) *Kit {
	return &Kit{more, map[uint64]*artifactkit.Doc{}, map[uint64]*view{}, 0}
}

// Numbered answers a call by its number. The answer may be nil: there is nothing to say.
func (k *Kit) Numbered(op uint32, input, options []byte) []byte {
	if int(op) >= len(Names) {
		return failure("no such call")
	}
	// What is kept or answered may refer to the input, which the next call overwrites.
	return k.Answer(Names[op], bytes.Clone(input), bytes.Clone(options))
}

// Answer answers a call by its name. What is open is named by a number in the options, "doc" or "view"; a number that names
// nothing is a mistake of the caller, as it is after the instance was replaced.
func (k *Kit) Answer(call string, input, options []byte) []byte {
	o, _ := protocol.Parse(options)
	switch call {
	case "open":
		k.last++
		k.docs[k.last] = artifactkit.Open(input, Choices(o))
		return number("doc", k.last)
	case "draw", "update", "extract", "close":
		id := handle(o, "doc")
		d, ok := k.docs[id]
		if !ok {
			return failure("no such document")
		}
		if call == "close" {
			delete(k.docs, id)
			return []byte("null")
		}
		return onDoc(d, call, artifactkit.ParseState(o.Get("state").Raw()), o)
	case "begin":
		k.last++
		k.views[k.last] = newView(Choices(o))
		return number("view", k.last)
	case "feed", "act", "take", "state", "restore", "end":
		id := handle(o, "view")
		v, ok := k.views[id]
		if !ok {
			return failure("no such transcript")
		}
		if call == "end" {
			delete(k.views, id)
			return []byte("null")
		}
		return v.answer(call, input, o)
	}
	if k.more != nil {
		if answer, ok := k.more(call, input, o); ok {
			return answer
		}
	}
	return Answer(call, input, options)
}

func onDoc(d *artifactkit.Doc, call string, st artifactkit.State, o protocol.Value) []byte {
	switch call {
	case "draw":
		return d.Render(st).AppendJSON(nil)
	case "update":
		return []byte(d.Update(st, o.Get("action").Str()).JSON())
	}
	return extracted(d.Extract(o.Get("what").Str(), st))
}

// extracted answers {"mime","name","text"}, with "b64" in place of text for bytes that are none; null for a word that the view does
// not know.
func extracted(mime, name string, body []byte, ok bool) []byte {
	if !ok {
		return []byte("null")
	}
	dst := protocol.AppendString([]byte(`{"mime":`), mime)
	dst = protocol.AppendString(append(dst, `,"name":`...), name)
	if utf8.Valid(body) {
		dst = protocol.AppendString(append(dst, `,"text":`...), string(body))
	} else {
		dst = append(base64.StdEncoding.AppendEncode(append(dst, `,"b64":"`...), body), '"')
	}
	return append(dst, '}')
}

func handle(o protocol.Value, name string) uint64 {
	n, _ := strconv.ParseUint(o.Get(name).Compact(), 10, 64)
	return n
}

func number(name string, n uint64) []byte {
	return append(strconv.AppendUint([]byte(`{"`+name+`":`), n, 10), '}')
}
