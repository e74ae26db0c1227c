package protocol_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

func parse(t *testing.T, text string) protocol.Value {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatalf("Parse(%.60q): %s", text, why.Message)
	}
	return v
}

func TestParseKeepsOrderDuplicatesDigitsAndEscapes(t *testing.T) {
	v := parse(t, ` { "b" : 12345678901234567890.10 , "a":[1, {"x" : "\u00e9\/"} ],"b":"last" } `)
	if got, want := v.Compact(), `{"b":12345678901234567890.10,"a":[1,{"x":"\u00e9\/"}],"b":"last"}`; got != want {
		t.Errorf("Compact\n got %s\nwant %s", got, want)
	}
	if got := v.Get("b").Str(); got != "last" {
		t.Errorf(`Get("b") = %q, want the last member`, got)
	}
	if k, ok := v.Duplicate(); !ok || k != "b" {
		t.Errorf("Duplicate = %q %v, want b", k, ok)
	}
	var x string
	for i, e := range v.Get("a").Elems() {
		if i == 1 {
			x = e.Get("x").Str()
		}
	}
	if x != "é/" {
		t.Errorf("nested string = %q", x)
	}
	if v.Len() != 3 || v.Get("a").Len() != 2 || v.Height() != 3 {
		t.Errorf("Len %d, %d, Height %d; want 3, 2, 3", v.Len(), v.Get("a").Len(), v.Height())
	}
}

