package table_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/kind/table"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestShapes(t *testing.T) {
	tests := []struct{ name, payload, want string }{
		{"rows of objects", `{"df":[{"a":1,"b":"x"},{"a":2,"b":"y"}]}`, "a\tb\n1\tx\n2\ty\n2 rows · 2 columns\n"},
		{"the union of keys in the order they are seen", `{"df":[{"b":1},{"a":2,"b":3},{"c":4}]}`, "b\ta\tc\n1\n3\t2\n\t\t4\n3 rows · 3 columns\n"},
		{"row names come first", `{"df":[{"a":1,"_row":"r1"},{"_row":"r2","a":2}]}`, "\ta\nr1\t1\nr2\t2\n2 rows · 2 columns\n"},
		{"an escaped key is the same key", `{"df":[{"a":1},{"\u0061":2}]}`, "a\n1\n2\n2 rows · 1 column\n"},
		{"the last of two members with one key counts", `{"df":[{"a":1,"a":2}]}`, "a\n2\n1 row · 1 column\n"},
		{"columns and rows", `{"columns":["a","b"],"rows":[[1,2],[3,4]]}`, "a\tb\n1\t2\n3\t4\n2 rows · 2 columns\n"},
		{"columns with types, and data", `{"columns":[{"name":"a","type":"int"},{"name":"b"}],"data":[[1,2]]}`, "a\tb\n1\t2\n1 row · 2 columns\n"},
		{"columns and rows of objects", `{"columns":["b","a"],"rows":[{"a":1,"b":2,"c":3}]}`, "b\ta\tc\n2\t1\t3\n1 row · 3 columns\n"},
		{"columns and rows below df", `{"df":{"columns":["a"],"rows":[[1]]}}`, "a\n1\n1 row · 1 column\n"},
		{"rows only", `{"rows":[{"a":1}]}`, "a\n1\n1 row · 1 column\n"},
		{"an array of rows", `[{"a":1}]`, "a\n1\n1 row · 1 column\n"},
		{"rows longer and shorter than the columns", `{"columns":["a","b"],"rows":[[1],[2,3,4]]}`, "a\tb\t3\n1\n2\t3\t4\n2 rows · 3 columns\n"},
		{"rows of arrays, objects and scalars", `{"df":[[1,2],{"a":3},4]}`, "a\t2\n1\t2\n3\n4\n3 rows · 2 columns\n"},
		{"scalars", `{"df":[1,"x",null]}`, "value\n1\nx\nnull\n3 rows · 1 column\n"},
		{"a frame by column", `{"df":{"a":[1,2],"b":["x","y"]}}`, "a\tb\n1\tx\n2\ty\n2 rows · 2 columns\n"},
		{"a payload that is a frame", `{"a":[1,2],"b":["x","y"]}`, "a\tb\n1\tx\n2\ty\n2 rows · 2 columns\n"},
		{"columns of several lengths, and one of one cell", `{"df":{"a":[1,2],"b":"x","_row":["r","s"]}}`, "\ta\tb\nr\t1\tx\ns\t2\n2 rows · 3 columns\n"},
		{"a column named columns", `{"df":{"columns":[1,2],"rows":[3,4]}}`, "columns\trows\n1\t3\n2\t4\n2 rows · 2 columns\n"},
		{"no rows", `{"columns":["a","b"],"rows":[]}`, "a\tb\nNo rows · 2 columns\n"},
		{"columns alone", `{"columns":["a"]}`, "a\nNo rows · 1 column\n"},
		{"an empty frame", `{"df":[]}`, "No rows\n"},
		{"digits stay", `{"df":[{"a":9007199254740993},{"a":1.50},{"a":1e400},{"a":-0}]}`, "a\n9007199254740993\n1.50\n1e400\n-0\n4 rows · 1 column\n"},
		{"nested values are compact JSON", `{"df":[{"a":{"b": [1, 2]},"c":[ "x", 1 ]}]}`, "a\tc\n{\"b\":[1,2]}\t[\"x\",1]\n1 row · 2 columns\n"},
		{"boxed cells and names", `{"columns":[["a"],["b"]],"rows":[[[1],{}]]}`, "a\tb\n1\n1 row · 2 columns\n"},
		{"text instead of a table", `{"text":"a | b"}`, "a | b\n"},
		{"HTML instead of a table is shown as text", `{"html":"<b>x</b>"}`, "<b>x</b>\n"},
		{"a table that cannot be read falls back to its text", `{"df":5,"text":"a | b"}`, "a | b\n"},
		{"other fields change nothing", `{"df":[{"a":1}],"theme":"dark","columns":"all"}`, "a\n1\n1 row · 1 column\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kindtest.Text(kindtest.Open(t, table.Kind, tt.payload), ""); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

const serialized = `{"df":{"type":"list","attributes":{"names":{"type":"character","attributes":{},"value":["n","f","d","p","l","s"]},
"class":{"type":"character","attributes":{},"value":["data.frame"]},"row.names":{"type":"character","attributes":{},"value":["r1","r2"]}},
"value":[{"type":"double","attributes":{},"value":[1.5,"NA"]},
{"type":"integer","attributes":{"levels":{"type":"character","attributes":{},"value":["lo","hi"]},"class":{"type":"character","attributes":{},"value":["factor"]}},"value":[2,9]},
{"type":"double","attributes":{"class":{"type":"character","attributes":{},"value":["Date"]}},"value":[19723,-1]},
{"type":"double","attributes":{"class":{"type":"character","attributes":{},"value":["POSIXct","POSIXt"]}},"value":[1704067200.5,1e300]},
{"type":"logical","attributes":{},"value":[true,null]},
{"type":"list","attributes":{},"value":[{"type":"integer","attributes":{},"value":[1,2]},{"type":"NULL"}]}]}}`

func TestASerializedFrameOfRMeansWhatItSays(t *testing.T) {
	want := "\tn\tf\td\tp\tl\ts\nr1\t1.5\thi\t2024-01-01\t2024-01-01 00:00:00 UTC\ttrue\t[1,2]\nr2\tNA\t9\t1969-12-31\t1e300\tNA\n2 rows · 7 columns\n"
	if got := kindtest.Text(kindtest.Open(t, table.Kind, serialized), ""); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestMarkup(t *testing.T) {
	payload := `{"caption":"Stations","df":[{"_row":"r","n":1,"s":"a","x":"NA"},{"_row":"q","n":"NaN","s":null,"x":""}]}`
	head := func(c, name, class, typed string) string {
		label := name
		if name == "" {
			name, label = `<span class="ak-sr">row names</span>`, "row names"
		}
		if typed != "" {
			typed = `<span class="ak-type" aria-hidden="true">` + typed + `</span>`
		}
		return `<th scope="col"` + class + ` aria-label="` + label + `">` + name + typed + `<button class="ak-sort" type="button" data-ak-action="sort:` + c + `" aria-label="Sort by ` + label + `"></button></th>`
	}
	want := `<div class="ak-table"><div class="ak-scroll" tabindex="0" role="group" aria-label="Stations, 2 rows, 4 columns"><table class="ak-grid">` +
		`<caption class="ak-sr">Stations, 2 rows, 4 columns</caption><thead><tr>` + head("0", "", "", "") + head("1", "n", ` class="ak-num"`, "number") + head("2", "s", "", "text") + head("3", "x", "", "") + `</tr></thead>` +
		`<tbody><tr><th scope="row">r</th><td class="ak-num">1</td><td>a</td><td class="ak-null">NA</td></tr>` +
		`<tr><th scope="row">q</th><td class="ak-null ak-num">NaN</td><td class="ak-null">null</td><td class="ak-null">empty</td></tr></tbody></table></div>` +
		`<div class="ak-foot"><span class="ak-count">2 rows · 4 columns</span></div></div>`
	v := kindtest.Open(t, table.Kind, payload)
	controls := strings.NewReplacer(`<span class="ak-pager" data-ak-controls>`, "\x00<")
	got, _, _ := strings.Cut(controls.Replace(kindtest.HTML(v, "")), "\x00")
	if got += "</div></div>"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	static := markup.Write(markup.Static(v.Node(kind.State{}, kindtest.Env))).String()
	if strings.Contains(static, "<button") || strings.Contains(static, "<details") || !strings.Contains(static, `>n<span class="ak-type"`) || !strings.Contains(static, ">2 rows · 4 columns<") {
		t.Errorf("without script: %s", static)
	}
}

func TestMalformed(t *testing.T) {
	for payload, path := range map[string]string{
		`{}`: "", `[]`: "", `{"df":5}`: "/df", `{"df":"x"}`: "/df", `{"df":{}}`: "/df", `{"df":[{},{}]}`: "/df", `{"df":[[],[]]}`: "/df",
		`{"columns":["id","value"],"rows":2}`: "/rows", `{"a":[1],"b":[1,2]}`: "/b", `{"df":{"a":{"b":1}}}`: "/df/a", `{"columns":[["a","b"]],"rows":[[1]],"x":1}`: "/x",
	} {
		kindtest.Reason(t, table.Kind, payload, path)
	}
}

func TestEveryFieldIsEscaped(t *testing.T) {
	evil := kindtest.Quote(kindtest.Evil)
	for _, p := range []string{
		`{"df":[{` + evil + `:1}]}`, `{"df":[{"a":` + evil + `}]}`, `{"df":[{"a":{` + evil + `:1}}]}`, `{"df":[{"_row":` + evil + `,"a":1}]}`,
		`{"columns":[` + evil + `],"rows":[[1]]}`, `{"columns":[{"name":` + evil + `}],"rows":[[` + evil + `]]}`, `{"df":{` + evil + `:[1]}}`,
		`{"df":[{"a":1}],"caption":` + evil + `}`, `{"text":` + evil + `}`, `{"html":` + evil + `}`,
		`{"df":{"type":"list","attributes":{"names":{"value":[` + evil + `]}},"value":[{"type":"character","attributes":{},"value":[` + evil + `]}]}}`,
	} {
		kindtest.Escaped(t, table.Kind, p, true)
	}
}

func many(n int) string {
	var b strings.Builder
	b.WriteString(`{"df":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"city":"Duluth","x":%d.5,"note":null,"tags":["a","b"]}`, i, i)
	}
	b.WriteString(`]}`)
	return b.String()
}

func TestPages(t *testing.T) {
	v := kindtest.Open(t, table.Kind, many(120))
	got := kindtest.HTML(v, `{"page":1}`)
	for _, want := range []string{"rows 51–100 of 120", `<td class="ak-num">50</td>`, `data-ak-action="page:0">Previous`, `data-ak-action="page:2">Next`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(got, `<td class="ak-num">49</td>`) || strings.Contains(got, `<td class="ak-num">100</td>`) {
		t.Error("rows of other pages are drawn")
	}
	for state, want := range map[string]string{"": "rows 1–50 of 120", `{"page":2}`: "rows 101–120 of 120", `{"page":9}`: "rows 101–120 of 120", `{"page":-3}`: "rows 1–50 of 120", `{"page":"x"}`: "rows 1–50 of 120"} {
		if got := kindtest.Text(v, state); !strings.Contains(got, want) {
			t.Errorf("state %s: %q is missing", state, want)
		}
	}
	u := v.(kind.Updater)
	st := u.Update(kind.State{}, "page:2")
	for action, want := range map[string]string{"page:1": `{"page":1}`, "page:0": `{}`, "page:3": `{"page":2}`, "page:-1": `{"page":2}`, "page": `{"page":2}`, "x": `{"page":2}`} {
		if got := u.Update(st, action).JSON(); got != want {
			t.Errorf("%s: got %s, want %s", action, got, want)
		}
	}
}

func wide(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"c%d":%d`, i, i)
	}
	return `{"df":[{` + b.String()[1:] + `}]}`
}

func TestAllColumnsOfAWideTableCanBeReached(t *testing.T) {
	v := kindtest.Open(t, table.Kind, wide(500))
	u := v.(kind.Updater)
	seen := map[string]bool{}
	st := kind.State{}
	for w := 0; ; w++ {
		head, _, _ := strings.Cut(markup.Plain(v.Node(st, kindtest.Env)), "\n")
		for _, name := range strings.Split(head, "\t") {
			seen[name] = true
		}
		next := u.Update(st, fmt.Sprintf("cols:%d", w+1))
		if next == st {
			break
		}
		st = next
	}
	if len(seen) != 500 {
		t.Errorf("got %d columns in all windows, want 500", len(seen))
	}
	if got, want := kindtest.Text(v, ""), "1 row · columns 1–60 of 500\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want %q at its end", got, want)
	}
	if got, want := kindtest.HTML(v, `{"cols":8}`), `<th scope="col" class="ak-num" aria-colindex="481">c480</th>`; !strings.Contains(got, want) || !strings.Contains(got, `aria-colcount="500"`) {
		t.Errorf("got %.400s…, want %s", got, want)
	}
	many := kindtest.Open(t, table.Kind, `{"columns":[`+strings.Repeat(`"c",`, limits.TableNames)+`"c"],"rows":[[1]]}`)
	if got, want := kindtest.HTML(many, ""), "1 row · columns 1–60 of more than 1,000<"; !strings.Contains(got, want) {
		t.Errorf("got %.200s…, want %s", got, want)
	}
}

func TestRowNamesStayInEveryWindowOfColumns(t *testing.T) {
	payload := strings.Replace(wide(130), `"c0":0`, `"c0":0,"_row":"r"`, 1)
	got := kindtest.Text(kindtest.Open(t, table.Kind, payload), `{"cols":2}`)
	if want := "\tc118\tc119"; !strings.HasPrefix(got, want) || !strings.Contains(got, "\nr\t118\t119\t") || !strings.Contains(got, "columns 120–131 of 131") {
		t.Errorf("got %q, want %q at its beginning", got, want)
	}
	arrays := kindtest.Open(t, table.Kind, `{"columns":["a","_row"],"rows":[[1,"r"]]}`)
	if got, want := kindtest.Text(arrays, ""), "\ta\nr\t1\n1 row · 2 columns\n"; got != want {
		t.Errorf("names in the second place of arrays: got %q, want %q", got, want)
	}
}

func TestNoCellIsTakenForAFormula(t *testing.T) {
	for _, first := range []string{"=", "+", "-", "@", "\\t", "\\r", "\\n", "＝", "＋", "－", "＠"} {
		v := kindtest.Open(t, table.Kind, `{"df":[{"`+first+`a":"`+first+`cmd|' /C calc'!A0"}]}`)
		for what, want := range map[string]int{"csv": 2, "tsv": 2} {
			if _, _, body, _ := v.(kind.Extractor).Extract(what, kind.State{}); strings.Count("\n"+strings.ReplaceAll(string(body), "\"", ""), "\n'") != want {
				t.Errorf("%s with %s: got %q, want an apostrophe before both", what, first, body)
			}
		}
	}
	quoted := kindtest.Open(t, table.Kind, `{"columns":["a"],"rows":[["\"=1+1\""],["\"x\""]]}`)
	if _, _, body, _ := quoted.(kind.Extractor).Extract("tsv", kind.State{}); string(body) != "a\n'\"=1+1\"\n\"x\"\n" {
		t.Errorf("quotes that a sheet would take away: got %q", body)
	}
}

func TestALongCellIsCutAndOpensInItsPlace(t *testing.T) {
	long := strings.Repeat("é", 1000)
	v := kindtest.Open(t, table.Kind, `{"df":[{"a":"`+long+`","b":{"k":[1,{"long":"`+long+`"}]}},{"a":"`+strings.Repeat("x", 20_000)+`","b":null}]}`)
	if got, want := kindtest.Text(v, ""), "a\tb\n"+strings.Repeat("é", limits.CellRunes)+"…\t"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q at its beginning", got, want)
	}
	u := v.(kind.Updater)
	st := u.Update(kind.State{}, "cell:0:0")
	if got := kindtest.Text(v, st.JSON()); !strings.Contains(got, long) {
		t.Errorf("an open text: got %q", got)
	}
	nested := "{\n  \"k\": [\n    1,\n    {\n      \"long\": \"" + long + "\"\n    }\n  ]\n}"
	if got := kindtest.Text(v, u.Update(kind.State{}, "cell:0:1").JSON()); !strings.Contains(got, nested) {
		t.Errorf("an open nested value: got %q, want %q in it", got, nested)
	}
	if got, want := kindtest.Text(v, u.Update(kind.State{}, "cell:1:0").JSON()), strings.Repeat("x", limits.CellOpen)+"\n… 3,616 more characters"; !strings.Contains(got, want) {
		t.Error("an open text over the bound does not say what is left")
	}
	if next := u.Update(st, "cell:0:0"); next != (kind.State{}) {
		t.Errorf("a second time: got %s, want {}", next.JSON())
	}
}

func TestExtractGivesAllRowsAndColumns(t *testing.T) {
	v := kindtest.Open(t, table.Kind, `{"df":[{"a":"x,\"y\"\nz","b":-1.50,"c":null},{"a":"=HYPERLINK(1)","b":"-Inf","c":{"k":[1, 2]}},{"a":"t\tab","b":2,"c":"-2"}]}`)
	for what, want := range map[string]string{
		"csv": "a,b,c\n\"x,\"\"y\"\"\nz\",-1.50,\n'=HYPERLINK(1),-Inf,\"{\"\"k\"\":[1,2]}\"\nt\tab,2,-2\n",
		"tsv": "a\tb\tc\nx,\"y\" z\t-1.50\t\n'=HYPERLINK(1)\t-Inf\t{\"k\":[1,2]}\nt ab\t2\t-2\n",
	} {
		if _, _, body, ok := v.(kind.Extractor).Extract(what, kind.State{}); !ok || string(body) != want {
			t.Errorf("%s: got  %q\nwant %q", what, body, want)
		}
	}
}

func TestViewsAreBounded(t *testing.T) {
	kindtest.Bounded(t, "100,000 rows", table.Kind, many(100_000), 4*time.Second, "page:1999", "page:1", "sort:2", "sort+:1", "filter:99", "hide:0")
	cell := kindtest.Quote(strings.Repeat("\u202e", 300))
	row := `[` + strings.Repeat(cell+",", 59) + cell + `]`
	kindtest.Bounded(t, "reordering characters", table.Kind, `{"columns":`+row+`,"rows":[`+strings.Repeat(row+",", 60)+row+`]}`, 2*time.Second, "page:1")
	full := `[` + strings.Repeat(`{"k":"`+strings.Repeat("v", 60)+`"},"https://example.org/","\u202e","`+strings.Repeat("y", 300)+`",`, 30) + `1]`
	kindtest.Bounded(t, "a button, a link or a mark in every cell", table.Kind, `{"columns":`+`[`+strings.Repeat(`"\u202ec",`, 120)+`"c"],"rows":[`+strings.Repeat(full+",", 60)+full+`]}`, 2*time.Second,
		"columns", "sort:0", "sort+:1", "cell:0:0", "cell:0:3", "hide:2", "hide:7", "cols:1", "page:1")
	var keys strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&keys, `,{"k%d":null}`, i)
	}
	kindtest.Bounded(t, "200,000 different keys", table.Kind, `{"df":[`+keys.String()[1:]+`]}`, 2*time.Second, "page:3999")
	wide := `[` + strings.Repeat(`null,`, 99) + `null]`
	kindtest.Bounded(t, "wide rows", table.Kind, `{"df":[`+strings.Repeat(wide+",", 999)+wide+`]}`, time.Second, "page:19")
	long := `[` + strings.Repeat(`"x",`, 1_000_000) + `"x"]`
	kindtest.Bounded(t, "a million rows by column", table.Kind, `{"df":{"a":`+long+`,"b":`+long+`}}`, 4*time.Second, "page:20000", "sort:1", "filter:x")
	huge := kindtest.Quote(strings.Repeat("x", 1<<20))
	kindtest.Bounded(t, "huge cells and names", table.Kind, `{"df":[{`+huge+`:`+huge+`,"b":[`+huge+`]}]}`, time.Second)
}

func FuzzTable(f *testing.F) {
	kindtest.Fuzz(f, table.Kind, `{"df":[{"a":1,"_row":"x"},{"b":[1]}]}`, `{"columns":["a",{"name":"b"}],"rows":[[1],{"a":2}]}`, `{"a":[1],"b":["NA"]}`, serialized, `[[1],2]`)
}
