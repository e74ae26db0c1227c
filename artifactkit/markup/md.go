package markup

import (
	"strconv"
	"strings"
)

// Markdown writes a tree as Markdown (CommonMark with tables). Words of the tree are words there: what Markdown or HTML would read is
// escaped, code stands in fences that nothing inside ends, and links are those of the tree. Controls and hidden parts are left out;
// of a picture its description stays. The text ends with one newline.
func Markdown(n Node) string {
	w := mdWriter{}
	w.node(Static(n))
	out := strings.TrimSpace(w.b.String())
	if out == "" {
		return ""
	}
	return out + "\n"
}

type mdWriter struct {
	b      strings.Builder
	prefix string // of every line: of quotes and lists
	gap    gap    // what comes before the next words
	bare   bool   // only the sign of a list or quote stands on the line
	cell   bool   // inside a table, where a line is a row
}

type gap uint8

const (
	none  gap = iota
	line      // a new line
	empty     // an empty line
)

// begun tells whether words stand on the line.
func (w *mdWriter) begun() bool { return w.gap == none && !w.bare && (w.cell || w.b.Len() > 0) }

// block ends the line that is written and leaves an empty one.
func (w *mdWriter) block() { w.end(empty) }

func (w *mdWriter) end(g gap) {
	if !w.cell && !w.bare && w.b.Len() > 0 {
		w.gap = max(w.gap, g)
	}
}

func (w *mdWriter) put(s string) {
	if s == "" {
		return
	}
	if w.gap == empty {
		w.b.WriteString("\n" + strings.TrimRight(w.prefix, " "))
	}
	if w.gap != none {
		w.b.WriteString("\n" + w.prefix)
	}
	w.gap, w.bare = none, false
	w.b.WriteString(s)
}

// words writes text as words.
func (w *mdWriter) words(s string) {
	s = Clean(s)
	if s == "" {
		return
	}
	fields := strings.Fields(s)
	text := strings.Join(fields, " ")
	if w.begun() && blank(s[0]) {
		text = " " + text
	}
	if len(fields) > 0 && blank(s[len(s)-1]) {
		text += " "
	}
	if !w.begun() {
		text = strings.TrimLeft(text, " ")
	}
	w.put(escapedMarkdown(text, !w.begun()))
}

// escapedMarkdown is text that Markdown reads as itself. What only counts at the beginning of a line is escaped there only.
func escapedMarkdown(s string, start bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if strings.IndexByte("\\`*_[]<>&|~$", c) >= 0 || start && (strings.IndexByte("#+-=", c) >= 0 || (c == '.' || c == ')') && i > 0 && s[i-1] >= '0' && s[i-1] <= '9' && (i+1 == len(s) || s[i+1] == ' ')) {
			b.WriteByte('\\')
		}
		start = start && (c == '#' || c >= '0' && c <= '9' || c == ' ')
		b.WriteByte(c)
	}
	return strings.ReplaceAll(b.String(), "://", ":\\//") // no address becomes a link by itself
}

func (w *mdWriter) node(n Node) {
	switch n.kind {
	case nodeText:
		w.words(n.text)
		return
	case nodeAlt:
		switch text := Clean(n.text); {
		case !strings.Contains(strings.TrimSpace(text), "\n"):
			w.words(text)
		case strings.HasPrefix(text, "--- "), strings.HasPrefix(text, "diff "):
			w.fence("diff", text)
		default:
			w.fence("", text)
		}
		return
	case nodeRaw:
		return
	case nodeElement:
		if n.hidden() {
			return
		}
		w.element(n)
		return
	}
	w.kids(n)
}

func (w *mdWriter) kids(n Node) {
	for _, k := range n.kids {
		w.node(k)
	}
}

func (w *mdWriter) element(n Node) {
	switch n.tag {
	case Br:
		w.put(" ")
	case Hr:
		w.block()
		w.put("---")
		w.block()
	case H1, H2, H3, H4, H5, H6:
		if w.begun() { // inside a row that is a heading already
			w.kids(n)
			return
		}
		w.block()
		w.put(strings.Repeat("#", int(n.tag-H1)+1) + " ")
		w.kids(n)
		w.block()
	case B, Strong:
		w.around("**", n)
	case I, Em:
		w.around("*", n)
	case Code, Kbd, Samp:
		w.code(strings.Join(strings.Fields(Plain(n)), " "))
	case Pre:
		w.fence("", Plain(n))
	case A:
		w.link(n)
	case Img:
		for _, a := range n.attrs {
			if a.name == "alt" && a.value != "" {
				w.words("[" + a.value + "]")
			}
		}
	case Ul, Ol:
		w.list(n)
	case Blockquote:
		w.block()
		w.inside("> ", "> ", n)
		w.block()
	case Table:
		w.table(n)
	default:
		if !n.tag.block() {
			w.kids(n)
			return
		}
		w.block()
		w.kids(n)
		w.block()
	}
}

