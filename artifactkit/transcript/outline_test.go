package transcript_test

import (
	"fmt"
	"strings"
)

// outline writes a document as a reader sees it, a line for each row: glyph, title, label in quotes (arguments and names of tools
// in backquotes), preview behind an arrow, notes, times, and whether it is open.
func outline(root *el) string {
	var b strings.Builder
	outlineKids(&b, root, "")
	return b.String()
}

func outlineKids(b *strings.Builder, e *el, indent string) {
	for _, k := range e.kids {
		if k.name != "" {
			outlineEl(b, k, indent)
		}
	}
}

func outlineEl(b *strings.Builder, e *el, indent string) {
	line := func(format string, args ...any) { fmt.Fprintf(b, indent+format+"\n", args...) }
	switch {
	case e.is("ak-user"):
		line("user: %s", e.words())
	case e.is("ak-msg"):
		line("prose: %s", e.words())
	case e.is("ak-think"):
		line("%s: %s", e.kids[0].words(), e.kids[1].words())
	case e.is("ak-alert"):
		line("alert: %s", e.words())
	case e.is("ak-end"):
		line("end: %s", e.words())
	case e.is("ak-row"):
		line("%s", row(e))
	case e.is("ak-sub"):
		line("agent %s", e.first("ak-sub-name").words())
		for _, k := range e.kids[1:] {
			outlineEl(b, k, indent+"  ")
		}
	case e.is("ak-card"):
		status := ""
		if s := e.first("ak-status"); s != nil {
			status = " (" + s.words() + ")"
		}
		line("card: %s%s", e.first("ak-title").words(), status)
		if r := e.first("ak-req"); r != nil {
			line("  request: %s", r.words())
		} else if e.first("ak-args") != nil {
			line("  arguments: %s", e.first("ak-args").words())
		}
		if n := e.first("ak-note"); n != nil {
			line("  note: %s", n.words())
		}
		if s := e.first("ak-sources"); s != nil {
			line("  sources: %s", s.words())
		}
	case e.is("ak-alone"):
		line("alone: %s", e.words())
	case e.is("ak-in"), e.is("ak-area"):
		outlineKids(b, e, indent+"  ")
	default:
		outlineKids(b, e, indent)
	}
}

func row(e *el) string {
	var out []string
	e.each(func(k *el) bool {
		switch {
		case k.is("ak-g"):
			g := "dot"
			if k.first("ak-spin") != nil {
				g = "spin"
			}
			k.each(func(i *el) bool {
				for _, c := range strings.Fields(i.attr("class")) {
					if name, ok := strings.CutPrefix(c, "ak-i-"); ok {
						g = name
					}
				}
				return true
			})
			if k.is("ak-g-bad") {
				g += " red"
			}
			if s := k.first("ak-sr"); s != nil {
				g += ", " + s.words()
			}
			out = append(out, "["+g+"]")
		case k.is("ak-t"):
			out = append(out, title(k))
		case k.is("ak-l") && k.is("ak-mono"):
			out = append(out, "`"+k.words()+"`")
		case k.is("ak-l"):
			out = append(out, `"`+k.words()+`"`)
		case k.is("ak-v"):
			out = append(out, "-> "+k.words())
		case k.is("ak-bad"):
			out = append(out, "!"+k.words())
		case k.is("ak-intent"):
			out = append(out, "("+k.words()+")")
		case k.is("ak-n") && k.attr("aria-hidden") == "true":
			out = append(out, raw(k))
		case k.is("ak-n"):
			if at, ok := k.get("data-ak-since"); ok {
				out = append(out, "since "+at)
			} else {
				out = append(out, k.words())
			}
		default:
			return true
		}
		return false
	})
	if e.attr("aria-expanded") == "true" {
		out = append(out, "open")
	}
	return strings.Join(out, " ")
}

func raw(e *el) string {
	var b strings.Builder
	for _, k := range e.kids {
		b.WriteString(k.text)
	}
	return b.String()
}

// title is the words of a title, with ×N where several tools have their counts inside, and backquotes round a tool's name.
func title(e *el) string {
	var b strings.Builder
	var walk func(*el)
	walk = func(e *el) {
		switch {
		case e.name == "":
			b.WriteString(e.text)
		case e.is("ak-sr"):
		case e.name == "code":
			b.WriteString("`" + e.words() + "`")
		default:
			for _, k := range e.kids {
				walk(k)
			}
		}
	}
	walk(e)
	return b.String()
}
