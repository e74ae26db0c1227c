package markup

import "strings"

// Plain writes a tree as plain text for terminals, the model and last-resort views: blocks on lines of their own, cells
// separated by tabs, controls (button, input) and hidden parts left out. Lines have no trailing space; one newline ends the last.
func Plain(n Node) string {
	w := plainWriter{}
	w.node(n, false)
	out := strings.TrimRight(w.b.String(), "\n \t")
	if out == "" {
		return ""
	}
	return out + "\n"
}

type plainWriter struct {
	b     strings.Builder
	line  bool // something stands on the current line
	space bool // a space is due before the next word on it
	cell  bool // a cell of the row stands before, perhaps an empty one
	tabs  int  // tabs are due before the next word, one for each cell that ended
}

func (w *plainWriter) node(n Node, pre bool) {
	switch n.kind {
	case nodeText:
		w.text(n.text, pre)
		return
	case nodeAlt:
		w.text(n.text, true)
		return
	case nodeRaw:
		return // the host's own; it has no words for us
	case nodeElement:
		if n.control() && !n.attr("data-ak-content") || n.hidden() {
			return
		}
		if n.tag == Br {
			w.b.WriteByte('\n')
			w.line, w.space = false, false
			return
		}
		if n.tag == Td || n.tag == Th {
			if w.cell {
				w.tabs++
				w.space = false
			}
			w.cell = true
		}
		if n.tag.block() {
			w.breakLine()
		}
		if n.tag == Tr {
			w.cell, w.tabs = false, 0
		}
		pre = pre || n.tag == Pre
	}
	for _, k := range n.kids {
		w.node(k, pre)
	}
	if n.kind == nodeElement && n.tag.block() {
		w.breakLine()
		if n.tag == Tr {
			w.tabs = 0
		}
	}
}

func (n Node) hidden() bool {
	for _, a := range n.attrs {
		if a.name == "hidden" || a.name == "aria-hidden" && a.value == "true" {
			return true
		}
	}
	return false
}

func (w *plainWriter) breakLine() {
	if w.line {
		w.b.WriteByte('\n')
		w.line, w.space, w.tabs = false, false, 0
	}
}

// text writes words. Outside pre, a run of white space is one space, and none begins or ends a line.
func (w *plainWriter) text(s string, pre bool) {
	s = Clean(s)
	if s == "" {
		return
	}
	words := strings.Fields(s)
	if !pre && (len(words) == 0 || blank(s[0])) {
		w.space = w.line
	}
	if !pre && len(words) == 0 {
		return
	}
	for ; w.tabs > 0; w.tabs-- {
		w.b.WriteByte('\t')
	}
	if w.space {
		w.b.WriteByte(' ')
		w.space = false
	}
	if pre {
		w.b.WriteString(s)
		w.line = !strings.HasSuffix(s, "\n")
		return
	}
	w.b.WriteString(strings.Join(words, " "))
	w.line, w.space = true, blank(s[len(s)-1])
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }
