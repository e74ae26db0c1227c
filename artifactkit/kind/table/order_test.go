package table_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/kind/table"
)

// column is the cells of the first column as a state shows them.
func column(t *testing.T, v kind.View, state string) string {
	t.Helper()
	lines := strings.Split(kindtest.Text(v, state), "\n")
	var cells []string
	for _, l := range lines[1 : len(lines)-2] {
		cell, _, _ := strings.Cut(l, "\t")
		cells = append(cells, cell)
	}
	return strings.Join(cells, " ")
}

func TestSort(t *testing.T) {
	for _, tt := range []struct{ name, cells, want string }{
		{"numbers by value", `10,9,-2,0.5,1e2,-2.5`, "-2.5 -2 0.5 9 10 1e2"},
		{"integers beyond 2^53", `9007199254740993,9007199254740992,9007199254740994,-9007199254740993`, "-9007199254740993 9007199254740992 9007199254740993 9007199254740994"},
		{"decimals by their digits", `0.30000000000000000001,0.3,0.29999999999999999999,-0.30000000000000000001,-0.3`, "-0.30000000000000000001 -0.3 0.29999999999999999999 0.3 0.30000000000000000001"},
		{"one value written in several ways keeps its order", `1.0,1,100e-2,0.1e1,2,0,-0,0.0`, "0 -0 0.0 1.0 1 100e-2 0.1e1 2"},
		{"exponents of any size", `1e400,1e-400,-1e400,1e399,9e-401,1e99999999999999999999,5`, "-1e400 9e-401 1e-400 5 1e399 1e400 1e99999999999999999999"},
		{"numbers in strings", `"10","9","-1.5","1.25"`, "-1.5 1.25 9 10"},
		{"codes with zeros before them are texts", `"010","9","1"`, "1 9 010"},
		{"natural order of texts", `"file 10","file 9","File 1","file 007","file"`, "file File 1 file 007 file 9 file 10"},
		{"capitals make no difference, also beyond ASCII", `"b","A","Ä","ä","a"`, "A a b Ä ä"},
		{"long numbers in texts", `"v99999999999999999999","v100000000000000000000","v1"`, "v1 v99999999999999999999 v100000000000000000000"},
		{"dates", `"2026-02-01","2025-12-31","2026-01-15"`, "2025-12-31 2026-01-15 2026-02-01"},
		{"times with offsets", `"2026-01-01T01:00:00+02:00","2025-12-31T23:30:00Z","2026-01-01T00:00:00.5Z","2026-01-01T00:00:00Z"`, "2026-01-01T01:00:00+02:00 2025-12-31T23:30:00Z 2026-01-01T00:00:00Z 2026-01-01T00:00:00.5Z"},
		{"booleans", `true,false,true,false`, "false false true true"},
		{"unlike things by their type", `"b",true,2,[1,2],"a",1`, "1 2 a b true [1,2]"},
		{"what is missing comes last", `null,3,"NA","NaN",1,"Inf","-Inf",2`, "1 2 3 null NA NaN Inf -Inf"},
		{"what is missing among texts", `"b","NA",null,"","a"`, "a b NA null empty"},
		{"nothing but what is missing", `null,"NA"`, "null NA"},
		{"escaped texts", `"\u0062","a","\u0061b"`, "a ab b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := kindtest.Open(t, table.Kind, `{"df":{"c":[`+tt.cells+`]}}`)
			if got := column(t, v, `{"sort":[[0,1]]}`); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestSortDescendingKeepsTheMissingLastAndTheOrderOfEquals(t *testing.T) {
	v := kindtest.Open(t, table.Kind, `{"df":{"c":["b1",null,"a1","NA","c1"],"k":[1,2,1,2,2]}}`)
	for state, want := range map[string]string{
		`{"sort":[[0,-1]]}`:         "c1 b1 a1 null NA",
		`{"sort":[[1,1]]}`:          "b1 a1 null NA c1",
		`{"sort":[[1,-1]]}`:         "null NA c1 b1 a1",
		`{"sort":[[1,-1],[0,1]]}`:   "c1 null NA a1 b1",
		`{"sort":[[1,1],[0,-1]]}`:   "b1 a1 c1 null NA",
		`{"sort":[[1,1],[1,-1]]}`:   "b1 a1 null NA c1",
		`{"sort":[[9,1],[0,1]]}`:    "a1 b1 c1 null NA",
		`{"sort":[[9e9,1]]}`:        "b1 null a1 NA c1",
		`{"sort":[[-1,1],[0.5,1]]}`: "b1 null a1 NA c1",
		`{"sort":"0"}`:              "b1 null a1 NA c1",
		`{"sort":[0,[0],[0,0],{}]}`: "b1 null a1 NA c1",
	} {
		if got := column(t, v, state); got != want {
			t.Errorf("%s: got %s, want %s", state, got, want)
		}
	}
}

// Whatever the order of the questions, a view is the same: what is remembered changes nothing.
func TestViewsAreTheSameWhateverWasAskedBefore(t *testing.T) {
	payload := many(500)
	states := []string{"", `{"sort":[[0,-1]]}`, `{"filter":"1"}`, `{"filter":"1","hide":[0]}`, `{"filter":"1","hide":[2]}`, `{"sort":[[2,-1]],"filter":"9"}`, `{"sort":[[2,1]],"filter":"9","page":1}`}
	want := map[string]string{}
	for _, s := range states {
		want[s] = kindtest.HTML(kindtest.Open(t, table.Kind, payload), s)
	}
	v := kindtest.Open(t, table.Kind, payload)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for k := range 3 * len(states) {
				if s := states[(k*(i+1)+i)%len(states)]; kindtest.HTML(v, s) != want[s] {
					t.Errorf("%s: not the same view", s)
				}
			}
		})
	}
	all.Wait()
}

