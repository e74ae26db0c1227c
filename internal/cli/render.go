package cli

import (
	"fmt"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

type renderCmd struct {
	JSONL     bool   `name:"jsonl" help:"One result a line, one JSON answer a line."`
	Format    string `enum:"html,text" default:"html" help:"html or text."`
	Styled    bool   `xor:"form" help:"One fragment with its style inside, for notebooks and mail."`
	Page      bool   `xor:"form" help:"A complete page that makes no request."`
	Locale    string `placeholder:"TAG" help:"Language of the words around the result, such as de or zh-CN; English without it."`
	Scope     string `help:"Prefix of every id in the markup."`
	Highlight bool   `help:"Colour code."`
	State     string `default:"{}" help:"State of the view, a JSON object."`
	From      string `default:"auto" help:"What to take it for: auto, codeagent or a format."`
	File      string `arg:"" optional:"" default:"-" help:"File, or - for standard input."`
}

func (c *renderCmd) Run(std Stdio) error {
	if err := checkFrom(c.From); err != nil {
		return err
	}
	if v, why := protocol.Parse([]byte(c.State)); why != nil || v.Type() != protocol.Object {
		return usage("--state: it must be a JSON object such as {\"page\":2}")
	}
	if (c.Page || c.Styled) && (c.JSONL || c.Format == "text") {
		return usage("--page and --styled make one HTML document: they go with neither --jsonl nor --format text")
	}
	o := artifactkit.Options{From: c.From, Locale: c.Locale, Scope: c.Scope, Highlight: c.Highlight, Static: c.Styled || c.Page}
	st := artifactkit.ParseState([]byte(c.State))
	if c.JSONL {
		return answers(c.File, true, std, func(data []byte) []byte { return artifactkit.RenderJSON(data, st, o) })
	}
	data, err := readResult(c.File, std)
	if err != nil {
		return err
	}
	r := artifactkit.Open(data, o).Render(st)
	switch {
	case c.Format == "text":
		_, err = fmt.Fprint(std.Out, r.Text)
	case c.Page:
		_, err = fmt.Fprintln(std.Out, artifactkit.Page(r.HTML, o))
	case c.Styled:
		_, err = fmt.Fprintln(std.Out, artifactkit.Styled(r.HTML))
	default:
		_, err = fmt.Fprintln(std.Out, r.HTML)
	}
	return err
}
