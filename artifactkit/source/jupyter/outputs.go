package jupyter

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// shown is what the outputs of a cell show, gathered in their order.
type shown struct {
	value  []string // portable text
	lines  []string // printed, and what stands below the artifact
	images [][]byte
	grid   []byte // payload of the first table
	words  []string
	source string // the first text in a language
	lang   string

	failed  bool
	message string
	detail  string

	left    [][]byte                  // what is not shown of each output
	carried map[protocol.Value]string // long pictures by the pointer to where they stand in the result
}

// all shows a list of outputs. One that is updated later is shown as it was at last, where it stood first.
func (s *shown) all(outputs protocol.Value) {
	last := map[string]protocol.Value{}
	for _, o := range outputs.Elems() {
		if id := o.At("transient", "display_id").Str(); id != "" {
			last[id] = o
		}
	}
	done := map[string]bool{}
	for _, o := range outputs.Elems() {
		id := o.At("transient", "display_id").Str()
		switch {
		case id == "":
			s.output(o)
		case !done[id]:
			s.output(last[id])
			done[id] = true
		default:
			s.keep(o)
		}
	}
}

// output shows one output.
func (s *shown) output(o protocol.Value) {
	switch typ := o.Get("output_type").Str(); typ {
	case "stream":
		s.text(strings.TrimSuffix(joined(o.Get("text")), "\n"))
		s.keep(o, "text", "name", "stream")
	case "error", "pyerr":
		s.fail(o)
		s.keep(o, "ename", "evalue", "traceback")
	case "execute_result", "display_data", "update_display_data", "pyout":
		data := o.Get("data")
		if data.Type() == protocol.Object {
			taken := s.bundle(data)
			s.keepData(o, taken)
			return
		}
		three, _ := protocol.Parse(obj.Rest(o, "output_type", "metadata", "prompt_number", "execution_count", "transient"))
		taken := s.bundle(three)
		s.keep(o, taken)
	default:
		if typ == "" {
			typ = "output"
		}
		s.text("[" + typ + "]\n" + o.Indented())
		s.keep(o)
	}
}

// fail is an exception; the last one counts, the traces of those before are printed.
func (s *shown) fail(o protocol.Value) {
	s.text(s.detail)
	s.message = strings.TrimSuffix(o.Get("ename").Str()+": "+o.Get("evalue").Str(), ": ")
	s.failed = true
	var lines []string
	for _, l := range o.Get("traceback").Elems() {
		lines = append(lines, l.Str())
	}
	if s.detail = strings.Join(lines, "\n"); s.detail == "" {
		s.detail = joined(o.Get("traceback"))
	}
	if s.message != "" {
		s.value = append(s.value, s.message)
	}
}

func (s *shown) text(text string) {
	if strings.TrimSpace(text) != "" {
		s.lines, s.value = append(s.lines, text), append(s.value, text)
	}
}

func (s *shown) say(plain, instead string) {
	if plain == "" {
		plain = instead
	}
	s.value = append(s.value, plain)
}

// table shows a table; further ones are printed as the text that goes with them.
func (s *shown) table(payload []byte, plain string) {
	if plain == "" {
		plain = string(payload)
	}
	s.value = append(s.value, plain)
	if s.grid == nil {
		s.grid = payload
		return
	}
	s.lines = append(s.lines, plain)
}

func (s *shown) markdown(text, plain string) {
	s.words = append(s.words, text)
	s.say(plain, text)
}

// file shows a text in a language; further ones are printed.
func (s *shown) file(text, lang, plain string) {
	s.say(plain, text)
	if s.source == "" {
		s.source, s.lang = text, lang
		return
	}
	s.lines = append(s.lines, text)
}

func (s *shown) picture(mime string, data protocol.Value, plain string) {
	var o obj.Object
	o.Str("mime", mime)
	o.Str("b64", joined(data))
	if alt := strings.Join(strings.Fields(plain), " "); alt != "" {
		o.Str("alt", alt)
	}
	if data.Type() == protocol.String && len(data.Raw()) > limits.Twice {
		if s.carried == nil {
			s.carried = map[protocol.Value]string{}
		}
		s.carried[data] = "/extra/codeagent/artifact/payload/images/" + strconv.Itoa(len(s.images)) + "/b64"
	}
	s.images = append(s.images, o.JSON())
	name := blocks.Named("", mime, joined(data)).Value
	if mime == mimeSVG {
		name = "[" + mime + "]"
	}
	s.say(plain, name)
}

// keep notes what of an output is not shown.
func (s *shown) keep(o protocol.Value, said ...string) {
	r := rest(o, append([]string{"output_type"}, said...)...)
	if o.Type() != protocol.Object {
		r = o.AppendCompact(nil)
	}
	if r != nil {
		s.left = append(s.left, r)
	}
}

func (s *shown) keepData(o protocol.Value, taken string) {
	trimmed, why := protocol.Parse(protocol.AppendEdited(nil, o, protocol.Delete("data", taken)))
	if why != nil {
		return
	}
	if trimmed.Get("data").Len() == 0 {
		s.keep(trimmed, "data")
		return
	}
	s.keep(trimmed)
}

// rest is what is not shown of the outputs, nil for nothing.
func (s *shown) rest(outputs protocol.Value) []byte {
	if outputs.IsSet() && outputs.Type() != protocol.Array {
		return outputs.AppendCompact(nil)
	}
	if len(s.left) == 0 {
		return nil
	}
	out := []byte{'['}
	for i, l := range s.left {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, l...)
	}
	return append(out, ']')
}