func TestFilter(t *testing.T) {
	v := kindtest.Open(t, table.Kind, `{"df":[{"c":"Duluth","n":12,"x":{"k":"deep"}},{"c":"FARGO","n":120,"x":null},{"c":"Ålesund","n":"NA","x":[true]}]}`)
	for filter, want := range map[string]string{
		"":            "Duluth FARGO Ålesund",
		"  ":          "Duluth FARGO Ålesund",
		"fargo":       "FARGO",
		"12":          "Duluth FARGO",
		"12 dul":      "Duluth",
		"dul 12 deep": "Duluth",
		"ålesund":     "Ålesund",
		"ÅLES":        "Ålesund",
		"true":        "Ålesund",
		"duluth12":    "",
		"null":        "",
	} {
		if got := column(t, v, `{"filter":`+kindtest.Quote(filter)+`}`); got != want {
			t.Errorf("%q: got %q, want %q", filter, got, want)
		}
	}
	if got := column(t, v, `{"filter":"12","hide":[1]}`); got != "" {
		t.Errorf("words in a hidden column: got %q, want none", got)
	}
	for state, want := range map[string]string{`{"filter":"12"}`: "\n2 of 3 rows match · 3 columns\n", `{"filter":"zzz"}`: "\n0 of 3 rows match · 3 columns\n"} {
		if got := kindtest.Text(v, state); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q, want %q at its end", state, got, want)
		}
	}
}

func TestUpdate(t *testing.T) {
	v := kindtest.Open(t, table.Kind, many(120)) // columns id, city, x, note, tags
	u := v.(kind.Updater)
	for _, tt := range []struct{ state, action, want string }{
		{`{}`, "sort:1", `{"sort":[[1,1]]}`},
		{`{"sort":[[1,1]]}`, "sort:1", `{"sort":[[1,-1]]}`},
		{`{"sort":[[1,-1]]}`, "sort:1", `{}`},
		{`{"sort":[[1,-1]],"page":2,"mine":7}`, "sort:2", `{"sort":[[2,1]],"mine":7}`},
		{`{"sort":[[1,-1],[2,1]]}`, "sort:2", `{"sort":[[2,1]]}`},
		{`{"sort":[[1,-1]]}`, "sort+:2", `{"sort":[[1,-1],[2,1]]}`},
		{`{"sort":[[1,-1],[2,1]]}`, "sort+:2", `{"sort":[[1,-1],[2,-1]]}`},
		{`{"sort":[[1,-1],[2,-1]]}`, "sort+:2", `{"sort":[[1,-1]]}`},
		{`{}`, "sort+:0", `{"sort":[[0,1]]}`},
		{`{"page":1}`, "filter:a:b c", `{"filter":"a:b c"}`},
		{`{"filter":"x"}`, "filter", `{}`},
		{`{"filter":"x"}`, "filter: ", `{}`},
		{`{}`, "hide:3", `{"hide":[3]}`},
		{`{"hide":[3]}`, "hide:0", `{"hide":[0,3]}`},
		{`{"hide":[0,3]}`, "show:0", `{"hide":[3]}`},
		{`{"hide":[0,3]}`, "show", `{}`},
		{`{"hide":[0,1,2,3]}`, "hide:4", `{"hide":[0,1,2,3]}`},
		{`{}`, "page:2", `{"page":2}`},
		{`{"page":2}`, "page:0", `{}`},
		{`{}`, "goto:2", `{"page":1}`},
		{`{}`, "goto:999", `{"page":2}`},
		{`{}`, "goto:0", `{}`},
		{`{}`, "goto:", `{}`},
		{`{}`, "cell:12:3", `{"cells":[[12,3]]}`},
		{`{"cells":[[12,3],[1,1]]}`, "cell:12:3", `{"cells":[[1,1]]}`},
		{`{}`, "columns", `{"columns":true}`},
		{`{"columns":true}`, "columns", `{}`},
		{`{}`, "sort:99", `{}`}, {`{}`, "sort:-1", `{}`}, {`{}`, "sort", `{}`}, {`{}`, "page:3", `{}`}, {`{}`, "page:-1", `{}`}, {`{}`, "hide:x", `{}`},
		{`{}`, "show:1", `{}`}, {`{}`, "cols:1", `{}`}, {`{}`, "cell:120:0", `{}`}, {`{}`, "cell:0:5", `{}`}, {`{}`, "cell:1", `{}`}, {`{}`, "dance", `{}`}, {`{}`, "", `{}`},
	} {
		if got := u.Update(kind.ParseState([]byte(tt.state)), tt.action).JSON(); got != tt.want {
			t.Errorf("%s in %s: got %s, want %s", tt.action, tt.state, got, tt.want)
		}
	}
	st := kind.State{}
	for i := range 30 {
		st = u.Update(st, fmt.Sprintf("cell:%d:0", i))
	}
	if got := st.Get("cells").Len(); got != 20 {
		t.Errorf("open cells: got %d, want the 20 that were opened last", got)
	}
	if got := u.Update(kind.State{}, "filter:"+strings.Repeat("é", 1<<20)).Get("filter").Str(); got != strings.Repeat("é", 200) {
		t.Errorf("a filter of a million characters: got %d bytes", len(got))
	}
}

