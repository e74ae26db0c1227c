package table_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/kind/table"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

func extract(t *testing.T, v kind.View, what, state string) string {
	t.Helper()
	_, _, body, ok := v.(kind.Extractor).Extract(what, kind.ParseState([]byte(state)))
	if !ok {
		t.Fatalf("%s is not given out", what)
	}
	return string(body)
}

func TestExtractFollowsTheFilterTheOrderAndTheHiddenColumns(t *testing.T) {
	v := kindtest.Open(t, table.Kind, `{"df":[{"a":1,"b":"x|y","_row":"p"},{"a":3,"b":"x*","_row":"q"},{"a":2,"b":"z","_row":"r"},{"b":null,"_row":"x"}]}`)
	for _, tt := range []struct{ what, state, want string }{
		{"tsv", ``, "_row\ta\tb\np\t1\tx|y\nq\t3\tx*\nr\t2\tz\nx\t\t\n"},
		{"tsv", `{"sort":[[0,-1]]}`, "_row\ta\tb\nq\t3\tx*\nr\t2\tz\np\t1\tx|y\nx\t\t\n"},
		{"csv", `{"filter":"x","sort":[[0,-1]],"hide":[2]}`, "a,b\n3,x*\n1,x|y\n"},
		{"json", `{"hide":[0],"filter":"q"}`, "[\n{\"_row\":\"q\",\"b\":\"x*\"}\n]\n"},
		{"json", ``, "[\n{\"_row\":\"p\",\"a\":1,\"b\":\"x|y\"},\n{\"_row\":\"q\",\"a\":3,\"b\":\"x*\"},\n{\"_row\":\"r\",\"a\":2,\"b\":\"z\"},\n{\"_row\":\"x\",\"b\":null}\n]\n"},
		{"json", `{"filter":"nothing has it"}`, "[\n\n]\n"},
		{"md", `{"hide":[2]}`, "| a | b |\n| --- | --- |\n| 1 | x\\|y |\n| 3 | x\\* |\n| 2 | z |\n|  | null |\n"},
	} {
		if got := extract(t, v, tt.what, tt.state); got != tt.want {
			t.Errorf("%s in %s: got  %q\nwant %q", tt.what, tt.state, got, tt.want)
		}
	}
	twice := kindtest.Open(t, table.Kind, `{"columns":["a","a"],"rows":[[1.50,"x"],[2]]}`)
	if got, want := extract(t, twice, "json", ""), "{\"columns\":[\"a\",\"a\"],\"rows\":[\n[1.50,\"x\"],\n[2,null]\n]}\n"; got != want {
		t.Errorf("two columns of one name: got %q, want %q", got, want)
	}
}

func TestWhatIsGivenOutIsBoundedAndSaysSo(t *testing.T) {
	var keys strings.Builder
	for i := range limits.TableNames {
		keys.WriteString(`,"` + strings.Repeat("k", i%7) + strings.Repeat("j", i/7) + `":1`)
	}
	v := kindtest.Open(t, table.Kind, `{"df":[{`+keys.String()[1:]+`}`+strings.Repeat(`,{"k":7}`, 40_000)+`]}`)
	for what, most := range map[string]int{"csv": limits.TableExtract, "json": limits.TableExtract, "md": limits.TableMarkdown} {
		got := extract(t, v, what, `{"sort":[[1,-1]]}`)
		if len(got) > most+most/4 {
			t.Errorf("%s: %d bytes", what, len(got))
		}
		if tail := got[max(0, len(got)-80):]; !strings.Contains(tail, "more rows left out") {
			t.Errorf("%s: ends with %q", what, tail)
		}
	}
	small := kindtest.Open(t, table.Kind, `{"df":[{"a":"`+strings.Repeat("x", 2*limits.TableMarkdown)+`"},{"a":"y"}]}`)
	if got, want := extract(t, small, "md", ""), "\n\n… 1 more row left out\n"; !strings.HasSuffix(got, want) {
		t.Errorf("a row over the bound: ends with %q", got[len(got)-60:])
	}
}
