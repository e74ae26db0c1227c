// Command readers reads tool results and events, JSON texts, with nothing but the standard library.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

type object = map[string]any

func get[T any](x any, path ...string) (v T) {
	for _, key := range path {
		o, _ := x.(object)
		x = o[key]
	}
	v, _ = x.(T)
	return v
}

func artifact(x any) object {
	a := get[object](cmp.Or(get[any](x, "extra", "codeagent", "artifact"), get[any](x, "artifact"), x))
	version, _ := get[json.Number](a, "version").Float64()
	ok := a["schema"] == "codeagent.tool-artifact" && version == 1 && get[string](a, "kind") != "" && get[string](a, "status") != ""
	for key, types := range map[string][]string{"icon": {"<nil>", "string"}, "title": {"<nil>", "string"}, "payload": {fmt.Sprintf("%T", a), "[]interface {}"}} {
		ok = ok && slices.Contains(types, fmt.Sprintf("%T", a[key]))
	}
	if !ok {
		return nil
	}
	if a["kind"] == "error" {
		a["status"] = "error"
	}
	a["icon"], a["title"] = get[any](a, "icon"), get[any](a, "title") // null when absent
	return a
}

func value(x any, missing string) string {
	o, isObject := x.(object)
	if isObject {
		x = o["value"]
	}
	lines, simple := []string{}, true
	for _, e := range get[[]any](x) {
		_, isText := e.(string)
		simple = simple && (isText || isObject && !strings.Contains(fmt.Sprintf("%T", e), "["))
		if e == nil {
			e = "NA"
		}
		lines = append(lines, fmt.Sprint(e))
	}
	compact, _ := json.Marshal(x)
	switch v := x.(type) {
	case string:
		return v
	case []any:
		if simple && len(lines) > 0 {
			return strings.Join(lines, "\n")
		}
	}
	if !isObject || x == nil || string(compact) == "[]" {
		return missing
	}
	return string(compact)
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	in.UseNumber() // numbers keep their digits
	for x := any(nil); in.Decode(&x) == nil; x = nil {
		_ = out.Encode(object{"artifact": artifact(x), "value": value(x, "")})
	}
}