func TestParseRefusesWhatIsNoJSON(t *testing.T) {
	for _, text := range []string{
		"", " ", "{", "[", "[1", "[1,", "[1,]", "{,}", `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, "01", "1.", "-", "1e", "+1", ".5", "tru", "nul", "[1 2]",
		`"\x"`, `"\u12g4"`, "\"a\nb\"", `"open`, `"\`, "1 2", "{}{}", "]", "}", "[}", "\xff", "\"\xc3\"", "NaN", "'a'", "\"eight bytes \xff and more\"", "\"12345678\x80\"", "\"1234567\xe2\x82\"", "[\"ab\xff\", 12345678]", "{\"\xc3\":12345678}", "//x\n1", `{"a":1]`,
	} {
		if _, why := protocol.Parse([]byte(text)); why == nil || why.Code != protocol.NotJSON {
			t.Errorf("Parse(%q) = %v, want not_json", text, why)
		}
	}
}

func TestSurrogatesAreJoinedAndLoneOnesReplaced(t *testing.T) {
	for text, want := range map[string]string{
		`"\ud83c\udf0d"`: "🌍", `"\ud83c"`: "\ufffd", `"\ud83cx"`: "\ufffdx", `"\udf0d\ud83c"`: "\ufffd\ufffd", `"\ud83c\u0041"`: "\ufffdA", `"a\ud83c\udf0d"`: "a🌍",
	} {
		if got := parse(t, text).Str(); got != want {
			t.Errorf("%s = %q, want %q", text, got, want)
		}
	}
}

func TestBoundsCostTheSpanAndNotTheRest(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		name, payload string
		want          protocol.Code
	}{
		{"a payload at the tape's depth is whole", deep(limits.TapeDepth - 2), ""},
		{"one level more is an unread span", deep(limits.TapeDepth - 1), protocol.TooDeep},
		{"a hundred thousand levels are scanned without recursion", deep(100_000), protocol.TooDeep},
		{"objects nest the same way", strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500), protocol.TooDeep},
		{"a number at the bound is fine", strings.Repeat("1", limits.NumberDigits), ""},
		{"a longer number is too large", "[" + strings.Repeat("1", limits.NumberDigits+1) + "]", protocol.TooLarge},
	} {
		v := parse(t, `{"x":{"p":`+c.payload+`,"q":[1]},"value":"kept"}`)
		if got := v.Get("x").Bound(); got != c.want {
			t.Errorf("%s: Bound = %q, want %q", c.name, got, c.want)
		}
		if got := v.Get("value").Str(); got != "kept" {
			t.Errorf("%s: value = %q", c.name, got)
		}
		if got := v.At("x", "q").Compact(); got != "[1]" {
			t.Errorf("%s: what follows the span = %s", c.name, got)
		}
		if got := v.At("x", "p").Compact(); got != c.payload {
			t.Errorf("%s: the span is not kept byte for byte (%d bytes, want %d)", c.name, len(got), len(c.payload))
		}
	}
}

func TestTapeIsBoundedAndWhatFollowsIsFound(t *testing.T) {
	many := "[" + strings.Repeat("1,", limits.TapeNodes) + "1]"
	v := parse(t, `{"extra":{"payload":{"rows":`+many+`,"k":1}},"value":"kept"}`)
	if got := v.Get("extra").Bound(); got != protocol.TooLarge {
		t.Errorf("Bound = %q, want too_large", got)
	}
	if got := v.At("extra", "payload", "rows").Len(); got != limits.TapeNodes+1 {
		t.Errorf("Len = %d", got)
	}
	if v.Get("value").Str() != "kept" {
		t.Error("value was lost behind a large payload")
	}
}

func TestTextOverTheBoundIsRefusedBeforeItIsRead(t *testing.T) {
	if _, why := protocol.Parse(make([]byte, limits.Result+1)); why == nil || why.Code != protocol.TooLarge {
		t.Errorf("got %v, want too_large", why)
	}
}

// FuzzParse holds the scanner against encoding/json: whatever one accepts the other does, to the same value.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e-3,"x\u00e9\ud83c\udf0d",null,true]}`, `[[[]]]`, `"\ud800"`, `{"a":1,"a":2}`, "\ufeff1", "[1}", `{"a":{"b":{}}}`, "\"12345678\xff\"", `{"a":1,"\u0061":[01]}`,
		`{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"11":0,"12":0,"13":0,"14":0,"15":0,"5":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		v, why := protocol.Parse(in)
		text := bytes.TrimPrefix(in, []byte("\ufeff"))
		if ok := json.Valid(text) && validUTF8(in); ok != (why == nil) {
			t.Fatalf("Parse(%q): %v; encoding/json says %v", in, why, ok)
		}
		if why != nil {
			return
		}
		var want bytes.Buffer
		if err := json.Compact(&want, text); err != nil {
			t.Fatal(err)
		}
		if got := v.AppendCompact(nil); !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("Compact(%q)\n got %q\nwant %q", in, got, want.Bytes())
		}
		if v.Bound() == "" {
			d := json.NewDecoder(bytes.NewReader(text))
			d.UseNumber()
			walk(t, v, d)
		}
	})
}

func validUTF8(b []byte) bool { return strings.ToValidUTF8(string(b), "") == string(b) }

// walk reads a value and encoding/json's tokens side by side: the same tree, names and texts decoded alike, numbers by their digits.
func walk(t *testing.T, v protocol.Value, d *json.Decoder) {
	t.Helper()
	next := func() json.Token {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	switch got := next(); v.Type() {
	case protocol.Null:
		check(t, v, got == nil)
	case protocol.Bool:
		check(t, v, got == v.Bool())
	case protocol.Number:
		check(t, v, got == json.Number(v.Num()))
	case protocol.String:
		check(t, v, got == v.Str())
	case protocol.Array:
		check(t, v, got == json.Delim('['))
		n := 0
		for i, e := range v.Elems() {
			check(t, v, i == n)
			walk(t, e, d)
			n++
		}
		check(t, v, n == v.Len() && next() == json.Delim(']'))
	case protocol.Object:
		check(t, v, got == json.Delim('{'))
		n := 0
		last := map[string]string{}
		for k, m := range v.Members() {
			check(t, m, next() == k)
			walk(t, m, d)
			last[k] = string(m.Raw())
			n++
		}
		check(t, v, n == v.Len() && next() == json.Delim('}'))
		for k, raw := range last {
			check(t, v, string(v.Get(k).Raw()) == raw)
		}
		_, twice := v.Duplicate()
		check(t, v, twice == (len(last) < n))
	}
}

func check(t *testing.T, v protocol.Value, same bool) {
	t.Helper()
	if !same {
		t.Fatalf("encoding/json reads %.80q otherwise", v.Raw())
	}
}

func BenchmarkParseTable(b *testing.B) {
	row := `{"city":"Duluth, MN","quarter":"2026 Q1","orders":412,"revenue":58204.10,"note":null},`
	text := []byte(`{"df":[` + strings.Repeat(row, 9999) + row[:len(row)-1] + `]}`)
	b.Run("protocol", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			protocol.Parse(text)
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			var v any
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
