package table_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/kind/table"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// large is the table that the peers were measured with: 100,000 rows of six columns, 10.5 MB of JSON.
func large() []byte {
	var b bytes.Buffer
	b.WriteString(`{"df":[`)
	for i := range 100_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		note := "null"
		if i%11 > 0 {
			note = fmt.Sprintf(`"note %d"`, i)
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"item %d","v":%v,"flag":%v,"when":"2026-0%d-1%d","note":%s}`,
			i, i*7919%100_003, float64(i*104_729%1_000_003)/7, i%3 == 0, 1+i%9, i%10, note)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// BenchmarkFirstView is from JSON text to the markup of the first view.
func BenchmarkFirstView(b *testing.B) {
	text := large()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		v, why := protocol.Parse(text)
		if why != nil {
			b.Fatal(why.Message)
		}
		view, _ := table.Kind.Open(v, "")
		markup.Write(view.Node(kind.State{}, kindtest.Env))
	}
}

func BenchmarkParseOnly(b *testing.B) {
	text := large()
	for b.Loop() {
		protocol.Parse(text)
	}
}

// The other benchmarks are of an opened table, from an action to the markup of the view that it leads to; each begins without anything
// remembered.
func benchmarkAction(b *testing.B, action string) {
	v, why := protocol.Parse(large())
	if why != nil {
		b.Fatal(why.Message)
	}
	for b.Loop() {
		b.StopTimer()
		view, _ := table.Kind.Open(v, "")
		b.StartTimer()
		st := view.(kind.Updater).Update(kind.State{}, action)
		markup.Write(view.Node(st, kindtest.Env))
	}
}

func BenchmarkSortText(b *testing.B)    { benchmarkAction(b, "sort:1") }
func BenchmarkSortNumbers(b *testing.B) { benchmarkAction(b, "sort:2") }
func BenchmarkSortDates(b *testing.B)   { benchmarkAction(b, "sort:4") }
func BenchmarkFilter(b *testing.B)      { benchmarkAction(b, "filter:item 77") }

// BenchmarkSortAgain turns the order round, whose ranks are known.
func BenchmarkSortAgain(b *testing.B) {
	v, _ := protocol.Parse(large())
	view, _ := table.Kind.Open(v, "")
	up := kind.ParseState([]byte(`{"sort":[[2,1]]}`))
	down := kind.ParseState([]byte(`{"sort":[[2,-1]]}`))
	view.Node(up, kindtest.Env)
	for b.Loop() {
		view.Node(down, kindtest.Env)
		view.Node(up, kindtest.Env)
	}
}