// around writes words between two marks, which stand at words only.
func (w *mdWriter) around(mark string, n Node) {
	inner := mdWriter{cell: true}
	inner.kids(n)
	text := strings.TrimSpace(inner.b.String())
	if text == "" || w.cell && strings.Contains(text, "\n") {
		return
	}
	w.put(mark + text + mark)
}

func (w *mdWriter) code(s string) {
	if s == "" {
		return
	}
	ticks := strings.Repeat("`", longest(s, '`')+1)
	if w.cell {
		s = strings.ReplaceAll(s, "|", "\\|")
	}
	w.put(ticks + " " + s + " " + ticks)
}

// fence writes lines as they are.
func (w *mdWriter) fence(lang, s string) {
	s = strings.TrimRight(s, "\n")
	if w.cell {
		w.code(strings.Join(strings.Fields(s), " "))
		return
	}
	if s == "" {
		return
	}
	w.block()
	ticks := strings.Repeat("`", max(3, longest(s, '`')+1))
	w.put(ticks + lang)
	for line := range strings.SplitSeq(s, "\n") {
		w.b.WriteString("\n" + w.prefix + line)
	}
	w.b.WriteString("\n" + w.prefix + ticks)
	w.block()
}

func longest(s string, c byte) (most int) {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] != c {
			n = 0
			continue
		}
		n++
		most = max(most, n)
	}
	return most
}

func (w *mdWriter) link(n Node) {
	address := ""
	for _, a := range n.attrs {
		if a.name == "href" {
			address = a.value
		}
	}
	inner := mdWriter{cell: true}
	inner.kids(n)
	text := strings.TrimSpace(inner.b.String())
	u, ok := SafeURL(address)
	if !ok || text == "" || strings.ContainsAny(address, "<>\n \\") {
		w.put(text)
		return
	}
	w.put("[" + text + "](<" + u.String() + ">)")
}

func (w *mdWriter) list(n Node) {
	w.block()
	item := 0
	for _, k := range n.kids {
		if k.kind != nodeElement || k.tag != Li {
			continue
		}
		item++
		sign := "- "
		if n.tag == Ol {
			sign = strconv.Itoa(item) + ". "
		}
		w.end(line)
		w.inside(sign, strings.Repeat(" ", len(sign)), k)
		w.gap = min(w.gap, line)
	}
	w.block()
}

// inside writes blocks behind a sign, the lines after the first behind another.
func (w *mdWriter) inside(first, rest string, n Node) {
	if w.cell {
		w.kids(n)
		return
	}
	outer := w.prefix
	w.put(first)
	w.prefix, w.bare = outer+rest, true
	w.kids(n)
	w.prefix, w.bare = outer, false
}

func (w *mdWriter) table(n Node) {
	if w.cell {
		w.words(Plain(n))
		return
	}
	var rows [][]string
	width := 0
	var walk func(Node)
	walk = func(n Node) {
		if n.kind == nodeElement && n.tag == Tr {
			var row []string
			for _, k := range n.kids {
				row = append(row, cells(k)...)
			}
			rows = append(rows, row)
			width = max(width, len(row))
			return
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(n)
	if width == 0 {
		return
	}
	w.block()
	for i, row := range rows {
		if i > 0 {
			w.b.WriteString("\n" + w.prefix)
		}
		for len(row) < width {
			row = append(row, "")
		}
		w.put("| " + strings.Join(row, " | ") + " |")
		if i == 0 {
			w.b.WriteString("\n" + w.prefix + "|" + strings.Repeat(" --- |", width))
		}
	}
	w.block()
}

func cells(n Node) (out []string) {
	if n.kind == nodeElement && (n.tag == Td || n.tag == Th) {
		inner := mdWriter{cell: true}
		inner.kids(n)
		return []string{strings.TrimSpace(strings.ReplaceAll(inner.b.String(), "\n", " "))}
	}
	for _, k := range n.kids {
		out = append(out, cells(k)...)
	}
	return out
}
