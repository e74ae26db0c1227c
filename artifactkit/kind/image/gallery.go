package image

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/control"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// The members of a state, all of them optional.
//
//	page  3      the picture that stands alone, counted from 1; 0 is the sheet of all
//	more  1      the sheet, where there are more pictures than one holds
//	zoom  200    the size of the picture that stands alone, in percent; without it, it fits
//	load  [0]    remote pictures that the reader asked for, which only a host that allows it loads (TR-5)
const (
	keyPage = "page"
	keyMore = "more"
	keyZoom = "zoom"
	keyLoad = "load"
)

type drawing struct {
	env   kind.Env
	st    kind.State
	b     *markup.Budget
	bytes int  // of pictures that the view may still carry
	many  bool // pictures are thumbnails: what is done with one is done where it stands alone
}

// heavy tells whether a picture is too much for a sheet that has others already.
func (d *drawing) heavy(size int) bool {
	if d.bytes < limits.ImageSheetBytes && size > d.bytes {
		return true
	}
	d.bytes -= size
	return false
}

// loads tells whether a remote picture is asked for, and the host lets it be.
func (d *drawing) loads(i int) bool {
	if !d.env.Load {
		return false
	}
	for _, v := range d.st.Get(keyLoad).Elems() {
		if n, ok := v.Int(); ok && n == int64(i) {
			return true
		}
	}
	return false
}

// Node draws the picture that stands alone or a sheet, and what was said beside them.
func (v *view) Node(st kind.State, env kind.Env) markup.Node {
	d := &drawing{env: env, st: st, b: markup.NewBudget(limits.Marks), bytes: limits.ImageSheetBytes}
	l := env.Locale
	n := markup.Node{}
	if page := v.page(st); page > 0 {
		n = v.alone(d, page-1)
	} else if len(v.pictures) > 0 {
		n = v.sheet(d)
	}
	if v.output != nil {
		n = markup.Group(n, v.output.Node("output", st, env, d.b))
	}
	if v.code != nil {
		n = markup.Group(n, markup.El(markup.Details, markup.Attrs(markup.Class("ak-behind"), markup.Flag("open", st.Get("more_code").IsSet())),
			markup.El(markup.Summary, nil, markup.Text(l.T("code"))), v.code.Node("code", st, env, d.b)))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-images")), n)
}

// page is the picture that stands alone, counted from 1. One that has no others always does.
func (v *view) page(st kind.State) int {
	if len(v.pictures) == 1 && v.more == 0 {
		return 1
	}
	if n := st.Int(keyPage, 0); n > 0 && n <= len(v.pictures) {
		return n
	}
	return 0
}

func (v *view) alone(d *drawing, i int) markup.Node {
	p, l := &v.pictures[i], d.env.Locale
	zoom := p.zoom(d.st)
	var kids []markup.Node
	if many := len(v.pictures); many > 1 {
		kids = append(kids,
			control.Button(l.T("previous"), markup.Action("page", strconv.Itoa(i)), markup.Flag("disabled", i == 0)),
			markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim"), markup.Const("role", "status")), markup.Text(l.T("image_of", l.Num(i+1), l.Num(many)))),
			control.Button(l.T("next"), markup.Action("page", strconv.Itoa(i+2)), markup.Flag("disabled", i+1 == many)),
			control.Button(l.T("image_all"), markup.Action("page", "0")))
	}
	if p.b64 != "" && p.width > 0 && p.height > 0 && (p.width > small || len(v.pictures) > 1 || zoom > 0) {
		said := l.T("zoom_fit")
		if zoom > 0 {
			said = l.Num(zoom) + " %"
		}
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))), markup.El(markup.Span, markup.Attrs(markup.Class("ak-together")),
			control.Button("−", markup.Action("zoom", "out"), markup.Label(l.T("zoom_out")), markup.Flag("disabled", zoom == steps[0])),
			control.Button(said, markup.Action("zoom", "fit"), markup.Label(l.T("zoom_to_fit", said))),
			control.Button("+", markup.Action("zoom", "in"), markup.Label(l.T("zoom_in")), markup.Flag("disabled", zoom == steps[len(steps)-1]))))
	}
	var bar markup.Node
	if len(kids) > 0 {
		bar = control.Bar(l.T("image"), kids...)
	}
	return markup.Group(bar, markup.El(markup.Div, markup.Attrs(markup.Class("ak-shots ak-alone")), p.node(d, i, zoom, false)))
}

