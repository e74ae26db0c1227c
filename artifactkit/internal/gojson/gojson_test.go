package gojson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/internal/gojson"
)

var bounds = gojson.Bounds{Depth: 64, Bytes: 1 << 20}

type inner struct {
	A int `json:"a"`
	B string
}

type Pointed struct {
	B string `json:"b,omitempty"`
	C *int
}

type wide struct {
	inner
	*Pointed
	Named   inner `json:"named"`
	B       string
	Skipped string `json:"-"`
	Dash    string `json:"-,"`
	private int
	Empty   []string          `json:"empty,omitempty"`
	None    []string          `json:"none"`
	Zero    time.Time         `json:"zero,omitzero"`
	When    time.Time         `json:"when"`
	Number  json.Number       `json:"number"`
	Raw     json.RawMessage   `json:"raw"`
	Big     *big.Int          `json:"big"`
	Bytes   []byte            `json:"bytes"`
	Array   [2]bool           `json:"array"`
	Map     map[string]any    `json:"map"`
	ByInt   map[int]string    `json:"by_int"`
	Quoted  int64             `json:"quoted,string"`
	Text    string            `json:"text,string"`
	Any     any               `json:"any"`
	Float   float64           `json:"float"`
	Small   float32           `json:"small"`
	Keyed   map[textKey]uint8 `json:"keyed"`
	BadName int               `json:"bad\"name"` //nolint:staticcheck // what is no name is passed over
}

type textKey struct{ n int }

func (k textKey) MarshalText() ([]byte, error) { return []byte(strings.Repeat("k", k.n)), nil }

type onPointer struct{ s string }

func (p *onPointer) MarshalJSON() ([]byte, error) { return []byte(` { "p" : "` + p.s + `" } `), nil }

type left struct{ Same, Left int }
type right struct{ Same, Right int }
type both struct {
	left
	right
}

type recursive struct {
	*recursive //nolint:unused // the encoder must not go round
	N          int
	Next       *recursive
}

// TestWritesWhatEncodingJSONWrites compares with the standard library where the two mean the same.
func TestWritesWhatEncodingJSONWrites(t *testing.T) {
	n := 7
	for name, v := range map[string]any{
		"nothing": nil, "a boolean": true, "text": "a<b>&\u2028\x01\"é", "bad UTF-8": "a\xffb", "bytes": []byte("hello"), "no list": []int(nil), "no map": map[string]int(nil),
		"whole numbers": []any{int8(-8), uint64(math.MaxUint64), uintptr(3), int64(math.MinInt64)},
		"fractions":     []any{0.1, 1e21, 1e20, 1e-6, 1e-7, -1e-9, 123456789.5, math.MaxFloat64, math.SmallestNonzeroFloat64, float32(0.1), float32(1e21), float32(1e-7), 0.0, math.Copysign(0, -1)},
		"embedded": wide{inner: inner{1, "x"}, Pointed: &Pointed{C: &n}, private: 1, When: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC), Number: "12345678901234567890.10", Raw: json.RawMessage(` {"k" : [1, 2]} `),
			Big: big.NewInt(1 << 62), Bytes: []byte{0xff}, Map: map[string]any{"z": 1, "a": []any{}, "m": nil}, ByInt: map[int]string{10: "x", 9: "y"}, Quoted: 5, Text: `q"`, Any: inner{}, Keyed: map[textKey]uint8{{2}: 1, {1}: 2}},
		"nothing embedded":          wide{Number: "0"},
		"one name in two":           both{left{1, 2}, right{3, 4}},
		"a type inside itself":      recursive{N: 1, Next: &recursive{N: 2}},
		"a method of the pointer":   &onPointer{"x"},
		"a list of such":            []onPointer{{"x"}, {"y"}},
		"a pointer that is nil":     (*onPointer)(nil),
		"a pointer to a pointer":    ptr(ptr(inner{B: "deep"})),
		"anonymous":                 struct{ X, y int }{1, 2},
		"an interface in a struct":  struct{ E error }{},
		"a value that has no field": struct{}{},
	} {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
		got, err := gojson.Marshal(v, bounds)
		if w := same(want.Bytes()); err != nil || string(same(got)) != string(w) {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, w)
		}
	}
}

// same evens out how the two spell the same characters.
func same(text []byte) []byte {
	text = bytes.TrimSpace(text)
	for _, r := range [][2]string{{`\u2028`, "\u2028"}, {`\ufffd`, "\ufffd"}} {
		text = bytes.ReplaceAll(text, []byte(r[0]), []byte(r[1]))
	}
	return text
}

func ptr[T any](v T) *T { return &v }

func TestWhatIsNoNumberIsAWord(t *testing.T) {
	got, err := gojson.Marshal([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 1.5}, bounds)
	if want := `["NaN","Inf","-Inf",1.5]`; err != nil || string(got) != want {
		t.Errorf("got %s %v, want %s", got, err, want)
	}
}

type cycle struct{ Next *cycle }

type failing struct{}

func (failing) MarshalJSON() ([]byte, error) { return nil, errors.New("the password is hunter2") }

type lying struct{}

func (lying) MarshalJSON() ([]byte, error) { return []byte(`{"secret":`), nil }

func TestWhatHasNoJSONIsRefusedWithoutItsContent(t *testing.T) {
	round := &cycle{}
	round.Next = round
	type self *self
	var loop self
	loop = &loop
	list := []any{nil}
	list[0] = list
	deep := any("secret")
	for range 70 {
		deep = []any{deep}
	}
	double := []any{"secret"}
	for range 40 {
		double = []any{double, double}
	}
	for name, v := range map[string]any{
		"a channel": map[string]any{"secret": make(chan int)}, "a function": struct{ F func() }{}, "a complex number": []any{"secret", 1i}, "a map with other keys": map[float64]string{1: "secret"},
		"a struct in itself": round, "a pointer to itself": loop, "a list in itself": list, "too deep": deep, "more and more": double, "too long": strings.Repeat("secret", 1<<20),
		"a method that fails": failing{}, "a method that lies": []any{lying{}}, "long bytes": make([]byte, 1<<20),
	} {
		got, err := gojson.Marshal(v, bounds)
		if err == nil && len(got) > bounds.Bytes {
			err = gojson.ErrBytes
		}
		if err == nil {
			t.Errorf("%s: got %.80s", name, got)
			continue
		}
		if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v quotes the value", name, err)
		}
	}
}

func TestColumnsAreTheFieldsInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		name, want string
		v          any
		ok         bool
	}{
		{"structs", "B a", []struct {
			B string
			A int `json:"a,omitempty"`
		}{}, true},
		{"pointers to structs", "a B", []*inner{}, true},
		{"maps", "", []map[string]int{}, true},
		{"maps by number", "", []map[int]int{}, false},
		{"times", "", []time.Time{}, false},
		{"those with a method of the pointer", "", []onPointer{}, false},
		{"raw JSON", "", json.RawMessage("[]"), false},
		{"text", "", []string{}, false},
		{"anything", "", []any{}, false},
		{"no list", "", inner{}, false},
		{"nothing", "", nil, false},
	} {
		names, ok := gojson.Columns(c.v)
		if got := strings.Join(names, " "); got != c.want || ok != c.ok {
			t.Errorf("%s: got %q %v, want %q %v", c.name, got, ok, c.want, c.ok)
		}
	}
}
