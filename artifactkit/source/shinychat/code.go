package shinychat

import "strings"

// span is a part of a text, from its first byte to behind its last.
type span struct{ from, to int }

// codeSpans are the parts of Markdown whose words are samples: fenced blocks that are closed, and code inside one line. A fence that is
// never closed is none, so that a stray one hides nothing. In order of their beginnings; the cost is linear.
func codeSpans(s string) []span {
	var spans []span
	lines := linesOf(s)
	longest := map[byte][]int{'`': closers(lines, '`'), '~': closers(lines, '~')}
	for i := 0; i < len(lines); i++ {
		mark, n := fence(lines[i].text)
		if n == 0 || longest[mark][i+1] < n {
			spans = append(spans, inline(lines[i])...)
			continue
		}
		j := i + 1
		for closing(lines[j].text, mark) < n {
			j++
		}
		spans = append(spans, span{lines[i].from, lines[j].from + len(lines[j].text)})
		i = j
	}
	return spans
}

type line struct {
	from int
	text string
}

func linesOf(s string) (all []line) {
	at := 0
	for l := range strings.Lines(s) {
		all = append(all, line{at, strings.TrimRight(l, "\r\n")})
		at += len(l)
	}
	return all
}

// fence is the mark that opens a fenced block and how often it stands there, 0 for a line that opens none.
func fence(l string) (mark byte, n int) {
	t := strings.TrimLeft(l, " ")
	if len(l)-len(t) > 3 || t == "" || t[0] != '`' && t[0] != '~' {
		return 0, 0
	}
	n = len(t) - len(strings.TrimLeft(t, t[:1]))
	if n < 3 {
		return 0, 0
	}
	return t[0], n
}

// closing is how long the mark is that ends a fenced block on a line, 0 for a line that ends none.
func closing(l string, mark byte) int {
	m, n := fence(l)
	if m != mark || strings.Trim(strings.TrimLeft(l, " ")[n:], " \t") != "" {
		return 0
	}
	return n
}

// closers tells for each line the longest mark that closes on it or below it.
func closers(lines []line, mark byte) []int {
	longest := make([]int, len(lines)+1)
	for i := len(lines) - 1; i >= 0; i-- {
		longest[i] = max(longest[i+1], closing(lines[i].text, mark))
	}
	return longest
}

// inline are the parts of a line between two runs of as many backticks.
func inline(l line) []span {
	if !strings.Contains(l.text, "`") {
		return nil
	}
	var runs []span
	for i := 0; i < len(l.text); {
		if l.text[i] != '`' {
			i++
			continue
		}
		n := len(l.text[i:]) - len(strings.TrimLeft(l.text[i:], "`"))
		runs = append(runs, span{i, i + n})
		i += n
	}
	next, last := make([]int, len(runs)), map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		n := runs[i].to - runs[i].from
		next[i] = last[n] - 1 // the map holds indexes plus one
		last[n] = i + 1
	}
	var spans []span
	for i := 0; i < len(runs); i++ {
		if j := next[i]; j > i {
			spans = append(spans, span{l.from + runs[i].from, l.from + runs[j].to})
			i = j
		}
	}
	return spans
}
