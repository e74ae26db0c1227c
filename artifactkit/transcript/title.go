package transcript

import "unicode/utf8"

// heading is one tool's share of a row's header: a title, or the tool's name with a verb before it.
type heading struct {
	title string // "" when nothing names the calls but their tool
	tool  string
	used  bool // "Used", else "Using"
	verb  bool // the verb is written
	count int
}

// title names the calls of a segment: several calls share the title of their tool's definition, a single call takes the title of
// its result when there is one.
func (s *segment) title() string {
	var def, res string
	if s.defined != nil {
		def = s.defined.title
	}
	switch {
	case s.settled != nil && s.settled.facts.title != "":
		res = s.settled.facts.title
	case s.titled != nil:
		res = s.titled.facts.title
	}
	if len(s.calls) > 1 && def != "" || res == "" {
		return def
	}
	return res
}

func (s *segment) heading() heading {
	return heading{title: s.title(), tool: s.tool, used: s.used, count: len(s.calls)}
}

// Bounds of a header that names several tools: whole headings while they fit, the rest as a number.
const (
	maxHeadings     = 3
	maxHeadingRunes = 60
)

// headings are what the header names, and how many more tools there are. The first is always named.
func (g *group) headings() (shown []heading, others int) {
	length, titled := 0, false
	for i, s := range g.segs {
		h := s.heading()
		length += h.length()
		if i > 0 {
			length += len(", ")
			if i == maxHeadings || length > maxHeadingRunes {
				break
			}
		}
		shown = append(shown, h)
		titled = titled || h.title != ""
	}
	// Among titles every bare name needs its verb; without any, one verb serves all.
	for i := range shown {
		shown[i].verb = shown[i].title == "" && (titled || i == 0)
	}
	return shown, len(g.segs) - len(shown)
}

func (h heading) length() int {
	n := utf8.RuneCountInString(h.title)
	if h.title == "" {
		n = len("Used ") + utf8.RuneCountInString(h.tool)
	}
	if h.count > 1 {
		n += len("×N") - 1
	}
	return n
}
