package transcript

import "github.com/vitrine-go/vitrine/artifactkit/limits"

// loop is a run of adjacent tool calls in one turn; prose and thinking end it.
type loop struct {
	t      *Transcript
	th     *thread
	n      int
	calls  []*call
	groups []*group
	bucket map[string]*group
	beside []*call             // what hosts draw in place of a row, in the order in which it came
	mode   map[string]Grouping // what a tool of this loop asks for, the first that its calls said; "" for nothing
	tally  tally

	unfolded bool // where the prose comes first, the reader wants these rows all the same
}

func (th *thread) newLoop() *loop {
	l := &loop{t: th.t, th: th, n: th.t.next(), bucket: map[string]*group{}, mode: map[string]Grouping{}}
	th.t.loops = append(th.t.loops, l)
	th.push(l)
	return l
}

// group is the calls that share an activity row.
type group struct {
	t     *Transcript
	loop  *loop
	calls []*call
	segs  []*segment // in order of first sight
	tools map[string]*segment
	mixed bool // rows in the list were last drawn as of several tools
	n     tally
	open  latch
	from  int // calls before this one are not in the open list yet
	on    int // calls that no filter hides
}

// segment is the calls of one tool in a group. It remembers the calls that name it, so that a header costs the same however many
// calls there are.
type segment struct {
	tool  string
	calls []*call
	n     tally
	used  bool // a call has settled: "Used", and never "Using" again

	defined  *call // first call with a title of its definition
	pictured *call // first call with an icon of its definition
	settled  *call // first call that is settled
	titled   *call // first call with a title of its result

	// What rows in the list were last drawn by: only when it changes do they change with it.
	rowTitle, rowIcon string
}

// bucketOf is the name of the row that a call belongs to; "" is a row of its own. A transcript grouped by None has no exceptions.
func (l *loop) bucketOf(c *call) string {
	if c.alone {
		return ""
	}
	mode := l.t.o.Grouping
	if own := l.mode[c.tool]; own != "" && mode != None {
		mode = own
	}
	switch mode {
	case None:
		return ""
	case All:
		return "all"
	}
	return "tool " + c.tool
}

// join puts a new call into its group and marks what that changes.
func (l *loop) join(c *call) {
	l.calls = append(l.calls, c)
	l.tally[c.status]++
	l.t.set(quietPart{l})
	alone := c.leaves()
	if news := l.learn(c); news || alone || len(l.beside) > 0 && len(l.calls) <= limits.Beside {
		l.regroup()
		l.opened(c)
		return
	}
	g, isNew := l.place(c)
	switch {
	case isNew:
		l.t.add(g)
	case len(g.calls) == 2 && l.t.o.Ways: // the list takes the place of the card, and its rows have the menus
		l.t.set(g)
	case len(g.calls) == 2: // the list takes the place of the card
		l.t.set(headPart{g})
		l.t.set(innerPart{g})
	default:
		l.t.set(headPart{g})
		l.t.add(listPart{c})
	}
	l.opened(c)
}

// opened opens a new call that its result wants open.
func (l *loop) opened(c *call) {
	if c.open.auto {
		c.open.auto = false
		c.wantsOpen()
	}
}

func (l *loop) place(c *call) (g *group, isNew bool) {
	name := l.bucketOf(c)
	if name != "" {
		g = l.bucket[name]
	}
	if g == nil {
		g, isNew = &group{t: l.t, loop: l, tools: map[string]*segment{}}, true
		l.groups = append(l.groups, g)
		if name != "" {
			l.bucket[name] = g
		}
	}
	g.join(c)
	if isNew {
		l.t.saved.group(g)
	}
	return g, isNew
}

// learn takes note of the grouping that a call's tool asks for, and tells whether that is news about calls that are there.
func (l *loop) learn(c *call) bool {
	mode, seen := l.mode[c.tool]
	if mode != "" {
		return false
	}
	l.mode[c.tool] = c.grouping
	return seen && c.grouping != ""
}

