package jupyter

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// notebook reads cells. It knows the language of the kernel, how many cells came, and which ids they have.
type notebook struct {
	lang string
	n    int
	ids  map[string]bool
}

// Item reads the document, or a cell of one that breaks off.
func (x *notebook) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	cells, sheets := v.Get("cells"), v.Get("worksheets")
	if cells.Type() != protocol.Array && sheets.Type() != protocol.Array {
		if v.Get("cell_type").Exists() {
			return x.cell(t, v)
		}
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "This is neither a notebook nor a cell of one."}
	}
	meta := v.Get("metadata")
	for _, l := range []string{meta.At("language_info", "name").Str(), meta.At("kernelspec", "language").Str(), meta.At("language").Str()} {
		if x.lang == "" {
			x.lang = strings.ToLower(l)
		}
	}
	t.Session("", title(v), "")
	t.Each(cells, func(c protocol.Value) *protocol.Reason { return x.cell(t, c) })
	for _, s := range sheets.Elems() {
		t.Each(s.Get("cells"), func(c protocol.Value) *protocol.Reason { return x.cell(t, c) })
	}
	rest := obj.Rest(v, "cells", "worksheets")
	t.Item(v, "", "", nil)
	if rest != nil {
		t.Put(name+".notebook", "", rest)
	}
	return nil
}

// End has nothing left to say: a cell is whole.
func (x *notebook) End(*talk.Talk) {}

// title is what the notebook is called: by its metadata, else by the first heading.
func title(v protocol.Value) string {
	if s := v.At("metadata", "title").Str(); s != "" {
		return s
	}
	if s := v.At("metadata", "name").Str(); s != "" {
		return s
	}
	cells := v.Get("cells")
	for _, s := range v.Get("worksheets").Elems() {
		if !cells.Exists() {
			cells = s.Get("cells")
		}
	}
	for _, c := range cells.Elems() {
		if s := heading(c); s != "" {
			return s
		}
	}
	return ""
}

// heading is the first heading of a cell of words.
func heading(c protocol.Value) string {
	switch c.Get("cell_type").Str() {
	case "heading":
		return source.TitleOf(textOf(c))
	case "markdown":
		for line := range strings.SplitSeq(textOf(c), "\n") {
			if words := strings.TrimLeft(line, "#"); len(words) < len(line) && strings.HasPrefix(words, " ") {
				return source.TitleOf(strings.TrimRight(words, "# "))
			}
		}
	}
	return ""
}

// cell reads one cell.
func (x *notebook) cell(t *talk.Talk, c protocol.Value) *protocol.Reason {
	if c.Type() != protocol.Object {
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "A cell is an object, this is " + c.Type().String() + "."}
	}
	x.n++
	text := textOf(c)
	drop := []string{"cell_type", "id", "source"}
	switch typ := c.Get("cell_type").Str(); typ {
	case "markdown", "heading", "html":
		t.Session("", heading(c), "")
		if level, ok := c.Get("level").Int(); typ == "heading" && ok && level >= 1 && level <= 6 {
			text = strings.Repeat("#", int(level)) + " " + text
			drop = append(drop, "level")
		}
		pictures := attached(c.Get("attachments"))
		if pictures != nil {
			drop = append(drop, "attachments")
		}
		t.Item(c, c.Get("id").Str(), "", rest(c, drop...))
		t.Message("assistant", "markdown", text, pictures)
	case "raw":
		t.Item(c, c.Get("id").Str(), "", rest(c, drop...))
		t.Message("assistant", "text", text, nil)
	case "code":
		x.code(t, c)
	case "":
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/cell_type", Message: "The cell does not say its type."}
	default:
		t.Item(c, c.Get("id").Str(), "", nil)
		t.Unknown(typ, c)
	}
	return nil
}

// code is a call. A cell that was never run is one that gave nothing.
func (x *notebook) code(t *talk.Talk, c protocol.Value) {
	text := textOf(c)
	lang := x.lang
	if l := strings.ToLower(c.Get("language").Str()); l != "" {
		lang = l
	}
	lang = language(text, lang)
	tool := lang
	if tool == "" {
		tool = "code"
	}
	id := c.Get("id").Str()
	if id == "" || x.ids[id] {
		id = "cell-" + strconv.Itoa(x.n)
	}
	x.ids[id] = true
	t.Item(c, id, "", rest(c, "cell_type", "id", "source", "input", "language", "outputs"))
	var args obj.Object
	args.Str("code", text)
	input, _ := protocol.Parse(args.JSON())
	t.Request(id, talk.Call{Name: tool, Input: input})
	var s shown
	s.all(c.Get("outputs"))
	d := s.draft(text, lang)
	d.ID, d.Name = id, tool
	d.Display = s.display(text)
	t.Result(d, false, talk.Member{Key: "outputs", JSON: s.rest(c.Get("outputs"))})
}

// textOf is the text of a cell: one string, or lines with their ends. Version 3 calls that of code input.
func textOf(c protocol.Value) string {
	if v := c.Get("source"); v.Exists() {
		return joined(v)
	}
	return joined(c.Get("input"))
}

// joined is a text in either form.
func joined(v protocol.Value) string {
	if v.Type() != protocol.Array {
		return v.Str()
	}
	var b strings.Builder
	for _, e := range v.Elems() {
		b.WriteString(e.Str())
	}
	return b.String()
}

// attached are the pictures pasted into a cell of words: {name: {media type: base64}}.
func attached(v protocol.Value) (pictures [][]byte) {
	for file, bundle := range v.Members() {
		for mime, data := range bundle.Members() {
			if strings.HasPrefix(mime, "image/") {
				pictures = append(pictures, talk.Picture(mime, joined(data), file))
			}
		}
	}
	return pictures
}

// rest is what a cell holds beside the members named, nil when that is only empty metadata.
func rest(c protocol.Value, drop ...string) []byte {
	r := obj.Rest(c, drop...)
	v, why := protocol.Parse(r)
	if why != nil {
		return nil
	}
	for k, m := range v.Members() {
		empty := m.Type() == protocol.Object && m.Len() == 0 || m.Type() == protocol.Null
		if !empty || k != "metadata" && k != "execution_count" && k != "prompt_number" {
			return r
		}
	}
	return nil
}

// magics are the languages of cells that begin with %%word.
var magics = map[string]string{
	"bash": "bash", "sh": "bash", "script": "bash", "system": "bash", "html": "html", "javascript": "javascript", "js": "javascript", "latex": "latex",
	"markdown": "markdown", "perl": "perl", "R": "r", "ruby": "ruby", "sql": "sql", "svg": "xml", "writefile": "",
}

// language is that of a cell: of its magic word, else of the kernel.
func language(code, kernel string) string {
	if rest, ok := strings.CutPrefix(strings.TrimLeft(code, " \n"), "%%"); ok {
		word, _, _ := strings.Cut(rest, "\n")
		word, _, _ = strings.Cut(word, " ")
		if l, ok := magics[word]; ok {
			return l
		}
	}
	switch kernel {
	case "ipython", "python2", "python3":
		return "python"
	}
	return kernel
}