// sheet shows as many pictures as a view carries well, the others on further sheets.
func (v *view) sheet(d *drawing) markup.Node {
	l, many := d.env.Locale, len(v.pictures)
	last := (many - 1) / limits.ImageSheet
	sheet := min(max(d.st.Int(keyMore, 0), 0), last)
	from := sheet * limits.ImageSheet
	to := min(from+limits.ImageSheet, many)
	var kids []markup.Node
	class := markup.Class("ak-shots")
	if d.many = many > few; d.many {
		class = markup.Class("ak-shots ak-sheet")
	}
	for i := from; i < to; i++ {
		kids = append(kids, v.pictures[i].node(d, i, 0, many > 1))
	}
	n := markup.El(markup.Div, markup.Attrs(class), kids...)
	if last > 0 {
		n = markup.Group(n, markup.El(markup.Div, markup.Attrs(markup.Class("ak-gap")),
			markup.El(markup.Span, nil, markup.Text(l.T("images_of", l.Num(from+1), l.Num(to), l.Num(many+v.more)))),
			link(l.T("previous"), markup.Action("more", strconv.Itoa(sheet-1)), markup.Flag("disabled", sheet == 0)),
			link(l.T("next"), markup.Action("more", strconv.Itoa(sheet+1)), markup.Flag("disabled", sheet == last))))
	}
	if v.more > 0 {
		n = markup.Group(n, markup.El(markup.Div, markup.Attrs(markup.Class("ak-gap")), markup.Text(l.N("images_left_out", v.more))))
	}
	return n
}

// few is how many pictures stand beside each other as they are; more are thumbnails.
const few = 4

// small is the width that fits nearly everywhere: such a picture is drawn in its own size already.
const small = 320

// steps are the sizes in percent.
var steps = [...]int{25, 50, 100, 200, 400}

// zoom is the size that a state asks for, 0 to fit.
func (p *picture) zoom(st kind.State) int {
	want := st.Int(keyZoom, 0)
	for _, s := range steps {
		if s == want && p.width > 0 && p.height > 0 {
			return s
		}
	}
	return 0
}

// next is the size after a step in or out. A picture that fits is about as large as its box, or as itself if it is small.
func (p *picture) next(zoom int, in bool) int {
	if zoom == 0 {
		switch {
		case in && p.width <= 2*small:
			return 200
		case in:
			return 100
		}
		return 50
	}
	for i, s := range steps {
		switch {
		case s != zoom:
		case in:
			return steps[min(i+1, len(steps)-1)]
		default:
			return steps[max(i-1, 0)]
		}
	}
	return 0
}

// Update answers page:N, more:N, zoom:in, zoom:out, zoom:fit, load:N, and the controls of the texts.
func (v *view) Update(st kind.State, action string) kind.State {
	verb, arg, _ := strings.Cut(action, ":")
	n, err := strconv.Atoi(arg)
	switch verb {
	case "page":
		if err == nil && n >= 0 && n <= len(v.pictures) {
			return number(st.With(keyZoom, ""), keyPage, n)
		}
	case "more":
		if err == nil {
			if n >= 0 && n*limits.ImageSheet < len(v.pictures) {
				return number(st, keyMore, n)
			}
			return st
		}
	case "zoom":
		page := v.page(st)
		if page == 0 {
			return st
		}
		p := &v.pictures[page-1]
		if p.width == 0 || p.height == 0 {
			return st
		}
		switch arg {
		case "fit":
			return st.With(keyZoom, "")
		case "in", "out":
			return number(st, keyZoom, p.next(p.zoom(st), arg == "in"))
		}
	case "load":
		if err == nil && n >= 0 && n < len(v.pictures) && v.pictures[n].remote.String() != "" {
			return v.load(st, n)
		}
	}
	return longtext.Part("code").Update(longtext.Part("output").Update(st, action), action)
}

// load adds a picture to those that are asked for.
func (v *view) load(st kind.State, n int) kind.State {
	list := []string{}
	for _, e := range st.Get(keyLoad).Elems() {
		i, ok := e.Int()
		if ok && i == int64(n) {
			return st
		}
		if ok && len(list) < limits.Images {
			list = append(list, strconv.Itoa(int(i)))
		}
	}
	return st.With(keyLoad, "["+strings.Join(append(list, strconv.Itoa(n)), ",")+"]")
}

func number(st kind.State, key string, n int) kind.State {
	if n == 0 {
		return st.With(key, "")
	}
	return st.WithInt(key, n)
}
