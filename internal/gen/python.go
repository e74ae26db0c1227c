package main

import (
	"bytes"
	"fmt"
)

// python writes the types as TypedDicts for Python 3.11 and later.
func python() ([]byte, error) {
	all, err := types()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\"\"\"Types of the codeagent protocol, as JSON reads them: members that are not named here may be there too.\"\"\"\n\n", generated)
	b.WriteString("from typing import Any, Literal, NotRequired, TypedDict, Union\n")
	for _, s := range all {
		if !isObject(s) {
			fmt.Fprintf(&b, "\n\n%s = %s\n\"\"\"%s\"\"\"\n", s.Title, pyType(s), s.Description)
			continue
		}
		fmt.Fprintf(&b, "\n\nclass %s(TypedDict):\n", s.Title)
		if s.Description != "" {
			fmt.Fprintf(&b, "    \"\"\"%s\"\"\"\n\n", s.Description)
		}
		for _, p := range s.Properties {
			use := pyUse(p.schema)
			if !required(s, p.name) {
				use = "NotRequired[" + use + "]"
			}
			fmt.Fprintf(&b, "    %s: %s\n", p.name, use)
			if p.schema.Description != "" {
				fmt.Fprintf(&b, "    \"\"\"%s\"\"\"\n", p.schema.Description)
			}
		}
	}
	return b.Bytes(), nil
}

// pyUse is a type where it is used: by its name if it has one.
func pyUse(s schema) string {
	if s.Title == "" {
		return pyType(s)
	}
	if _, null := nullable(s.Type); null {
		return "Union[" + s.Title + ", None]"
	}
	return s.Title
}

func pyType(s schema) string {
	switch {
	case s.Ref == "display.json": // its schema takes null, its type does not
		return "Union[Display, None]"
	case s.Ref != "":
		return refName(s.Ref)
	case s.Const != nil:
		return "Literal[" + literal(s.Const) + "]"
	case s.Enum != nil:
		return "Literal[" + commas(s.Enum, pyLiteral) + "]"
	case s.AnyOf != nil:
		return oneOf(s.AnyOf, pyType)
	case len(s.Type) > 0:
		return oneOf(s.Type, func(t string) string { return pyNames[t] })
	}
	return "Any"
}

var pyNames = map[string]string{
	"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "dict[str, Any]", "array": "list[Any]",
}

func pyLiteral(v any) string {
	if v == nil {
		return "None"
	}
	return literal(v)
}

func oneOf[T any](list []T, write func(T) string) string {
	if len(list) == 1 {
		return write(list[0])
	}
	return "Union[" + commas(list, write) + "]"
}

func commas[T any](list []T, write func(T) string) string {
	var b bytes.Buffer
	for i, v := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(write(v))
	}
	return b.String()
}
