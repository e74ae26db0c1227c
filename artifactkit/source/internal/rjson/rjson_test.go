package rjson_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/rjson"
)

func decode(t *testing.T, text string) string {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatal(why.Message)
	}
	return string(rjson.Append(nil, v))
}

// vec writes a serialised vector.
func vec(typ, values string, attributes ...string) string {
	return `{"type":"` + typ + `","attributes":{` + strings.Join(attributes, ",") + `},"value":` + values + `}`
}

func named(names string) string { return `"names":` + vec("character", names) }
func class(names string) string { return `"class":` + vec("character", names) }

func TestDecoding(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"NULL", `{"type":"NULL"}`, `null`},
		{"one element is a scalar", vec("integer", `[7]`), `7`},
		{"one element that is as it is stays a vector", vec("integer", `[7]`, class(`["AsIs"]`)), `[7]`},
		{"no element is an empty array", vec("character", `[]`), `[]`},
		{"a named vector", vec("double", `[1,2.50]`, named(`["a","b"]`)), `{"a":1,"b":2.50}`},
		{"numeric NA, NaN and Inf stay strings", vec("double", `["NA","NaN","Inf","-Inf"]`), `["NA","NaN","Inf","-Inf"]`},
		{"NA of logicals and characters is null", vec("logical", `[true,null]`), `[true,null]`},
		{"integers beyond 2^53 keep their digits", vec("double", `[90071992547409931]`), `90071992547409931`},
		{"a list without names", vec("list", `[`+vec("integer", `[1]`)+`,{"type":"NULL"}]`), `[1,null]`},
		{"a list with names, one of them missing", vec("list", `[`+vec("integer", `[1]`)+`,`+vec("integer", `[2]`)+`]`, named(`["a",""]`)), `{"a":1,"2":2}`},
		{"an empty list with names", vec("list", `[]`, named(`[]`)), `{}`},
		{"a factor", vec("integer", `[2,1,"NA"]`, class(`["factor"]`), `"levels":`+vec("character", `["lo","hi"]`)), `["hi","lo",null]`},
		{"a factor code without a level", vec("integer", `[9]`, class(`["factor"]`)), `null`},
		{"a date", vec("double", `[20455]`, class(`["Date"]`)), `"2026-01-02"`},
		{"a date before 1970 and one that is NA", vec("double", `[-1,"NA"]`, class(`["Date"]`)), `["1969-12-31",null]`},
		{"a date that no calendar has", vec("double", `[1e300]`, class(`["Date"]`)), `1e300`},
		{"a time", vec("double", `[1767323045.25]`, class(`["POSIXct","POSIXt"]`)), `"2026-01-02T03:04:05.25Z"`},
		{"a matrix is rows", vec("integer", `[1,2,3,4,5,6]`, `"dim":`+vec("integer", `[2,3]`)), `[[1,3,5],[2,4,6]]`},
		{"a matrix whose shape lies is a vector", vec("integer", `[1,2]`, `"dim":`+vec("integer", `[2,3]`)), `[1,2]`},
		{"raw bytes are base64", vec("raw", `"AQID"`), `"AQID"`},
		{"a symbol", vec("symbol", `["x"]`), `"x"`},
		{"what is no data stays serialised", vec("environment", `{}`), `{"type":"environment","attributes":{},"value":{}}`},
		{"what is no serialised value stays", `{"type":"text","text":"a"}`, `{"type":"text","text":"a"}`},
		{"a value that is no array stays", vec("integer", `7`), `{"type":"integer","attributes":{},"value":7}`},
		{"HTML is a string", vec("character", `["<b>"]`, class(`["html","character"]`)), `"<b>"`},
	} {
		if got := decode(t, c.in); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDataFrames(t *testing.T) {
	frame := func(columns, names, rows string) string {
		return vec("list", `[`+columns+`]`, named(names), class(`["data.frame"]`), `"row.names":`+rows)
	}
	auto := vec("integer", `[1,2]`)
	for _, c := range []struct{ name, in, want string }{
		{"rows", frame(vec("integer", `[1,2]`)+`,`+vec("character", `["x",null]`), `["a","b"]`, auto), `[{"a":1,"b":"x"},{"a":2,"b":null}]`},
		{"row names", frame(vec("integer", `[1,2]`), `["a"]`, vec("character", `["p","q"]`)), `[{"_row":"p","a":1},{"_row":"q","a":2}]`},
		{"no rows keep the columns", frame(vec("integer", `[]`)+`,`+vec("list", `[]`), `["a","b"]`, vec("integer", `[]`)), `{"columns":["a","b"],"rows":[]}`},
		{"a list column", frame(vec("list", `[`+vec("integer", `[1,2]`)+`,{"type":"NULL"}]`), `["a"]`, auto), `[{"a":[1,2]},{"a":null}]`},
		{"a frame in a frame", frame(frame(vec("integer", `[1,2]`), `["x"]`, auto), `["a"]`, auto), `[{"a":{"x":1}},{"a":{"x":2}}]`},
		{"a matrix column", frame(vec("integer", `[1,2,3,4]`, `"dim":`+vec("integer", `[2,2]`)), `["m"]`, auto), `[{"m":[1,3]},{"m":[2,4]}]`},
		{"columns of different length are a list", frame(vec("integer", `[1,2]`)+`,`+vec("integer", `[1]`), `["a","b"]`, auto), `{"a":[1,2],"b":1}`},
	} {
		if got := decode(t, c.in); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSmallTextsCannotAskForMuch(t *testing.T) {
	codes := "[" + strings.Repeat("1,", 20_000) + "1]"
	level := strings.Repeat("x", 20_000)
	for name, in := range map[string]string{
		"a long level":       vec("integer", codes, class(`["factor"]`), `"levels":`+vec("character", `["`+level+`"]`)),
		"a long column name": vec("list", `[`+vec("integer", codes)+`]`, named(`["`+level+`"]`), class(`["data.frame"]`)),
	} {
		if got := decode(t, in); len(got) > limits.Result {
			t.Errorf("%s: %d bytes of %d", name, len(got), len(in))
		}
	}
}

func TestDeepListsKeepTheirSerialisedForm(t *testing.T) {
	deep := vec("integer", `[1]`)
	for range 80 {
		deep = vec("list", `[`+deep+`]`)
	}
	got := decode(t, deep)
	if !json.Valid([]byte(got)) || !strings.HasPrefix(got, "[[[[") || !strings.Contains(got, `"type":"integer"`) {
		t.Errorf("got %.200s", got)
	}
}

func TestFramesThatLieNestedDeeplyAreDecodedOnce(t *testing.T) {
	in := vec("integer", `[1]`)
	for range 40 {
		in = vec("list", `[`+in+`,`+vec("integer", `[1,2]`)+`]`, named(`["a","b"]`), class(`["data.frame"]`))
	}
	if got := decode(t, in); !json.Valid([]byte(got)) {
		t.Errorf("got %.200s", got)
	}
}

func FuzzRJSON(f *testing.F) {
	for _, s := range []string{
		vec("list", `[`+vec("integer", `[1,2]`)+`]`, named(`["a"]`), class(`["data.frame"]`)), vec("integer", `[1]`, class(`["factor"]`), `"levels":`+vec("character", `["a"]`)),
		vec("double", `[1e9,"NA"]`, class(`["POSIXct"]`)), vec("integer", `[1,2]`, `"dim":`+vec("integer", `[1,2]`)), `{"type":"NULL"}`, `[1,{"value":[]}]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		v, why := protocol.Parse(in)
		if why != nil {
			return
		}
		out := rjson.Append(nil, v)
		if !json.Valid(out) || !bytes.Equal(out, rjson.Append(nil, v)) {
			t.Fatalf("%s became %s", in, out)
		}
	})
}
