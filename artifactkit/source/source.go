// Package source is the contract of the importers: foreign shapes in, the protocol's shapes out. Reading never renders.
//
// A single result is read to a codeagent result object (value, error, extra, request); a transcript is read record by record
// to envelopes. Both are JSON, so that what comes out can be stored, forwarded and adapted like anything else.
package source

import (
	"io"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Source is one foreign format. Its members are plain functions: a method value is bound when the program starts, and so links a
// reader of transcripts into programs that have no use for it.
type Source struct {
	Name  string // as in --from and in Envelope.Source
	Title string // for people: "Claude Code session"

	// Result reads a single result (CH-4); ok is false when root is not of this format. The answer is a JSON object in the
	// codeagent result shape that keeps everything else of the input under extra, so nothing is lost. Nil: no single results.
	Result func(root protocol.Value) (result []byte, ok bool)

	// Sniff tells whether a transcript of this format begins with head (at most SniffBytes). Nil: no transcripts.
	Sniff func(head []byte) bool

	// Open starts reading a transcript. It keeps what it must remember between records and nothing else.
	Open func(Options) Reader

	// Peek tells what a list of sessions shows of a transcript, from its beginning and its end (each at most SniffBytes, both
	// may begin or end in the middle of a record). Nil: a list shows the file's name.
	Peek func(head, tail []byte) Info

	// Count counts calls, and those of them that failed, in any stretch of a transcript, by marks in its bytes: fast, and near
	// enough for a list. Nil: a list does not tell.
	Count func(stretch []byte) (calls, failed int)
}

// Single is what of a Source reads single results. Each format that has it declares it in a generated file.
type Single struct {
	Name   string
	Result func(root protocol.Value) (result []byte, ok bool)
}

// SniffBytes is how much of a file Sniff gets to see.
const SniffBytes = 64 << 10

// Options are what a caller knows about the transcript.
type Options struct {
	Name string // the file's base name, untrusted, for ids only where the format has none
	// Sibling opens a file beside the transcript (a sub-agent's), by a path relative to the transcript's folder with
	// forward slashes and no "..". Nil, or an error: it is not there.
	Sibling func(path string) (io.ReadCloser, error)
	// Siblings lists the names of the files in a folder beside the transcript, in order. Nil: none.
	Siblings func(folder string) []string
	// Head is the beginning of the transcript (at most SniffBytes) when the caller has it, as it has who sniffed. With it the
	// first envelope knows what only later records tell, such as the model.
	Head []byte
	// Adapt turns a codeagent result into the six-field event (section 5). The facade sets it for formats that record such
	// results; without it a reader takes what the result says and upgrades nothing but legacy cards.
	Adapt func(result []byte) (event []byte)
}

// Reader reads a transcript one record at a time: a line for JSONL, the whole file for formats that are one document.
type Reader interface {
	// Record reads one record. A record that cannot be read costs itself only: the reason is the answer and goes to the report.
	Record(rec []byte, emit func(Envelope)) *protocol.Reason
	// End is called once behind the last record.
	End(emit func(Envelope))
}

// Whole is implemented by a Reader whose format is one document: Record is called once with the whole file.
type Whole interface{ Whole() }

// Listed is implemented by a Whole reader whose document is a list of items. The report counts them instead of lines.
type Listed interface {
	Items() Report // Lines, Read, Skipped and Skips of the items, counted from 1
}

// Envelope is one event on our wire (EV-4). Event holds exactly the record of section 6 as JSON.
type Envelope struct {
	ID          string // 1 to 128 of [A-Za-z0-9._:-]
	Type        string // open, tool_request, tool_result, message, delta, thinking, error, usage, end, or unknown
	Event       []byte // compact JSON
	At          string // RFC 3339, UTC, as the source says; "" when it does not
	Parent      string // call id under which a sub-agent runs
	Agent       string // the sub-agent's name
	Preliminary bool   // the result will be replaced (EV-5)
	Source      string // name of the source
}

// AppendJSON appends the envelope as one compact JSON object, members in the order id, type, event, at, parent, agent,
// preliminary, source; empty ones are left out.
func (e Envelope) AppendJSON(dst []byte) []byte {
	str := func(key, s string) {
		if s != "" {
			dst = protocol.AppendString(append(append(append(dst, ',', '"'), key...), '"', ':'), s)
		}
	}
	dst = protocol.AppendString(append(dst, `{"id":`...), e.ID)
	dst = protocol.AppendString(append(dst, `,"type":`...), e.Type)
	dst = append(dst, `,"event":`...)
	if len(e.Event) == 0 {
		dst = append(dst, "null"...)
	}
	dst = append(dst, e.Event...)
	str("at", e.At)
	str("parent", e.Parent)
	str("agent", e.Agent)
	if e.Preliminary {
		dst = append(dst, `,"preliminary":true`...)
	}
	str("source", e.Source)
	return append(dst, '}')
}

// ParseEnvelope reads an envelope; unknown members are dropped. The reason names the member that is wrong.
func ParseEnvelope(v protocol.Value) (Envelope, *protocol.Reason) {
	if v.Type() != protocol.Object {
		return Envelope{}, &protocol.Reason{Code: protocol.NotAnObject, Message: "An envelope is an object, this is " + v.Type().String() + "."}
	}
	e := Envelope{
		ID: v.Get("id").Str(), Type: v.Get("type").Str(), At: v.Get("at").Str(), Parent: v.Get("parent").Str(),
		Agent: v.Get("agent").Str(), Preliminary: v.Get("preliminary").Bool(), Source: v.Get("source").Str(),
		Event: v.Get("event").AppendCompact(nil),
	}
	if !ValidID(e.ID) {
		return e, &protocol.Reason{Code: protocol.NotAnObject, Path: "/id", Message: "An event id is 1 to 128 characters of A-Z a-z 0-9 . _ : -."}
	}
	if e.Type == "" {
		return e, &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "An envelope names its type."}
	}
	return e, nil
}

// ValidID tells whether s may be an event id.
func ValidID(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '_', c == ':', c == '-':
		default:
			return false
		}
	}
	return len(s) >= 1 && len(s) <= 128
}
