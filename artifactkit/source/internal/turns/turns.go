// Package turns puts what ellmer and chatlas record, turns of contents, into a conversation.
//
// Words and pictures that follow each other in a turn are one message: providers cut an answer wherever a citation stands. What a
// content holds and no event says travels under extra.<source>.
package turns

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// Turns writes turns into a conversation. It remembers which calls were requested and the searches that have no answer yet.
type Turns struct {
	t      *talk.Talk
	source string
	asked  map[string]bool

	role     string
	words    []string
	pictures [][]byte
	rests    [][]byte
	cites    []cite

	searches []search
	searched int
}

// New makes the turns of one conversation; source is the importer's name.
func New(source string) *Turns { return &Turns{source: source, asked: map[string]bool{}} }

// Begin begins a turn of a role.
func (s *Turns) Begin(t *talk.Talk, role string) { s.t, s.role = t, role }

// Say adds words to the message at hand; rest is what else the content holds, nil for nothing.
func (s *Turns) Say(text string, rest []byte) {
	s.words = append(s.words, text)
	s.keep(rest)
}

// text says the words of a content: a string, or strings as lines. A content without any is shown as it is.
func (s *Turns) text(class string, content, text protocol.Value, rest []byte) {
	if text.Type() != protocol.String && !words(text) {
		s.Unknown(class, content)
		return
	}
	s.Say(protocol.ValueOf(text, ""), rest)
}

// Show adds a picture, as package talk writes them.
func (s *Turns) Show(picture, rest []byte) {
	s.pictures = append(s.pictures, picture)
	s.keep(rest)
}

func (s *Turns) keep(rest []byte) {
	if rest != nil {
		s.rests = append(s.rests, rest)
	}
}

// Flush sends the message at hand.
func (s *Turns) Flush() {
	words, pictures, rests := s.words, s.pictures, s.rests
	s.words, s.pictures, s.rests = nil, nil, nil
	if len(words)+len(pictures) == 0 {
		return
	}
	key, glue := "text", "\n\n"
	if s.role == "assistant" {
		key, glue = "markdown", ""
	}
	var more talk.Member
	switch len(rests) {
	case 0:
	case 1:
		more = talk.Member{Key: "content", JSON: rests[0]}
	default:
		more = talk.Member{Key: "contents", JSON: list(rests)}
	}
	s.t.Message(s.role, key, strings.Join(words, glue), pictures, more)
}

// Think adds a thought.
func (s *Turns) Think(text string, rest []byte) {
	s.Flush()
	s.t.Think(text, talk.Member{Key: "content", JSON: rest})
}

// Data says data as an answer in words: fenced, so that Markdown leaves it alone.
func (s *Turns) Data(v protocol.Value, rest []byte) {
	text := v.Indented()
	if s.role != "assistant" {
		s.Say(text, rest)
		return
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	before := ""
	if len(s.words) > 0 {
		before = "\n\n"
	}
	s.Say(before+fence+"json\n"+text+"\n"+fence+"\n", rest)
}

// Unknown shows a content that is not known.
func (s *Turns) Unknown(class string, v protocol.Value) {
	s.Flush()
	s.t.Unknown(class, v)
}

// Done ends a turn: what it cost, and what else it says of itself. finish is why the model stopped, partial why the turn breaks off.
func (s *Turns) Done(tokens, cost protocol.Value, finish, partial string, rest []byte) {
	s.Flush()
	s.cited()
	s.unanswered()
	if s.role == "assistant" {
		s.t.Stop(finish)
		if partial != "" {
			s.t.Stop("interrupted")
		}
	}
	total := int64(0)
	for _, n := range tokens.Elems() {
		if i, ok := n.Int(); ok && i > 0 && i < 1<<40 {
			total += i
		}
	}
	var o obj.Object
	if total > 0 || cost.Type() == protocol.Number {
		if total > 0 {
			o.Raw("n_tokens", strconv.AppendInt(nil, total, 10))
		} else {
			o.OrNull("n_tokens", "")
		}
		o.OrNull("model_limit", "")
		o.OrNull("warning_state", "")
		if cost.Type() == protocol.Number {
			o.Val("cost_last", cost)
		} else {
			o.OrNull("cost_last", "")
		}
		o.Raw("extra", s.nest(rest))
		s.t.Put("usage", "", o.JSON())
		return
	}
	if rest != nil {
		s.t.Put(s.source+".turn", "", rest)
	}
}

func (s *Turns) nest(rest []byte) []byte {
	if rest == nil {
		return nil
	}
	var o obj.Object
	o.Raw(s.source, rest)
	return o.JSON()
}

func list(items [][]byte) []byte {
	out := []byte{'['}
	for i, m := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, m...)
	}
	return append(out, ']')
}

// Rest is what v holds beside the members named, nil when that is nothing but null, empty lists and empty objects.
func Rest(v protocol.Value, drop ...string) []byte {
	rest := obj.Rest(v, drop...)
	if r, why := protocol.Parse(rest); why == nil && holds(r) {
		return rest
	}
	return nil
}

// holds tells whether there is a scalar in v that is not null.
func holds(v protocol.Value) bool {
	switch v.Type() {
	case protocol.Object:
		for _, m := range v.Members() {
			if holds(m) {
				return true
			}
		}
		return v.Bound() != ""
	case protocol.Array:
		for _, m := range v.Elems() {
			if holds(m) {
				return true
			}
		}
		return v.Bound() != ""
	}
	return v.IsSet()
}
