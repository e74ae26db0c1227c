package longtext

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

type drawing struct {
	*Text
	styled *markup.Styled
	env    kind.Env
	budget *markup.Budget
	wrap   bool
}

// block draws the lines from..to. Code has an element for each line, which carries its number: the stylesheet shows it, so it
// is neither selected nor copied, and plain text is without it.
func (d drawing) block(from, to int) markup.Node {
	if from >= to {
		return markup.Node{}
	}
	var kids []markup.Node
	start := d.index.start(from)
	open := start // begin of what is not drawn yet
	for i := from; i < to; i++ {
		end := d.index.end(start)
		_, left := field.Cut(d.index.text[start:end], limits.LineRunes)
		if d.code || left > 0 {
			if open < start {
				kids = append(kids, d.styled.Node(open, start, d.budget))
			}
			kids = append(kids, d.line(i, start, end, left))
			open = end
			if d.code {
				open++
			}
		}
		start = end + 1
	}
	if stop := min(start-1, len(d.index.text)); open < stop {
		kids = append(kids, d.styled.Node(open, stop, d.budget))
	}
	if d.code {
		class := markup.Class("ak-pre ak-code")
		if d.wrap {
			class = markup.Class("ak-pre ak-code ak-wrap")
		}
		return markup.El(markup.Pre, markup.Attrs(class, markup.Dir("ltr"), markup.Num("tabindex", 0), markup.Const("role", "group"), markup.Label(d.env.Locale.T(d.name))), markup.El(markup.Code, nil, kids...))
	}
	class := markup.Class("ak-pre ak-term")
	if !d.wrap {
		class = markup.Class("ak-pre ak-term ak-nowrap")
	}
	return markup.El(markup.Pre, markup.Attrs(class, markup.Num("tabindex", 0), markup.Const("role", "group"), markup.Label(d.env.Locale.T(d.name))), kids...)
}

// line draws one line; left is how many characters are cut off its end.
func (d drawing) line(i, start, end, left int) markup.Node {
	if left == 0 {
		return d.numbered(i, d.styled.Node(start, end, d.budget), markup.Text("\n"))
	}
	head, _ := field.Cut(d.index.text[start:end], limits.LineRunes)
	more := markup.El(markup.Span, markup.Attrs(markup.Class("ak-cut")),
		markup.Text("… "+d.env.Locale.N("characters_left_out", left)))
	body := d.styled.Node(start, start+len(head), d.budget)
	if !d.code {
		return markup.Group(body, more)
	}
	return d.numbered(i, body, more, markup.Text("\n"))
}

func (d drawing) numbered(i int, kids ...markup.Node) markup.Node {
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-ln"), markup.Data("n", strconv.Itoa(d.first+i+1))), kids...)
}
