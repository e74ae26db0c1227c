package engine

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// Names are the calls in the order of their numbers at the wasm border; web/engine.mjs has the same list. Those that the
// frame answers stand at the end.
var Names = [...]string{
	"feed", "act", "extract", "reset", "state", "restore", "importBegin", "importChunk", "importEnd",
	"reveal", "failure", "find", "findMore", "hit", "filter", "grouping", "about",
	"inspect", "inspectCall", "inspectAct", "inspectExtract",
	"exportBegin", "exportChunk", "exportEnd", "exportTake",
	"frame", "sessions", "facets", "ping",
}

// Answer answers a call with JSON: {"ops","announce","summary"} where the document changes, with "more" when importChunk should
// be called again before there is another piece, and "notice" with "args" at the end of an import; nothing where there is nothing to
// say, {"error"} for a failure of our own, after which the transcript stands as it was before or a little further.
// input is only read during the call.
func (e *Engine) Answer(call string, input []byte) (answer []byte) {
	defer func() {
		if p := recover(); p != nil {
			answer = append(protocol.AppendString([]byte(`{"error":`), fmt.Sprint(p)), '}')
		}
	}()
	switch call {
	case "feed":
		return e.changes(e.feed(bytes.Clone(input)), nil)
	case "act":
		v, _ := protocol.Parse(input)
		return e.changes(e.t.Act(v.Get("part").Str(), v.Get("action").Str(), v.Get("value").Str()), nil)
	case "extract":
		v, _ := protocol.Parse(input)
		return e.extract(v.Get("part").Str(), v.Get("action").Str())
	case "reset":
		e.reset()
		return e.changes(transcript.Changes{}, nil)
	case "state":
		return e.t.State()
	case "restore":
		return e.changes(e.t.Restore(bytes.Clone(input)), nil)
	case "importBegin":
		v, _ := protocol.Parse(input)
		e.reset()
		e.in = &importer{name: v.Get("name").Str(), take: e.t.AppendAll, last: e.t.Close}
		return e.changes(transcript.Changes{}, nil)
	case "importChunk":
		if e.in == nil {
			return nil
		}
		c, more := e.in.chunk(input)
		out := e.changes(c, nil)
		if more {
			out = append(out[:len(out)-1], `,"more":true}`...)
		}
		return out
	case "importEnd":
		if e.in == nil {
			return nil
		}
		c, n := e.in.end()
		e.in = nil
		return e.changes(c, n)
	}
	if answer, ok := e.lead(call, input); ok {
		return answer
	}
	if answer, ok := e.look(call, input); ok {
		return answer
	}
	if answer, ok := e.export(call, input); ok {
		return answer
	}
	return []byte(`{"error":"no such call"}`)
}

// notice is something to tell the reader: a word of the catalogs without its prefix, and its arguments.
type notice struct {
	code string
	args []string
}

func (e *Engine) changes(c transcript.Changes, n *notice) []byte {
	dst := c.AppendJSON(nil)
	dst = append(dst[:len(dst)-1], `,"summary":`...)
	dst = appendSummary(dst, e.t.Summary())
	if n != nil {
		dst = protocol.AppendString(append(dst, `,"notice":`...), n.code)
		dst = append(dst, `,"args":[`...)
		for i, a := range n.args {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = protocol.AppendString(dst, a)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// extract answers {"mime","name","text"}, or "b64" in place of text for bytes that are none.
func (e *Engine) extract(part, action string) []byte {
	_, what, _ := strings.Cut(action, ":")
	return extracted(e.t.Extract(part, what))
}

func extracted(mime, name string, body []byte, ok bool) []byte {
	if !ok {
		return nil
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

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }
