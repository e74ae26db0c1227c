// Package jupyter reads notebooks: a whole one, of nbformat 4 or 3, and one output, one bundle of media types or one cell by itself.
//
// A cell of words is a message, a cell of code a call whose arguments are the code and whose result is what it printed and showed. Of
// a bundle the richest form that is safe is shown; scripts never, HTML only as the tables in it. What is not shown is kept.
package jupyter

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "jupyter"

var format = talk.Format{Name: name, Agent: "Jupyter", Lists: []string{"cells"}, New: func() talk.Items { return &notebook{ids: map[string]bool{}} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "Jupyter notebook", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads an output, a list of outputs, a bundle, or a cell of code.
func result(root protocol.Value) ([]byte, bool) {
	switch {
	case isOutput(root):
		return show(root).draft("", "").Single(name, root), true
	case root.Type() == protocol.Array:
		for _, o := range root.Elems() {
			if !isOutput(o) {
				return nil, false
			}
		}
		if root.Len() == 0 {
			return nil, false
		}
		s := shown{}
		s.all(root)
		return s.draft("", "").Single(name, root), true
	case isBundle(root):
		s := shown{}
		s.bundle(root)
		return s.draft("", "").Single(name, root), true
	case root.Get("cell_type").Str() == "code" && root.Get("outputs").Type() == protocol.Array:
		s := shown{}
		s.all(root.Get("outputs"))
		code := textOf(root)
		d := s.draft(code, language(code, root.Get("language").Str()))
		d.ID, d.Name = root.Get("id").Str(), "code"
		return d.Single(name, root), true
	}
	return nil, false
}

func show(output protocol.Value) *shown {
	s := &shown{}
	s.output(output)
	return s
}

func sniff(head []byte) bool {
	marked := bytes.Contains(head, []byte(`"cell_type"`))
	for _, v := range talk.Begins(head) {
		sheets := v.Get("cells").Exists() || v.Get("worksheets").Exists()
		if v.Get("nbformat").Type() == protocol.Number && (sheets || v.Get("metadata").Exists()) || sheets && marked {
			return true
		}
	}
	return false
}

// isOutput tells whether v is an output of a cell.
func isOutput(v protocol.Value) bool {
	switch v.Get("output_type").Str() {
	case "execute_result", "display_data", "update_display_data", "pyout":
		return v.Get("data").Type() == protocol.Object || v.Get("output_type").Str() == "pyout" || v.Get("text").Exists() || v.Get("png").Exists() || v.Get("metadata").Exists()
	case "stream":
		return v.Get("text").Exists()
	case "error", "pyerr":
		return v.Get("ename").Exists() || v.Get("traceback").Exists()
	}
	return false
}

// isBundle tells whether v is a bundle: every member is called by a media type, and one is among those that are shown.
func isBundle(v protocol.Value) bool {
	if v.Type() != protocol.Object || v.Len() == 0 {
		return false
	}
	known := false
	for key, m := range v.Members() {
		if !isMedia(key) {
			return false
		}
		known = known || ranked(key) && (m.Type() == protocol.String || m.Type() == protocol.Array || m.Type() == protocol.Object)
	}
	return known
}
