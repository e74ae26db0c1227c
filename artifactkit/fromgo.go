package artifactkit

import (
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/internal/gojson"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// FromGo makes a result of whatever a tool written in Go returns (MK-5). It does not fail:
//
//   - text, as a string or as UTF-8 bytes, stays text;
//   - a list of records (structs, or maps with keys of text) becomes a table, its columns in the order of the fields, those of
//     maps by name and then as they come; the value has a JSON object for each row;
//   - an error becomes a result of the kind error with its text;
//   - a Result is itself;
//   - anything else becomes text: the value is compact JSON, the view shows it indented.
//
// Values are written as encoding/json writes them, tags and MarshalJSON included, but for NaN and the infinities, which become
// the strings NaN, Inf and -Inf. The same value gives the same bytes. What has no JSON (channels, functions, cycles) and what is
// over the bounds of a result gives a result of the kind error that says so and quotes nothing of the value.
func FromGo(v any) Result {
	switch v := v.(type) {
	case Result:
		return v
	case error:
		return failure(v.Error())
	case []byte:
		if utf8.Valid(v) {
			return plainText(string(v))
		}
	}
	json, err := gojson.Marshal(v, gojson.Bounds{Depth: limits.PayloadDepth - 1, Bytes: limits.Result})
	if err != nil {
		return failure("The result has no JSON: " + err.Error() + ".")
	}
	root, why := protocol.Parse(json)
	if why != nil {
		return failure(notShown)
	}
	if root.Type() == protocol.String {
		return plainText(root.Str())
	}
	typed, records := gojson.Columns(v)
	if records && root.Type() == protocol.Null { // a list that is nil has no rows
		root, _ = protocol.Parse([]byte("[]"))
	}
	if columns, ok := frame(typed, root); ok && (records || root.Len() > 0) {
		if r, err := New(root.Compact(), Kind("table"), Title("Table result"), Icon("table"), Payload(table(columns, root))); err == nil {
			return r
		}
	}
	value := root.Compact()
	shown := value
	if len(value) <= limits.TextBytes { // indenting may make forty times as much of it
		shown = root.Indented()
	}
	payload := append(protocol.AppendString([]byte(`{"text":`), shown), `,"lang":"json"}`...)
	r, err := New(value, Title("Structured result"), Icon("braces"), Payload(payload))
	if err != nil {
		return failure(notShown)
	}
	return r
}

const notShown = "The result is larger than results may be."

func plainText(text string) Result {
	r, err := New(text, Payload(append(protocol.AppendString([]byte(`{"text":`), text), '}')))
	if err != nil {
		return failure(notShown)
	}
	return r
}

// failure is a result of the kind error; a message that is no result because of its size is cut.
func failure(message string) Result {
	if len(message) > limits.TextBytes {
		message = message[:limits.TextBytes]
	}
	r, _ := New(message, Kind("error"), Payload(append(protocol.AppendString([]byte(`{"message":`), message), '}')))
	return r
}

// frame tells whether JSON is a list of records, and names its columns: those that the type has, then any others as they come.
func frame(typed []string, root protocol.Value) (columns []string, ok bool) {
	if root.Type() != protocol.Array {
		return nil, false
	}
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			columns = append(columns, name)
		}
	}
	for _, name := range typed {
		add(name)
	}
	for _, row := range root.Elems() {
		if row.Type() != protocol.Object {
			return nil, false
		}
		for name := range row.Members() {
			add(name)
		}
	}
	return columns, true
}

// table is the payload: names of columns, and an object for each row.
func table(columns []string, root protocol.Value) []byte {
	dst := []byte(`{"columns":[`)
	for i, name := range columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = protocol.AppendString(dst, name)
	}
	return append(root.AppendCompact(append(dst, `],"rows":`...)), '}')
}
