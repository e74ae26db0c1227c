package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/diff"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// program is n lines of code, of which every nth is written otherwise.
func program(n, nth int) string {
	var b strings.Builder
	for i := range n {
		switch {
		case nth > 0 && i%nth == 0:
			fmt.Fprintf(&b, "\tif total%d := sum(values[%d:], \"changed\"); total%d > 0 { // every %dth\n", i, i%7, i, nth)
		case i%5 == 4:
			b.WriteString("\t}\n")
		default:
			fmt.Fprintf(&b, "\tif total%d := sum(values[%d:], \"text\"); total%d > 0 {\n", i, i%13, i)
		}
	}
	return b.String()
}

// What one opening of a payload and one drawing of its first page cost, from parsed JSON to markup, in milliseconds on one of two
// shared cores. A page's first call in wasm costs as much again as is said here for the first row: the browser is still compiling.
//
//	                                            native   js/wasm under Node
//	5,000 lines, every 20th changed                  5                   48
//	5,000 lines, all of them changed                 6                   44
//	20,000 lines, every 20th changed                13                   65
//	a patch of 20,000 lines                          4                   26
//	10,000 lines of two texts, in no order          43                   85
//	200,000 lines of two texts, in no order         59                  355
//	a line of 200,000 characters                     2                   12
func BenchmarkView(b *testing.B) {
	var patch strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&patch, "@@ -%d,3 +%d,3 @@ func f%d()\n a\n-b %d\n+c %d\n d\n", 10*i+1, 10*i+1, i, i, i)
	}
	for _, c := range []struct{ name, payload string }{
		{"5000-lines-every-20th", texts(program(5000, 0), program(5000, 20))},
		{"5000-lines-all", texts(program(5000, 0), program(5000, 1))},
		{"20000-lines-every-20th", texts(program(20_000, 0), program(20_000, 20))},
		{"patch-of-20000-lines", `{"patch":` + kindtest.Quote("--- a/a.go\n+++ b/a.go\n"+patch.String()) + `}`},
		{"coins-10000", texts(coins(5000, 1), coins(5000, 2))},
		{"coins-200000", texts(coins(100_000, 1), coins(100_000, 2))},
		{"line-of-200000", texts(strings.Repeat("a ", 100_000), strings.Repeat("a b ", 50_000))},
	} {
		v := kindtest.Parse(b, c.payload)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				view, why := diff.Kind.Open(v, "")
				if why != nil {
					b.Fatal(why.Message)
				}
				markup.Write(view.Node(kind.State{}, kindtest.Env))
			}
		})
	}
}

func TestTwentyThousandLinesAreAFewThousandElements(t *testing.T) {
	v := kindtest.Open(t, diff.Kind, texts(program(20_000, 0), program(20_000, 2)))
	for _, state := range []string{`{}`, `{"mode":"split"}`, `{"expand":"all"}`, `{"expand":"all","mode":"split","wrap":true}`, `{"more":9}`} {
		st := kind.ParseState([]byte(state))
		n := v.Node(st, kindtest.Env).Count()
		if n > kindtest.Elements || n < limits.DiffLines {
			t.Errorf("%s: %d elements", state, n)
		}
	}
}
