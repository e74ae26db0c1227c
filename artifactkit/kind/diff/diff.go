// Package diff is the kind of changes: two texts that are compared, or a patch of one or many files that is read. Both become
// the same list of lines with their numbers, and one page of it is drawn.
package diff

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads {patch} or {unified}, else {hunks}, else {old, new}; path? and verb? head it. A patch is preferred to the texts
// (AD-4), and drawn as the changes it describes, never as added lines (AD-5).
var Kind = kind.Kind{Name: "diff", Icon: "file-diff", Rich: true, Open: open}

type op uint8

const (
	context op = iota
	added
	removed
	hunk // the head of a hunk; its text is the section
	gap  // unchanged lines behind the last hunk
	meta // a line of a patch that is no change: a commit message, a mode
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
	old, new       string // paths
	change         change
	binary, mixed  bool // mixed: only some lines end with CR LF
	adds, dels     int
	first          int // its record of type head
	lines, crlf    int
	named, started bool // by ---/+++ lines; has a hunk
}

func (f *file) path() string {
	if f.new != "" {
		return f.new
	}
	return f.old
}

type view struct {
	list
	path, verb string
	replaced   bool // too large to compare: all of the old is removed, all of the new added
	old, new   string
	patch      string
	pages      []int // first record of each page; the end is the last
}

type list struct {
	files   []file
	records []record
	left    int // lines of a patch that were not read
}

func open(payload protocol.Value, _ string) (kind.View, *protocol.Reason) {
	if payload.Type() != protocol.Object {
		return nil, field.Bad("", "an object", payload)
	}
	v := &view{path: field.Optional(payload, "path"), verb: field.Optional(payload, "verb")}
	var oldSet, newSet bool
	v.old, oldSet, _ = field.Text(payload, "old")
	v.new, newSet, _ = field.Text(payload, "new")
	for _, key := range []string{"patch", "unified", "diff"} {
		if v.patch == "" {
			v.patch = field.Optional(payload, key)
		}
	}
	hunks := payload.Get("hunks")
	if hunks.Type() != protocol.Array {
		hunks = payload.Get("structuredPatch")
	}
	switch {
	case v.patch != "" && v.parse(v.patch):
	case v.hunks(hunks):
	case oldSet || newSet:
		v.compare(oldSet, newSet)
	case strings.TrimSpace(v.patch) != "":
		return longtext.View{Body: longtext.Terminal(v.patch), File: "changes.txt"}, nil // no change was found in it
	default:
		return nil, &protocol.Reason{Code: protocol.BadPayload, Message: "There is no patch, and neither an old nor a new text."}
	}
	v.finish()
	return v, nil
}

// finish settles what only all lines together tell, and divides them in pages.
func (v *view) finish() {
	for i := range v.files {
		f := &v.files[i]
		f.mixed = f.crlf > 0 && f.crlf < f.lines
		switch {
		case f.change == modified && f.named && f.old == "" && f.new != "":
			f.change = created
		case f.change == modified && f.named && f.new == "" && f.old != "":
			f.change = deleted
		}
	}
	if len(v.files) == 1 && v.files[0].path() == "" {
		v.files[0].old, v.files[0].new = v.path, v.path
	}
	cost := limits.DiffLines
	for i := range v.records {
		c := 1
		if v.records[i].op == head {
			c = headCost
		}
		if cost += c; cost > limits.DiffLines {
			v.pages, cost = append(v.pages, i), c
		}
	}
	v.pages = append(v.pages, len(v.records))
}

// headCost is what the head of a file counts in lines of a page.
const headCost = 3

func (v *view) Update(st kind.State, action string) kind.State {
	return longtext.Part("").Update(st, action)
}

// Extract gives "text", the changes as a unified diff; "old", "new" and "path" as far as they are known.
func (v *view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	switch {
	case what == "text" && v.patch != "":
		return "text/x-diff", "changes.diff", []byte(v.patch), true
	case what == "text":
		return "text/x-diff", "changes.diff", v.unified(nil, 0, len(v.records), 0), true
	case what == "old" && v.old != "":
		return "text/plain", "old.txt", []byte(v.old), true
	case what == "new" && v.new != "":
		return "text/plain", "new.txt", []byte(v.new), true
	case what == "path" && len(v.files) == 1:
		return "text/plain", "path.txt", []byte(v.files[0].path()), true
	}
	return "", "", nil, false
}

// CopyWord is "text".
func (*view) CopyWord() string { return "text" }
