package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// script reads a fuzzer's bytes as choices.
type script struct{ in []byte }

func (s *script) pick(n int) int {
	if len(s.in) == 0 {
		return 0
	}
	b := s.in[0]
	s.in = s.in[1:]
	return int(b) % n
}

func (s *script) of(words ...string) string { return words[s.pick(len(words))] }

const nasty = `<b onclick=x>\"'&\u202e</b>`

// envelope makes one event of the next bytes: few ids, names and parents, so that they meet.
func (s *script) envelope(n int) source.Envelope {
	e := source.Envelope{ID: fmt.Sprintf("f%d", n-s.pick(2)*s.pick(2))}
	e.Parent = s.of("", "", "", "a", "b", "c", "d")
	e.Agent = s.of("", "Explore", nasty)
	e.At = s.of("", "2026-03-01T10:00:00Z", "2026-03-01T10:00:07.5Z", "late")
	e.Preliminary = s.pick(8) == 1
	id := s.of(`"a"`, `"b"`, `"c"`, `"d"`, `"e"`, `null`, `""`, `7`)
	tool := s.of(`"x"`, `"y"`, `"Bash"`, `null`, `"`+nasty+`"`)
	text := s.of(`"One. "`, `"\n\n"`, `"**two**\n"`, "\"```\\ncode\\n\\n\"", `"- a\n- b\n\n[x]: http://x.example\n\n"`, `""`, `null`, `"`+nasty+`"`, `"`+strings.Repeat("long words \\n", 200)+`"`)
	switch s.pick(10) {
	case 0, 1, 2:
		e.Type = "tool_request"
		e.Event = fmt.Appendf(nil, `{"id":%s,"name":%s,"arguments":%s,"intent":%s,"annotations":{"title":%s,"icon":%s,"extra":{"grouping":%s}}}`, id, tool,
			s.of(`{}`, `{"q":1}`, `null`, `[1]`, `"{\"p\":2}"`, `"no"`), text, s.of(`null`, `"Doing"`, text), s.of(`null`, `"globe"`), s.of(`null`, `"none"`, `"all"`, `"tool"`))
	case 3, 4, 5:
		e.Type = "tool_result"
		e.Event = fmt.Appendf(nil, `{"id":%s,"name":%s,"display":%s,"value":%s,"is_error":%s,"artifact":%s}`, id, tool,
			s.of(`null`, `{"title":"Done","open":true}`, `{"label":"L","value_preview":"P","open":false}`, `7`), text, s.of("false", "true"),
			s.of(`null`, `{"schema":"codeagent.tool-artifact","version":1,"kind":"paged","status":"needs_input","icon":null,"title":"T","payload":{"pages":"one two"}}`))
	case 6:
		e.Type, e.Event = "message", fmt.Appendf(nil, `{"role":%s,%q:%s}`, s.of(`"user"`, `"assistant"`, `"system"`, `null`), s.of("markdown", "text"), text)
	case 7:
		e.Type, e.Event = "delta", fmt.Appendf(nil, `{"text":%s}`, text)
	case 8:
		e.Type, e.Event = "thinking", fmt.Appendf(nil, `{"text":%s}`, text)
	default:
		e.Type = s.of("end", "error", "usage", "open", "other")
		e.Event = fmt.Appendf(nil, `{"stop_reason":%s,"message":%s,"title":%s}`, s.of(`"completed"`, `"interrupted"`), text, text)
	}
	if s.pick(40) == 1 {
		e.Event = []byte(s.of("", "{", "5", "[]"))
	}
	return e
}

// FuzzAppend plays events and acts of any kind in any order. Nothing panics; after every step a document made by the operations
// alone is the tree of the model; and without acts, events one by one, in one batch and in batches of three come to the same.
func FuzzAppend(f *testing.F) {
	f.Add([]byte("a request, a result, and so on"), byte(0))
	f.Add([]byte(strings.Repeat("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b", 12)), byte(1))
	f.Add([]byte(strings.Repeat("\x09\x03\x07\x00\x05\x01\x02\x08", 30)), byte(2))
	for i := range byte(6) {
		f.Add(scramble(int(i)+1, 400), i)
	}
	f.Fuzz(func(t *testing.T, in []byte, how byte) {
		if len(in) > 2000 {
			return
		}
		o := transcript.Options{Card: testCards, Grouping: [...]transcript.Grouping{transcript.ByTool, transcript.All, transcript.None}[how%3]}
		acts := how&4 != 0
		tr, d := transcript.New(o), newDoc()
		s := &script{in}
		var events []source.Envelope
		for n := 0; len(s.in) > 0; n++ {
			var c transcript.Changes
			if acts && s.pick(3) == 0 {
				c = act(tr, s)
			} else {
				e := s.envelope(n)
				events = append(events, e)
				c = tr.Append(e)
			}
			if err := d.apply(c); err != nil {
				t.Fatal(err)
			}
			same(t, d, tr)
		}
		lint(t, d.host)
		static(t, tr)
		again := transcript.New(o)
		again.Restore(tr.State())
		if acts {
			again.AppendAll(events)
			return
		}
		want := markup.Write(tr.Node()).String()
		for _, size := range []int{3, len(events) + 1} {
			batched, d := transcript.New(o), newDoc()
			for i := 0; i < len(events); i += size {
				if err := d.apply(batched.AppendAll(events[i:min(i+size, len(events))])); err != nil {
					t.Fatal(err)
				}
			}
			same(t, d, batched)
			if got := markup.Write(batched.Node()).String(); got != want {
				t.Fatalf("in batches of %d\n got %s\nwant %s", size, got, want)
			}
		}
	})
}

func act(tr *transcript.Transcript, s *script) transcript.Changes {
	part := s.of("h", "r", "k", "a", "b", "") + fmt.Sprint(s.pick(12))
	switch s.pick(12) {
	case 0:
		return tr.Act("", s.of("expand-all", "collapse-all"), "")
	case 1:
		return tr.SetGrouping(transcript.Grouping(s.of("tool", "all", "none", "odd")))
	case 2:
		return tr.Act(part, s.of("page:1", "page:0", "sort:2", "filter"), s.of("", "words"))
	case 3:
		tr.Extract(part, s.of("value", "text", "raw"))
		return tr.Restore(tr.State())
	case 4:
		return tr.Close()
	}
	return tr.Act(part, "toggle", "")
}

// scramble is bytes that look random and are the same in every run.
func scramble(seed, n int) []byte {
	out := make([]byte, n)
	x := uint32(seed)*2654435761 + 1
	for i := range out {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		out[i] = byte(x >> 8)
	}
	return out
}
