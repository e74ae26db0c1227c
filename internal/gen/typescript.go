package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// typescript writes the types as declarations.
func typescript() ([]byte, error) {
	all, err := types()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n", generated)
	for _, s := range all {
		if s.Description != "" {
			fmt.Fprintf(&b, "\n/** %s */", s.Description)
		}
		if !isObject(s) {
			fmt.Fprintf(&b, "\nexport type %s = %s;\n", s.Title, tsType(s))
			continue
		}
		fmt.Fprintf(&b, "\nexport interface %s {\n", s.Title)
		for _, p := range s.Properties {
			if p.schema.Description != "" {
				fmt.Fprintf(&b, "  /** %s */\n", p.schema.Description)
			}
			mark := "?"
			if required(s, p.name) {
				mark = ""
			}
			fmt.Fprintf(&b, "  %s%s: %s;\n", p.name, mark, tsUse(p.schema))
		}
		b.WriteString("  [other: string]: unknown;\n}\n")
	}
	return b.Bytes(), nil
}

// tsUse is a type where it is used: by its name if it has one.
func tsUse(s schema) string {
	if s.Title == "" {
		return tsType(s)
	}
	if _, null := nullable(s.Type); null {
		return s.Title + " | null"
	}
	return s.Title
}

func tsType(s schema) string {
	switch {
	case s.Ref == "display.json": // its schema takes null, its type does not
		return "Display | null"
	case s.Ref != "":
		return refName(s.Ref)
	case s.Const != nil:
		return literal(s.Const)
	case s.Enum != nil:
		return union(s.Enum, literal)
	case s.AnyOf != nil:
		return union(s.AnyOf, tsType)
	case len(s.Type) > 0:
		return union(s.Type, func(t string) string {
			switch {
			case t == "integer":
				return "number"
			case t == "object":
				return "{ [member: string]: unknown }"
			case t == "array" && s.MaxItems != nil:
				return "[]"
			case t == "array":
				return "unknown[]"
			}
			return t
		})
	}
	return "unknown"
}

func union[T any](list []T, write func(T) string) string {
	var parts []string
	for _, v := range list {
		parts = append(parts, write(v))
	}
	return strings.Join(parts, " | ")
}

func literal(v any) string {
	text, _ := json.Marshal(v) // of a string or null in a schema of ours
	return string(text)
}