func TestHostileStatesAreHarmless(t *testing.T) {
	v := kindtest.Open(t, table.Kind, many(120))
	first := kindtest.HTML(v, "")
	for _, s := range []string{
		`{"sort":9e9,"page":-4,"cols":-1,"hide":"x","cells":7,"columns":"yes","filter":[]}`, `{"page":1e99,"cols":1.5,"sort":[[1e99,1]],"hide":[-1,5,1e9,"a"],"cells":[[-1,0],[0]]}`,
		`{"filter":"` + strings.Repeat("x", 1<<20) + `"}`, `[]`, `{`, `{"hide":[0,1,2,3,4]}`, `{"filter":" "}`, `{"sort":[[0,0],["0",1],[null,null]]}`,
	} {
		if got := kindtest.HTML(v, s); got != first {
			t.Errorf("%.80s: not the first view", s)
		}
	}
	for _, s := range []string{`{"page":2147483647}`, `{"cols":2147483647}`, `{"cells":[` + strings.Repeat(`[1,4],`, 5000) + `[2,4]]}`, `{"sort":[` + strings.Repeat(`[0,1],[1,-1],`, 2000) + `[2,1]]}`} {
		if n := v.Node(kind.ParseState([]byte(s)), kindtest.Env).Count(); n > kindtest.Elements {
			t.Errorf("%.80s: %d elements", s, n)
		}
	}
}

func TestSortIsSaid(t *testing.T) {
	v := kindtest.Open(t, table.Kind, many(120))
	html := kindtest.HTML(v, `{"sort":[[1,-1],[2,1]],"hide":[3]}`)
	for _, want := range []string{
		`<th scope="col" aria-sort="descending" aria-label="city">city<span class="ak-way" aria-hidden="true">1↓</span><`, `<button class="ak-sort" type="button" data-ak-action="sort:1" aria-label="Sort by city, descending, key 1"></button>`,
		`<span class="ak-way" aria-hidden="true">2↑</span>x<`, `aria-label="Sort by x, ascending, key 2"></button>`, `aria-rowcount="121"`, `<tr aria-rowindex="1"><th`, `<tr aria-rowindex="2"><td`,
		`rows 1–50 of 120 · 4 columns · 1 column hidden · sorted by <bdi>city</bdi> (descending), <bdi>x</bdi>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is missing in %.3000s", want, html)
		}
	}
	if strings.Count(html, "aria-sort") != 1 {
		t.Error("more than one column says aria-sort")
	}
	one := kindtest.HTML(v, `{"sort":[[1,1]]}`)
	if want := `<button class="ak-sort" type="button" data-ak-action="sort:1" aria-label="Sort by city"></button>`; !strings.Contains(one, want) {
		t.Errorf("one key: %s is missing", want)
	}
}
