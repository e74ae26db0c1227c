package talk

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
)

// Items is what an importer does with the items of a conversation.
type Items interface {
	// Item reads one item: a message, an event of a stream, or an object around a list of either. A reason costs the item.
	Item(t *Talk, v protocol.Value) *protocol.Reason
	// End sends what an unfinished stream left behind.
	End(t *Talk)
}

// Tuples is implemented by Items whose format has arrays that are one item, not a list of some.
type Tuples interface {
	// Tuple reads an array; false: it is a list, or nothing that is known.
	Tuple(t *Talk, v protocol.Value) bool
}

// Headed is implemented by Items that learn from the beginning of a transcript what the first event says.
type Headed interface {
	// Head is called once, before the first item.
	Head(t *Talk, head []byte)
}

// Format is what a format is called and how its items are read.
type Format struct {
	Name, Agent string
	Lists       []string // members of an object that hold its items, for a document that breaks off
	Lines       bool     // a line is an item, whatever the beginning looks like
	New         func() Items
}

// Open is the Open of a source.Source. How the file holds its items is seen by its beginning, so o.Head must be given; without it a
// document is expected.
func (f Format) Open(o source.Options) source.Reader {
	r := &reader{t: newTalk(f.Name, f.Agent, o), items: f.New(), lists: f.Lists}
	if headed, ok := r.items.(Headed); ok && len(o.Head) > 0 {
		headed.Head(r.t, o.Head)
	}
	if f.Lines || len(o.Head) > 0 && byLines(o.Head) {
		return lines{r}
	}
	return document{r}
}

// Peek is the Peek of a source.Source.
func (f Format) Peek(head, _ []byte) source.Info {
	r := f.Open(source.Options{Head: head})
	info := source.Info{Agent: f.Agent}
	emit := func(e source.Envelope) {
		v, _ := protocol.Parse(e.Event)
		switch {
		case e.Type == "open":
			info.Title, info.Model, info.Session, info.Started = v.Get("title").Str(), v.Get("model").Str(), v.Get("session").Str(), v.Get("created").Str()
		case e.Type == "message" && info.FirstPrompt == "" && v.Get("role").Str() == "user":
			info.FirstPrompt = v.Get("text").Str()
		}
		info.Updated = max(info.Updated, e.At)
	}
	if _, whole := r.(source.Whole); whole {
		r.Record(head, emit)
	} else {
		for line := range bytes.Lines(head) {
			r.Record(line, emit)
		}
	}
	r.End(emit)
	return info
}

// Begins returns the objects that a beginning of a transcript shows, as far as they go: lines, elements of a list, or a stream's data.
// Where a list stands under one of the members named, the object around it comes first, cut off where the beginning is.
func Begins(head []byte, members ...string) []protocol.Value {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(head) == 0 {
		return nil
	}
	var out []protocol.Value
	if byLines(head) {
		for line := range bytes.Lines(head) {
			v, why := protocol.Parse(data(line))
			if why != nil || len(out) >= sniffed {
				continue
			}
			if v.Type() == protocol.Object {
				out = append(out, v)
			}
			for _, e := range v.Elems() {
				out = append(out, e)
			}
			for _, m := range members {
				for _, e := range v.Get(m).Elems() {
					out = append(out, e)
				}
			}
		}
		if len(out) > 0 {
			return out
		}
		head = data(head)
	}
	if len(head) > 0 && head[0] == '[' {
		return elements(head, "")
	}
	for v := range cut.Objects(flat(head)) {
		out = append(out, v)
	}
	for _, m := range members {
		out = append(out, elements(head, m)...)
	}
	return out
}

// flat puts a beginning on one line, so that what breaks off is read as far as it goes.
func flat(head []byte) []byte { return bytes.ReplaceAll(head, []byte("\n"), []byte(" ")) }

// sniffed is how many items a beginning is judged by.
const sniffed = 20

func elements(head []byte, member string) (out []protocol.Value) {
	list, ok := cut.Elements(head, member)
	for i, text := range list {
		if i == sniffed {
			break
		}
		if v, why := protocol.Parse(text); why == nil && v.Type() == protocol.Object {
			out = append(out, v)
		}
	}
	if i := bytes.IndexByte(head, '{'); len(list) == 0 && !ok && member == "" && i >= 0 { // the first element is longer than the beginning
		for v := range cut.Objects(flat(head[i:])) {
			out = append(out, v)
		}
	}
	return out
}

