package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// block is a part of a thread that does not change any more.
type block struct {
	base
	draw func(b *block, m mode) markup.Node
}

func (b *block) node(m mode) markup.Node { return b.draw(b, m) }

func (th *thread) note(at string, draw func(b *block, m mode) markup.Node) {
	th.closeMessage(at)
	th.split()
	th.push(&block{th.base(), draw})
}

// hear takes a whole message: its words, then its pictures.
func (th *thread) hear(v protocol.Value, at string) {
	th.words(v, at)
	th.pictures(v.Get("images"), at, v.Get("role").Str())
}

// words takes the text of a message. Without any it is none: producers send such along with the calls of tools.
func (th *thread) words(v protocol.Value, at string) {
	text, isMarkdown := v.Get("markdown").Str(), true
	if text == "" {
		text, isMarkdown = v.Get("text").Str(), false
	}
	if isBlank(text) {
		return
	}
	switch v.Get("role").Str() {
	case "user":
		th.count()
		th.note(at, func(b *block, m mode) markup.Node { return b.prompt(m, text) })
		if th.owner == nil {
			th.t.prompts = append(th.t.prompts, prompt{th.t.n, cut(text, contentsClusters)})
		}
	case "system":
		th.note(at, func(b *block, m mode) markup.Node { return b.aside(m, text) })
	default:
		if th.message != nil && th.message.says(text) {
			th.closeMessage(at)
			return
		}
		th.count()
		if !isMarkdown {
			th.note(at, func(b *block, m mode) markup.Node { return b.plain(m, text) })
			return
		}
		th.note(at, nil)
		b := th.blocks[len(th.blocks)-1].(*block)
		body := markdown.Render(text, b.markdown())
		b.draw = func(b *block, m mode) markup.Node {
			return markup.El(markup.Div, m.attrs(b.key(), markup.Class("ak-msg"), markup.Facing(body)), body)
		}
	}
}

// count counts a prompt or an answer of the session itself.
func (th *thread) count() {
	if th.owner == nil {
		th.t.sum.Messages++
	}
}

// prompt is what the user said, as text: a heading to jump to, the rest of a long one folded.
func (b *block) prompt(m mode, text string) markup.Node {
	tag := markup.H2
	if b.th.owner != nil {
		tag = headingTag(b.th)
	}
	head, rest := cutPrompt(text)
	attrs := m.attrs(b.key(), markup.Class("ak-user"), markup.Dir("auto"))
	if m == page && b.th.owner == nil {
		attrs = append(attrs, b.th.t.promptScope(b.n).Anchor(promptAnchor))
	}
	if rest == "" {
		return markup.El(tag, attrs, promptTitle(head))
	}
	return markup.El(markup.Div, attrs,
		markup.El(tag, nil, promptTitle(head+" …")),
		markup.El(markup.Details, nil, markup.El(markup.Summary, nil, markup.Text(b.th.t.o.Locale.T("show_more"))),
			markup.El(markup.Div, nil, markup.Text(rest))))
}

// promptTitle is the words of a prompt as a title: what would reorder them is seen (TR-8).
func promptTitle(s string) markup.Node { return markup.NewBudget(promptMarks).Prose(s) }

// promptMarks is how many marks of a prompt are elements.
const promptMarks = 64

// cutPrompt cuts a long prompt between two words, if one ends near enough.
func cutPrompt(text string) (head, rest string) {
	text = strings.TrimSpace(text)
	n := 0
	space := 0
	for i, r := range text {
		if n == limits.PromptRunes {
			if space > i/2 {
				i = space
			}
			return text[:i], strings.TrimSpace(text[i:])
		}
		if r == ' ' || r == '\n' {
			space = i
		}
		n++
	}
	return text, ""
}

func (b *block) plain(m mode, text string) markup.Node {
	return markup.El(markup.Div, m.attrs(b.key(), markup.Class("ak-msg ak-plain"), markup.Dir("auto")), markup.Text(strings.TrimSpace(text)))
}

// aside is a message of the system, folded like a thought.
func (b *block) aside(m mode, text string) markup.Node {
	return markup.El(markup.Details, m.attrs(b.key(), markup.Class("ak-think")),
		markup.El(markup.Summary, nil, markup.Icon("info-circle"), markup.Text(" "+b.th.t.o.Locale.T("system_message"))),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-think-body"), markup.Dir("auto")), markup.Text(strings.TrimSpace(text))))
}

// fail is an error of the stream itself, not of a tool.
func (th *thread) fail(v protocol.Value, at string) {
	l := th.t.o.Locale
	message := v.Get("message").Str()
	label := l.T("error")
	if v.Get("recovered").Bool() {
		label = l.T("error_recovered")
	}
	th.note(at, func(b *block, m mode) markup.Node {
		return markup.El(markup.Div, m.attrs(b.key(), markup.Class("ak-alert"), markup.Const("role", "note"), markup.Dir("auto")),
			markup.Icon("exclamation-circle"), markup.Text(" "),
			markup.El(markup.B, nil, markup.Text(label)), markup.Text(" "), markup.Visible(message))
	})
	th.t.say(label + " " + spoken(message))
}

// ends are the reasons for an end that are worth a note; everything else is a completed turn (EV-6).
var ends = map[string]string{
	"truncated": "end_truncated", "filtered": "end_filtered", "incomplete_tool_use": "end_incomplete", "error": "end_error", "interrupted": "end_interrupted",
}

// end closes what is open in the thread and says why, unless the turn is completed.
func (th *thread) end(v protocol.Value, at string) {
	th.stop(at)
	if th.owner == nil {
		th.t.sum.Ended = true
	}
	key, ok := ends[v.Get("stop_reason").Str()]
	if !ok {
		if th.owner == nil {
			th.t.say(th.t.o.Locale.T("end_completed"))
		}
		return
	}
	sentence := th.t.o.Locale.T(key)
	th.push(&block{th.base(), func(b *block, m mode) markup.Node {
		return markup.El(markup.Div, m.attrs(b.key(), markup.Class("ak-end"), markup.Const("role", "note")), markup.Text(sentence))
	}})
	th.t.say(sentence)
}

// failures is one sentence about the calls that failed.
func (t *Transcript) failures(n int, last *call) string {
	if n > 1 {
		return t.o.Locale.N("announce_failures", n)
	}
	title := last.seg.title()
	if title == "" {
		title = last.tool
	}
	return t.o.Locale.T("announce_failure", spoken(title))
}
