package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// sizes are the lengths of the hostile texts, each twice the one before.
var sizes = []int{1 << 20, 2 << 20, 4 << 20, 8 << 20}

// Growth is how long one shape takes at each size, in nanoseconds.
type Growth struct {
	Shape, Work string
	Ns          []int64
}

// worst is the largest step: 2 is what a text of twice the size should cost.
func (g Growth) worst() (w float64) {
	for i := 1; i < len(g.Ns); i++ {
		w = max(w, float64(g.Ns[i])/float64(g.Ns[i-1]))
	}
	return w
}

// mean is the growth per doubling between the smallest size and the largest, which one busy moment moves little.
func (g Growth) mean() float64 {
	last := len(g.Ns) - 1
	return math.Pow(float64(g.Ns[last])/float64(g.Ns[0]), 1/float64(last))
}

func repeat(before, unit, after string, n int) string {
	k := max(1, (n-len(before)-len(after))/len(unit))
	return before + strings.Repeat(unit, k) + after
}

// shapes are payloads of about n bytes that reward a reader with a bad algorithm.
var shapes = []struct {
	name string
	make func(n int) string
}{
	{"arrays in arrays", func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }},
	{"objects in objects", func(n int) string { return strings.Repeat(`{"a":`, n/6) + "1" + strings.Repeat("}", n/6) }},
	{"one long string", func(n int) string { return repeat(`{"text":"`, "a", `"}`, n) }},
	{"one string of escapes", func(n int) string { return repeat(`{"text":"`, `\u00e9\\`, `"}`, n) }},
	{"backslashes", func(n int) string { return repeat(`{"text":"`, `\\`, `"}`, n) }},
	{"members of different names", func(n int) string {
		var b strings.Builder
		b.WriteString(`{"a":0`)
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, `,"member%d":%d`, i, i)
		}
		return b.String() + "}"
	}},
	{"members of one name", func(n int) string { return repeat(`{"a":0`, `,"a":1`, `}`, n) }},
	{"objects with members of one name", func(n int) string { return repeat(`[0`, `,{"a":1,"a":2,"\u0061":3}`, `]`, n) }},
	{"one long number", func(n int) string { return repeat(`[1`, `0`, `]`, n) }},
	{"numbers with long exponents", func(n int) string { return repeat(`[0`, `,1e`+strings.Repeat("9", 500), `]`, n) }},
	{"elements", func(n int) string { return repeat(`[0`, `,0`, `]`, n) }},
	{"white space", func(n int) string { return repeat(`[0`, " \n\t", `]`, n) }},
}

// works are what is done with a text.
var works = []struct {
	name string
	do   func(text []byte)
}{
	{"read", func(text []byte) {
		if v, why := protocol.Parse(text); why == nil {
			protocol.ArtifactOf(v, protocol.AnyVersion)
			protocol.ValueOf(v, "")
		}
	}},
	{"adapt", func(text []byte) {
		if v, why := protocol.Parse(text); why == nil {
			adapt.Adapt(v, adapt.Options{})
		}
	}},
}

func growAll() (all []Growth) {
	for _, s := range shapes {
		texts := make([][]byte, len(sizes))
		for i, n := range sizes {
			texts[i] = []byte(result("v", "text", s.make(n)))
		}
		for _, w := range works {
			g := Growth{s.name, w.name, make([]int64, len(sizes))}
			for i, text := range texts {
				g.Ns[i] = math.MaxInt64
				for range 7 {
					g.Ns[i] = min(g.Ns[i], once(func() { w.do(text) }))
				}
			}
			all = append(all, g)
		}
	}
	return all
}
