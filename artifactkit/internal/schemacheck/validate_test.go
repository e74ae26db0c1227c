package schemacheck_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// schemas is the part of JSON Schema 2020-12 that ours are written in. A keyword it does not know is an error of the schema, not of
// the data, so that no keyword is passed over.
type schemas map[string]any // by the name of the file

func loadSchemas(t *testing.T, dir string) schemas {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %d schemas", dir, err, len(files))
	}
	all := schemas{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := decode(data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[filepath.Base(file)] = v
	}
	return all
}

// decode reads one JSON text, numbers as they are written.
func decode(data []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, fmt.Errorf("more than one JSON text")
	}
	return v, nil
}

// faults says where data is not as the schema of a file wants it; none when it is.
func (all schemas) faults(file string, data any) []string {
	return all.check(file, all[file], data, "")
}

func (all schemas) check(file string, schema, data any, at string) (faults []string) {
	s, ok := schema.(map[string]any)
	if !ok {
		return []string{file + ": a schema must be an object"}
	}
	say := func(format string, args ...any) { faults = append(faults, at+": "+fmt.Sprintf(format, args...)) }
	object, _ := data.(map[string]any)
	array, isArray := data.([]any)
	text, isText := data.(string)
	for key, want := range s {
		switch key {
		case "$schema", "$id", "$defs", "title", "description", "then":
		case "$ref":
			to, target := all.resolve(file, want.(string))
			faults = append(faults, all.check(to, target, data, at)...)
		case "type":
			if !hasType(data, want) {
				say("want %v", want)
			}
		case "const":
			if data != want {
				say("want %v", want)
			}
		case "enum":
			if !contains(want.([]any), data) {
				say("want one of %v", want)
			}
		case "required":
			for _, name := range want.([]any) {
				if _, there := object[name.(string)]; object != nil && !there {
					say("%v is missing", name)
				}
			}
		case "properties":
			for name, sub := range want.(map[string]any) {
				if m, there := object[name]; there {
					faults = append(faults, all.check(file, sub, m, at+"/"+name)...)
				}
			}
		case "minimum":
			if n, ok := data.(json.Number); ok && strings.HasPrefix(n.String(), "-") || ok && isZero(n) {
				say("want at least %v", want)
			}
		case "minLength":
			if isText && utf8.RuneCountInString(text) < number(want) {
				say("want at least %v characters", want)
			}
		case "maxItems":
			if isArray && len(array) > number(want) {
				say("want at most %v elements", want)
			}
		case "pattern":
			if isText && !regexp.MustCompile(want.(string)).MatchString(text) {
				say("want %v", want)
			}
		case "anyOf":
			if !all.any(file, want.([]any), data) {
				say("none of the alternatives fits")
			}
		case "allOf":
			for _, sub := range want.([]any) {
				faults = append(faults, all.check(file, sub, data, at)...)
			}
		case "if":
			if len(all.check(file, want, data, at)) == 0 {
				faults = append(faults, all.check(file, s["then"], data, at)...)
			}
		default:
			say("the schema has the keyword %s, which is not known here", key)
		}
	}
	return faults
}

func (all schemas) any(file string, alternatives []any, data any) bool {
	for _, sub := range alternatives {
		if len(all.check(file, sub, data, "")) == 0 {
			return true
		}
	}
	return false
}

// resolve follows a reference to another file or to #/$defs of the same.
func (all schemas) resolve(file, ref string) (string, any) {
	if name, ok := strings.CutPrefix(ref, "#/$defs/"); ok {
		defs, _ := all[file].(map[string]any)["$defs"].(map[string]any)
		return file, defs[name]
	}
	return ref, all[ref]
}

func hasType(data, want any) bool {
	if list, ok := want.([]any); ok {
		for _, one := range list {
			if hasType(data, one) {
				return true
			}
		}
		return false
	}
	switch v := data.(type) {
	case nil:
		return want == "null"
	case bool:
		return want == "boolean"
	case string:
		return want == "string"
	case []any:
		return want == "array"
	case map[string]any:
		return want == "object"
	case json.Number:
		return want == "number" || want == "integer" && isWhole(v)
	}
	return false
}

// isWhole reads a number as an exact decimal; an exponent beyond any real number decides alone.
func isWhole(n json.Number) bool {
	if far, ok := farExponent(n); ok {
		return far > 0
	}
	r, ok := new(big.Rat).SetString(n.String())
	return ok && r.IsInt()
}

func isZero(n json.Number) bool {
	if _, far := farExponent(n); far {
		return false
	}
	r, ok := new(big.Rat).SetString(n.String())
	return ok && r.Sign() == 0
}

func farExponent(n json.Number) (exponent int, far bool) {
	_, digits, ok := strings.Cut(strings.ToLower(n.String()), "e")
	if !ok {
		return 0, false
	}
	exponent, err := strconv.Atoi(digits)
	if err != nil {
		exponent = map[bool]int{true: -1, false: 1}[strings.HasPrefix(digits, "-")] << 20
	}
	return exponent, exponent > 2000 || exponent < -2000
}

func number(v any) int {
	n, _ := strconv.Atoi(v.(json.Number).String())
	return n
}

func contains(list []any, data any) bool {
	for _, v := range list {
		if v == data {
			return true
		}
	}
	return false
}
