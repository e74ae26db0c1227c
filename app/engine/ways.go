package engine

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// lead answers the calls that lead a reader through the transcript; ok is false for a call that is none of them. Where one leads to a
// place it is {"key","ref","n","of"} under "at", beside the changes that bring it into view.
func (e *Engine) lead(call string, input []byte) (answer []byte, ok bool) {
	v, _ := protocol.Parse(input)
	from := v.Get("from").Str()
	by, _ := v.Get("by").Int()
	switch call {
	case "reveal":
		ref := v.Get("call").Str()
		key, c := e.t.Reveal(ref)
		return e.placed(transcript.Place{Key: key, Ref: ref}, c), true
	case "failure":
		return e.placed(e.t.Failure(from, int(by))), true
	case "find":
		return found(e.t.Find(v.Get("words").Str())), true
	case "findMore":
		return found(e.t.FindMore()), true
	case "hit":
		return e.placed(e.t.Hit(from, int(by))), true
	case "filter":
		return e.changes(e.t.SetFilter(transcript.Filter{Tool: v.Get("tool").Str(), Status: v.Get("status").Str(), Kind: v.Get("kind").Str()}), nil), true
	case "grouping":
		return e.changes(e.t.SetGrouping(transcript.Grouping(v.Get("grouping").Str())), nil), true
	case "about":
		return e.about(v.Get("part").Str()), true
	}
	return nil, false
}

// Facets are what the frame offers to filter by.
func (e *Engine) Facets() transcript.Facets { return e.t.Facets() }

func (e *Engine) placed(p transcript.Place, c transcript.Changes) []byte {
	dst := e.changes(c, nil)
	if p.Key == "" {
		return dst
	}
	dst = protocol.AppendString(append(dst[:len(dst)-1], `,"at":{"key":`...), p.Key)
	dst = protocol.AppendString(append(dst, `,"ref":`...), p.Ref)
	dst = appendInt(append(dst, `,"n":`...), p.N)
	dst = appendInt(append(dst, `,"of":`...), p.Of)
	return append(dst, '}', '}')
}

// found answers {"hits","done","cut"}.
func found(f transcript.Found) []byte {
	dst := appendInt([]byte(`{"hits":`), f.Hits)
	dst = appendBool(append(dst, `,"done":`...), f.Done)
	dst = appendBool(append(dst, `,"cut":`...), f.Cut)
	return append(dst, '}')
}

func appendBool(dst []byte, on bool) []byte {
	if on {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// about answers {"ref","copy":[…]}, nothing for a part that belongs to no call.
func (e *Engine) about(part string) []byte {
	a, ok := e.t.About(part)
	if !ok {
		return nil
	}
	dst := protocol.AppendString([]byte(`{"ref":`), a.Ref)
	dst = append(dst, `,"copy":[`...)
	for i, word := range a.Copy {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = protocol.AppendString(dst, word)
	}
	return append(dst, ']', '}')
}