// regroup forms the groups anew, after a tool changed its name or its grouping. Groups keep their keys, which are their first
// calls', and what is open stays open.
func (l *loop) regroup() {
	old := map[int]latch{}
	for _, g := range l.groups {
		old[g.calls[0].n] = g.open
	}
	l.groups, l.bucket = nil, map[string]*group{}
	for _, c := range l.ordered() {
		g, isNew := l.place(c)
		if was, ok := old[c.n]; ok && isNew {
			g.open = was
		}
		g.open.auto = g.open.auto || c.open.auto
	}
	for _, g := range l.groups {
		g.from = max(0, len(g.calls)-limits.ListRows)
	}
	l.t.set(l)
}

// ordered are the calls of rows, and behind them what stands alone.
func (l *loop) ordered() []*call {
	if len(l.beside) == 0 {
		return l.calls
	}
	all := make([]*call, 0, len(l.calls))
	for _, c := range l.calls {
		if !c.alone {
			all = append(all, c)
		}
	}
	return append(all, l.beside...)
}

// leaves takes a call out of the rows when the host draws it in place of one, and tells whether it did now.
func (c *call) leaves() bool {
	if !c.whole || !c.settled || c.alone || len(c.loop.calls) > limits.Beside {
		return false
	}
	c.alone = true
	c.loop.beside = append(c.loop.beside, c)
	return true
}

func (g *group) join(c *call) {
	c.g, c.at = g, len(g.calls)
	g.calls = append(g.calls, c)
	if c.seg = g.tools[c.tool]; c.seg == nil {
		c.seg = &segment{tool: c.tool}
		g.tools[c.tool] = c.seg
		g.segs = append(g.segs, c.seg)
	}
	if c.on {
		g.on++
	}
	g.n[c.status]++
	c.seg.n[c.status]++
	c.seg.calls = append(c.seg.calls, c)
	c.learned()
}

// learn looks at what a call says now. A title that is there stays there, so the first call that has one only ever moves forward.
func (s *segment) learn(c *call) {
	first := func(p **call, has bool) {
		if has && (*p == nil || c.n < (*p).n) {
			*p = c
		}
	}
	first(&s.defined, c.title != "")
	first(&s.pictured, c.icon != "")
	first(&s.titled, c.facts.title != "")
	first(&s.settled, c.status != running && c.status != needsInput)
	s.used = s.used || s.settled != nil
}

// single tells whether the row stands for one call and opens its card directly.
func (g *group) single() bool { return len(g.calls) == 1 }

func (g *group) busy() bool { return g.n[running] > 0 }

// alone tells whether a host's drawing stands in the place of the row.
func (g *group) alone() bool { return g.single() && g.calls[0].alone }

func (c *call) shownOpen() bool {
	if c.alone {
		return true
	}
	if c.g.single() {
		return c.g.open.isOpen()
	}
	return c.open.isOpen()
}

// learned takes what a call says now into its row's header. The rows of a list show what tells calls apart, so they change when
// what the calls have in common does: the title and the icon of their tool, and whether there are other tools.
func (c *call) learned() {
	g, s := c.g, c.seg
	s.learn(c)
	if mixed := len(g.segs) > 1; mixed != g.mixed {
		g.mixed = mixed
		c.t.redraw(g.calls)
	}
	if title, icon := s.title(), s.icon(); title != s.rowTitle || icon != s.rowIcon {
		s.rowTitle, s.rowIcon = title, icon
		c.t.redraw(s.calls)
	}
}

func (t *Transcript) redraw(rows []*call) {
	for _, c := range rows {
		t.set(rowPart{c})
	}
}

// begin bounds the list of a row that is about to open: the latest calls, and all since the one that the reader is led to.
func (g *group) begin(at int) {
	if !g.open.isOpen() {
		g.from = max(0, min(at, len(g.calls)-limits.ListRows))
	}
}

// changed marks what a new fact of a call changes: its rows and its card.
func (c *call) changed() {
	c.learned()
	c.sift()
	c.t.set(headPart{c.g})
	c.t.set(rowPart{c})
	c.t.set(cardPart{c})
}

// wantsOpen opens a call, and the row that it is in, because its result asks for it.
func (c *call) wantsOpen() {
	if c.open.auto {
		return
	}
	c.open.auto = true
	if !c.g.open.auto {
		c.g.begin(c.at)
		c.g.open.auto = true
		c.t.set(headPart{c.g})
		c.t.set(innerPart{c.g})
	}
	c.t.set(rowPart{c})
	c.t.set(areaPart{c})
}