// byLines tells whether a beginning is one of a file whose lines are read by themselves: a stream of events, or JSON of which the first
// line is whole and not the last.
func byLines(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(head, []byte(field)) {
			return true
		}
	}
	first, rest, more := bytes.Cut(head, []byte("\n"))
	if !more || len(bytes.TrimSpace(rest)) == 0 {
		return false
	}
	_, why := protocol.Parse(first)
	return why == nil
}

// data is the JSON of a line: of an event of a stream what it carries, nil for its other fields.
func data(line []byte) []byte {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] == '{' || line[0] == '[' {
		return line
	}
	if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		if rest = bytes.TrimSpace(rest); string(rest) != "[DONE]" {
			return rest
		}
		return nil
	}
	for _, field := range []string{"event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(line, []byte(field)) {
			return nil
		}
	}
	return line
}

type reader struct {
	t     *Talk
	items Items
	lists []string
}

// End sends what is due at the end of a conversation.
func (r *reader) End(emit func(source.Envelope)) {
	r.t.emit, r.t.ready = emit, true
	r.items.End(r.t)
	r.t.close()
	r.t.flush()
}

func (r *reader) tuple(v protocol.Value) bool {
	items, ok := r.items.(Tuples)
	if !ok || v.Type() != protocol.Array {
		return false
	}
	r.t.Item(v, "", "", nil)
	return items.Tuple(r.t, v)
}

func (r *reader) one(v protocol.Value) *protocol.Reason {
	if r.tuple(v) {
		return nil
	}
	if v.Type() != protocol.Object {
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "A message is an object, this is " + v.Type().String() + "."}
	}
	r.t.Item(v, "", "", nil)
	return r.items.Item(r.t, v)
}

// lines reads a file line by line.
type lines struct{ *reader }

// Record reads one line.
func (r lines) Record(rec []byte, emit func(source.Envelope)) *protocol.Reason {
	r.t.emit = emit
	return r.line(rec)
}

func (r *reader) line(rec []byte) *protocol.Reason {
	text := data(rec)
	if len(text) == 0 {
		return nil
	}
	v, why := protocol.Parse(text)
	if why != nil {
		return why
	}
	if v.Type() != protocol.Array {
		return r.one(v)
	}
	if r.tuple(v) {
		return nil
	}
	r.t.Each(v, r.one)
	return nil
}

// document reads a file at once.
type document struct{ *reader }

// Whole says that the format is one document.
func (document) Whole() {}

// Items is the report of the items of the document.
func (r document) Items() source.Report { return r.t.items }

// Record reads the whole file. What breaks off costs what is behind the break.
func (r document) Record(rec []byte, emit func(source.Envelope)) *protocol.Reason {
	r.t.emit = emit
	v, why := protocol.Parse(rec)
	switch {
	case why == nil && v.Type() == protocol.Array && v.Bound() == "":
		r.t.Each(v, r.one)
		return nil
	case why == nil && v.Type() != protocol.Array:
		return r.counted(r.one(v))
	case byLines(rec):
		for line := range bytes.Lines(rec) {
			if len(bytes.TrimSpace(line)) > 0 {
				r.t.count(r.line(line))
			}
		}
		return nil
	}
	for _, list := range append([]string{""}, r.lists...) {
		elements, whole := cut.Elements(rec, list)
		if len(elements) == 0 {
			continue
		}
		for _, text := range elements {
			e, why := protocol.Parse(text)
			if why == nil {
				why = r.one(e)
			}
			r.t.count(why)
		}
		if whole && why == nil {
			return nil
		}
		break
	}
	if why != nil {
		why.Message = "The document is not read to its end. " + why.Message
	}
	return r.counted(why)
}

// counted adds an object that is no list, or the rest of a document, to the report.
func (r document) counted(why *protocol.Reason) *protocol.Reason {
	if why != nil || r.t.items.Lines == 0 {
		r.t.count(why)
	}
	return why
}

// Each reads the elements of a list. One that cannot be read is carried as it is, and costs nothing but itself.
func (t *Talk) Each(list protocol.Value, read func(protocol.Value) *protocol.Reason) {
	for _, e := range list.Elems() {
		why := read(e)
		if why != nil {
			t.Item(e, "", "", nil)
			t.Other("unread", e)
		}
		t.count(why)
	}
}

func (t *Talk) count(why *protocol.Reason) {
	t.items.Lines++
	if why == nil {
		t.items.Read++
		return
	}
	t.items.Skipped++
	if len(t.items.Skips) < limits.Skips {
		t.items.Skips = append(t.items.Skips, source.Skip{Line: t.items.Lines, Reason: *why})
	}
}
