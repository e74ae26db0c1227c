package diff

import (
	"sort"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
)

// stretch is lines of the new side, the end not included.
type stretch struct{ from, to int32 }

// stretches is how many a state remembers, so that it stays within its own bound.
const stretches = 200

// Update answers "mode:unified" and "mode:split", "wrap", "more:PAGE", and where the lines between hunks are known
// "expand:FROM-TO" (numbers of the new side, both included), "expand:all" and "expand:none".
func (v *view) Update(st kind.State, action string) kind.State {
	verb, arg, _ := strings.Cut(action, ":")
	switch {
	case action == "mode:split":
		return st.With("mode", `"split"`)
	case action == "mode:unified":
		return st.With("mode", "")
	case action == "wrap" && st.Get("wrap").Bool():
		return st.With("wrap", "")
	case action == "wrap":
		return st.With("wrap", "true")
	case verb == "expand" && v.both.known():
		return v.expand(st, arg)
	}
	return longtext.Part("").Update(st, action)
}

func (v *view) expand(st kind.State, arg string) kind.State {
	switch arg {
	case "all":
		return st.With("expand", `"all"`).With("more", "")
	case "none":
		return st.With("expand", "").With("more", "")
	}
	a, b, _ := strings.Cut(arg, "-")
	from, err := strconv.Atoi(a)
	to, err2 := strconv.Atoi(b)
	if err != nil || err2 != nil {
		return st
	}
	had := v.shown(st)
	now := v.with(had, int64(from), int64(to)+1)
	if len(now) == 0 || len(now) > stretches || len(had) == 1 && had[0] == v.whole() {
		return st
	}
	out := []byte{'['}
	for i, s := range now {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(append(out, '['), int64(s.from), 10)
		out = append(strconv.AppendInt(append(out, ','), int64(s.to)-1, 10), ']')
	}
	return st.With("expand", string(append(out, ']')))
}

func (v *view) whole() stretch { return stretch{1, v.both.new.lines() + 1} }

// shown reads which lines a state shows beside the changes: in order, apart from each other.
func (v *view) shown(st kind.State) (out []stretch) {
	if !v.both.known() {
		return nil
	}
	in := st.Get("expand")
	if in.Str() == "all" {
		return []stretch{v.whole()}
	}
	for _, pair := range in.Elems() {
		var n [2]int64
		ok := pair.Len() == 2
		for i, e := range pair.Elems() {
			k, whole := e.Int()
			if ok = ok && whole; ok {
				n[i] = k
			}
		}
		if ok && len(out) < stretches {
			out = v.with(out, n[0], n[1]+1)
		}
	}
	return out
}

// with puts one more stretch in, cut to what there is.
func (v *view) with(list []stretch, from, to int64) []stretch {
	from, to = max(from, 1), min(to, int64(v.whole().to))
	if from >= to {
		return list
	}
	s := stretch{int32(from), int32(to)}
	var out []stretch
	for _, o := range list {
		if o.to < s.from || o.from > s.to {
			out = append(out, o)
			continue
		}
		s = stretch{min(s.from, o.from), max(s.to, o.to)}
	}
	out = append(out, s)
	sort.Slice(out, func(i, j int) bool { return out[i].from < out[j].from })
	return out
}

// opened is the list with the lines of gaps that are shown: those that a reader asked for, and those of gaps too small to fold.
func (v *view) opened(show []stretch) list {
	out := list{files: append([]file(nil), v.files...), left: v.left, records: make([]record, 0, len(v.records)+16)}
	for i := range v.records {
		r := v.records[i]
		if r.op == head {
			out.files[r.old].first = len(out.records)
		}
		if r.gap == 0 {
			out.records = append(out.records, r)
			continue
		}
		at, move := r.new-r.gap, r.old-r.new
		for _, s := range inside(show, stretch{at, r.new}) {
			if s.from > at || at == 1 {
				out.records = append(out.records, record{op: hunk, old: s.from + move, new: s.from, gap: s.from - at})
			}
			for n := s.from; n < s.to; n++ {
				out.records = append(out.records, record{op: context, text: v.both.new.line(n), old: n + move, new: n})
			}
			at = s.to
		}
		if r.gap = r.new - at; r.gap > 0 {
			out.records = append(out.records, r)
		}
	}
	return out
}

// inside is what is shown of a gap.
func inside(show []stretch, gap stretch) (out []stretch) {
	at := gap.from
	put := func(from, to int32) {
		if from-at <= few {
			from = at
		}
		if n := len(out); n > 0 && out[n-1].to == from {
			out[n-1].to = to
		} else {
			out = append(out, stretch{from, to})
		}
		at = to
	}
	for i := sort.Search(len(show), func(i int) bool { return show[i].to > gap.from }); i < len(show) && show[i].from < gap.to; i++ {
		put(max(show[i].from, gap.from), min(show[i].to, gap.to))
	}
	if left := gap.to - at; left > 0 && left <= few {
		put(at, gap.to)
	}
	return out
}
