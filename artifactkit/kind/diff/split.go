package diff

import "github.com/vitrine-go/vitrine/artifactkit/markup"

// split draws the records of the page in two columns: what was removed beside what stands in its place.
func (p *page) split() []markup.Node {
	var rows []markup.Node
	for i := p.from; i < p.to; {
		r := &p.records[i]
		switch r.op {
		case hunk, gap:
			rows = append(rows, p.fold(r, 4, i == p.from))
			i++
			continue
		case meta:
			rows = append(rows, p.meta(r, 4))
			i++
			continue
		case context:
			rows = append(rows, markup.El(markup.Tr, nil, append(p.half(i, removed), p.half(i, added)...)...))
			i++
			continue
		}
		dels := i
		for i < p.to && p.records[i].op == removed {
			i++
		}
		adds := i
		for i < p.to && p.records[i].op == added {
			i++
		}
		rows = p.beside(rows, dels, adds, i)
	}
	return rows
}

// beside puts the removed lines dels..adds beside the added ones adds..end: counterparts on one row, the lines between them in order.
func (p *page) beside(rows []markup.Node, dels, adds, end int) []markup.Node {
	k, j := dels, adds
	pair := func(toK, toJ int) {
		for k < toK || j < toJ {
			var cells []markup.Node
			if k < toK {
				cells = p.half(k, removed)
				k++
			} else {
				cells = nothing
			}
			if j < toJ {
				cells = append(cells[:len(cells):len(cells)], p.half(j, added)...)
				j++
			} else {
				cells = append(cells[:len(cells):len(cells)], nothing...)
			}
			rows = append(rows, markup.El(markup.Tr, nil, cells...))
		}
	}
	for at := dels; at < adds; at++ {
		if other := p.pairs[at-p.from].other; other >= 0 {
			pair(at, other)
			pair(at+1, other+1)
		}
	}
	pair(adds, end)
	return rows
}

// nothing is the side of a row where no line stands.
var nothing = []markup.Node{markup.El(markup.Td, markup.Attrs(markup.Class("ak-void"), markup.Num("colspan", 2)))}

// half is a line as it stands on one side: the number and the text.
func (p *page) half(i int, side op) []markup.Node {
	r := &p.records[i]
	switch {
	case r.op == context && side == removed:
		return []markup.Node{
			markup.El(markup.Td, markup.Attrs(markup.Class("ak-no ak-before ak-same"), number("n", r.old))),
			markup.El(markup.Td, markup.Attrs(markup.Class("ak-line ak-before ak-same")), p.text(i)...),
		}
	case r.op == context:
		return []markup.Node{
			markup.El(markup.Td, markup.Attrs(markup.Class("ak-no ak-after"), number("n", r.new))),
			markup.El(markup.Td, markup.Attrs(markup.Class("ak-line ak-after")), p.text(i)...),
		}
	case side == removed:
		return []markup.Node{
			markup.El(markup.Td, markup.Attrs(markup.Class("ak-no ak-before ak-del"), number("n", r.old)), hiddenWord(p.l.T("line_removed"))),
			markup.El(markup.Td, markup.Attrs(markup.Class("ak-line ak-before ak-del")), p.text(i)...),
		}
	}
	return []markup.Node{
		markup.El(markup.Td, markup.Attrs(markup.Class("ak-no ak-after ak-add"), number("n", r.new)), hiddenWord(p.l.T("line_added"))),
		markup.El(markup.Td, markup.Attrs(markup.Class("ak-line ak-after ak-add")), p.text(i)...),
	}
}
