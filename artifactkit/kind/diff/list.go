package diff

import (
	"sort"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

type op uint8

const (
	context op = iota
	added
	removed
	hunk // the head of a hunk; its text is the section, in a combined diff the whole line
	gap  // unchanged lines behind the last hunk
	meta // a line of a patch that is no change: a commit message, a line that cannot be read
	head // the head of a file; old is its number in the list
)

// record is one line of the list.
type record struct {
	op       op
	noEOL    bool // the file ends here without a newline
	text     string
	old, new int32 // numbers of the line, or where a hunk begins; 0 when they are not known
	gap      int32 // of hunk and gap: unchanged lines before it
}

// change is what happened to a file as a whole.
type change uint8

const (
	modified change = iota
	created
	deleted
	renamed
	copied
)

// file is one file of the list.
type file struct {
	old, new         string // paths
	change           change
	first            int // its record of type head
	adds, dels       int
	oldMode, newMode string
	similar          string // of a rename or a copy: "95%"
	binary           bool
	size             int  // of a binary, 0 when not known
	parents          int  // of a combined diff, else 0
	odd              int  // lines that could not be read and are shown as they are
	miscounted       bool // a hunk has other lines than its head says
	named, started   bool // by ---/+++ lines; has a hunk

	lines, crlf, addCR, delCR int  // lines that end with CR LF
	mixed                     bool // only some lines end with CR LF
	endings                   bool // all lines changed from LF to CR LF or back
	toCRLF                    bool
}

func (f *file) path() string {
	if f.new != "" {
		return f.new
	}
	return f.old
}

// sided tells whether a file is worth two columns.
func (f *file) sided() bool { return f.adds > 0 && f.dels > 0 && f.parents == 0 }

// list is files with their lines, one after the other.
type list struct {
	files   []file
	records []record
	left    int // lines of a patch that were not read
}

// start begins a file.
func (l *list) start(f file) *file {
	f.first = len(l.records)
	l.records = append(l.records, record{op: head, old: int32(len(l.files))})
	l.files = append(l.files, f)
	return l.last()
}

func (l *list) last() *file { return &l.files[len(l.files)-1] }

// add appends a changed or unchanged line to the last file.
func (l *list) add(o op, text string, old, new int32) {
	f := l.last()
	cr := 0
	if strings.HasSuffix(text, "\r") {
		cr = 1
	}
	switch o {
	case added:
		f.adds, f.addCR, old = f.adds+1, f.addCR+cr, 0
	case removed:
		f.dels, f.delCR, new = f.dels+1, f.delCR+cr, 0
	}
	f.lines, f.crlf = f.lines+1, f.crlf+cr
	l.records = append(l.records, record{op: o, text: text, old: old, new: new})
}

// fileAt is the file that a record belongs to, -1 for what stands before the first.
func (l *list) fileAt(i int) int {
	return sort.Search(len(l.files), func(k int) bool { return l.files[k].first > i }) - 1
}

// end is where the records of a file end.
func (l *list) end(file int) int {
	if file+1 < len(l.files) {
		return l.files[file+1].first
	}
	return len(l.records)
}

// finish settles what only all lines of a file together tell.
func (l *list) finish() {
	for i := range l.files {
		f := &l.files[i]
		switch {
		case f.change == modified && f.named && f.old == "" && f.new != "":
			f.change = created
		case f.change == modified && f.named && f.new == "" && f.old != "":
			f.change = deleted
		}
		switch {
		case f.endings:
		case f.lines == f.adds+f.dels && f.adds > 0 && f.dels > 0 && f.delCR == 0 && f.addCR == f.adds:
			f.endings, f.toCRLF = true, true
		case f.lines == f.adds+f.dels && f.adds > 0 && f.delCR > 0 && f.delCR == f.dels && f.addCR == 0:
			f.endings = true
		default:
			f.mixed = f.crlf > 0 && f.crlf < f.lines
		}
	}
}

// What the head of a file and of a hunk count in lines of a page: they carry more elements than a line.
const (
	headCost = 4
	hunkCost = 2
)

func (r *record) cost() int {
	switch r.op {
	case head:
		return headCost
	case hunk, gap:
		return hunkCost
	}
	return 1
}

// pages divides the records: first record of each page, the end last. A file that would be torn and fits on a page begins a new one.
func (l *list) pages() []int {
	out := []int{0}
	cost := 0
	for i := range l.records {
		r := &l.records[i]
		c := r.cost()
		need := c
		if r.op == head {
			if n := l.end(int(r.old)) - i; n < limits.DiffLines/2 {
				for k := i; k < i+n; k++ {
					need += l.records[k].cost()
				}
				need -= c
			}
		}
		if cost > 0 && cost+need > limits.DiffLines {
			out, cost = append(out, i), 0
		}
		cost += c
	}
	return append(out, len(l.records))
}
