package card

import (
	"slices"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// The members of the state that are the card's own; all others belong to its view.
const (
	keyFull  = "full"  // drawn over the whole page
	keyTools = "tools" // the line of ways to copy and save is open
)

// tools are the controls at the end of the head: copy, further ways to give the result out, full screen where the display wants it
// (DI-1). A page on which nothing listens has none of them.
func (c *Card) tools(st kind.State, env kind.Env) markup.Node {
	l := env.Locale
	kids := []markup.Node{tool(l.T("copy"), markup.Action("copy", c.copyWord()))}
	if c.claimed() {
		kids = append(kids, sign("three-dots", l.T("copy_or_save"), markup.Action("tools", ""), markup.Aria("expanded", strconv.FormatBool(st.Get(keyTools).Bool()))))
	}
	if c.Display.FullScreen {
		full := st.Get(keyFull).Bool()
		words := l.T("full_screen")
		if full {
			words = l.T("full_screen_leave")
		}
		kids = append(kids, sign("arrows-fullscreen", words, markup.Action("fullscreen", ""), markup.Aria("pressed", strconv.FormatBool(full))))
	}
	return markup.Group(kids...)
}

// ways is the line below the head with everything that the result can be copied and saved as.
func (c *Card) ways(st kind.State, env kind.Env) markup.Node {
	if !st.Get(keyTools).Bool() || !c.claimed() {
		return markup.Node{}
	}
	l := env.Locale
	var kids []markup.Node
	word := c.copyWord()
	if word != "value" && c.Value != "" {
		kids = append(kids, tool(l.T("copy_value"), markup.Action("copy", "value")))
	}
	kids = append(kids, tool(l.T("copy_json"), markup.Action("copy", "raw")))
	if _, _, _, ok := c.Extract(word, st); ok {
		kids = append(kids, tool(l.T("download"), markup.Action("download", word)))
	}
	kids = append(kids, tool(l.T("download_json"), markup.Action("download", "raw")))
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-bar"), markup.Const("role", "group"), markup.Label(l.T("copy_or_save")), markup.Controls()), kids...)
}

func tool(words string, action markup.Attr) markup.Node {
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-tool"), markup.Const("type", "button"), action), markup.Text(words))
}

// sign is a tool whose words are seen on request only.
func sign(icon, words string, more ...markup.Attr) markup.Node {
	return markup.El(markup.Button, append(markup.Attrs(markup.Class("ak-tool ak-sign"), markup.Const("type", "button"), markup.Label(words), markup.Tooltip(words)), more...),
		markup.Icon(icon))
}

// toggled answers the card's own controls.
func (c *Card) toggled(st kind.State, action string) (next kind.State, ok bool) {
	var key string
	switch {
	case action == "fullscreen" && c.Display.FullScreen:
		key = keyFull
	case action == "tools" && c.claimed():
		key = keyTools
	default:
		return st, false
	}
	if st.Get(key).Type() == protocol.Bool && st.Get(key).Bool() {
		return st.With(key, ""), true
	}
	return st.With(key, "true"), true
}

// shape is the class of the whole card.
func (c *Card) shape(st kind.State) markup.Attr {
	failed, full := c.Status == "error", c.Display.FullScreen && st.Get(keyFull).Bool()
	switch {
	case failed && full:
		return markup.Class("ak-card ak-failed ak-full")
	case failed:
		return markup.Class("ak-card ak-failed")
	case full:
		return markup.Class("ak-card ak-full")
	}
	return markup.Class("ak-card")
}

// claimed tells whether the result came with an artifact. One that was made of the portable text says no more than that.
func (c *Card) claimed() bool {
	return c.Adapted.HasArtifact && !slices.ContainsFunc(c.Adapted.Notes, func(n protocol.Reason) bool { return n.Code == protocol.Synthesized })
}
