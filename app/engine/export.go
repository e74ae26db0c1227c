package engine

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
	"github.com/vitrine-go/vitrine/internal/export"
	"github.com/vitrine-go/vitrine/internal/redact"
)

// exporter writes a file to give away, out of the same bytes that the transcript was read from.
type exporter struct {
	in    *importer
	x     *export.Export
	file  bytes.Buffer
	live  bool   // of a session, which may go on
	first string // type of the first event
	stubs int    // events of which only the beginning is here
}

// pieceOf is how much of the file one answer carries.
const pieceOf = 1 << 20

// export answers the calls that make a file: exportBegin says which, as {"name","format","from","redact","live"}; exportChunk takes what is
// exported, a piece after the other, with {"more":true} as importChunk does; exportEnd tells what came of it, and exportTake gives out the
// file, a piece at a time. ok is false for a call that is none of them.
func (e *Engine) export(call string, input []byte) (answer []byte, ok bool) {
	switch call {
	case "exportBegin":
		if e.out = nil; e.o.Withhold&markup.WithheldExports == 0 {
			v, _ := protocol.Parse(input)
			e.out = newExporter(v, e.o)
		}
		return nil, true
	case "exportChunk":
		if e.out == nil {
			return nil, true
		}
		if _, more := e.out.in.chunk(input); more {
			return []byte(`{"more":true}`), true
		}
		return nil, true
	case "exportEnd":
		if e.out == nil {
			return nil, true
		}
		return e.out.end(), true
	case "exportTake":
		if e.out == nil {
			return nil, true
		}
		return e.out.piece(), true
	}
	return nil, false
}

func newExporter(v protocol.Value, host Options) *exporter {
	x := &exporter{live: v.Get("live").Bool()}
	o := export.Options{Format: v.Get("format").Str(), From: v.Get("from").Str(), Locale: host.Locale.Tag(), Open: x.live, Withhold: host.Withhold}
	if v.Get("redact").Bool() {
		o.Redactor = redact.New(redact.Options{})
	}
	x.x = export.New(o, &x.file)
	none := func() transcript.Changes { return transcript.Changes{} }
	x.in = &importer{name: v.Get("name").Str(), last: none, take: func(batch []source.Envelope) transcript.Changes {
		for _, env := range batch {
			if x.first == "" {
				x.first = env.Type
			}
			if bytes.Contains(env.Event, []byte(`"$blob"`)) {
				if ev, _ := protocol.Parse(env.Event); ev.Get("$blob").IsSet() {
					x.stubs++
				}
			}
			x.x.Put(env)
		}
		return none()
	}}
	return x
}

// end answers {"events","bytes","stubs","removed","rules":[{"rule","n","at"}],"pictures"}, or {"missing":true} when the call to begin with
// is not there.
func (x *exporter) end() []byte {
	x.in.end()
	if x.x.End() != nil {
		return []byte(`{"missing":true}`)
	}
	if err := x.x.Write(x.live && x.first != "open"); err != nil {
		return append(protocol.AppendString([]byte(`{"error":`), err.Error()), '}')
	}
	found := x.x.Found()
	dst := appendInt([]byte(`{"events":`), x.x.Events())
	dst = appendInt(append(dst, `,"bytes":`...), x.file.Len())
	dst = appendInt(append(dst, `,"stubs":`...), x.stubs)
	dst = appendInt(append(dst, `,"removed":`...), found.Total)
	dst = appendInt(append(dst, `,"pictures":`...), found.Pictures)
	dst = append(dst, `,"rules":[`...)
	for i, r := range found.Rules {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = protocol.AppendString(append(dst, `{"rule":`...), r.Rule)
		dst = appendInt(append(dst, `,"n":`...), r.Count)
		dst = append(protocol.AppendString(append(dst, `,"at":`...), placesOf(found, r.Rule)), '}')
	}
	return append(dst, ']', '}')
}

// listed is how many places of a rule are named.
const listed = 3

// placesOf names where a rule removed something.
func placesOf(f redact.Found, rule string) string {
	var at []string
	for _, it := range f.Items {
		if it.Rule != rule {
			continue
		}
		if len(at) == listed {
			at = append(at, "…")
			break
		}
		where := it.Event
		if it.Tool != "" {
			where = it.Tool
		}
		at = append(at, strings.TrimSpace(where+" "+it.In))
	}
	return strings.Join(at, ", ")
}

// piece answers {"text","more"} with the next piece of the file.
func (x *exporter) piece() []byte {
	all := x.file.Bytes()
	n := min(len(all), pieceOf)
	for n < len(all) && n > pieceOf-utf8.UTFMax && !utf8.RuneStart(all[n]) {
		n--
	}
	p := x.file.Next(n)
	return append(appendBool(append(protocol.AppendString([]byte(`{"text":`), string(p)), `,"more":`...), x.file.Len() > 0), '}')
}
