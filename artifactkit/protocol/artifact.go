package protocol

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Schema names the protocol in an artifact (ART-2).
const Schema = "codeagent.tool-artifact"

// Artifact is a tool result's structured, UI-neutral part, checked. The zero Artifact is none. It refers to the text it was read
// from and is read-only.
type Artifact struct {
	Version string // canonical decimal digits: "1"; "" for no artifact
	Kind    string // never empty in an artifact; an open set in every version (ART-4)
	Status  string // never empty in an artifact; success, error, or any other word
	Icon    string // with HasIcon: "" may be given
	Title   string // plain text, with HasTitle
	HasIcon bool
	// HasTitle tells whether the title is a string; false for null and for an absent one.
	HasTitle bool
	Payload  Value  // an object or array
	Path     string // JSON Pointer to where it stood
	Repaired bool   // the status is not the one written, by ART-7

	raw Value
}

// Exists tells an artifact from the zero Artifact.
func (a Artifact) Exists() bool { return a.Version != "" }

// Size bounds the bytes that AppendJSON writes: they are fewer.
func (a Artifact) Size() int { return len(a.raw.Raw()) + 6*len(a.Status) + 256 }

// V1 tells whether it is an artifact of version 1, the only one that may be drawn or rewritten.
func (a Artifact) V1() bool { return a.Version == "1" }

// WithStatus returns the artifact with another status. An artifact of another version than 1 is never rewritten: it comes back as it is.
func (a Artifact) WithStatus(status string) Artifact {
	if a.V1() {
		a.Status = status
	}
	return a
}

// The outer members in the order of ART-1.
var outer = [...]string{"schema", "version", "kind", "status", "icon", "title", "payload"}

// AppendJSON appends the artifact as the accessor gives it (ACC-5): version 1 in the order of ART-1 with unknown members behind,
// every token but version and a repaired status as it was written; another version token for token; none as null.
func (a Artifact) AppendJSON(dst []byte) []byte {
	if !a.Exists() {
		return append(dst, "null"...)
	}
	if !a.V1() {
		return a.raw.AppendCompact(dst)
	}
	for i, key := range outer {
		sep := byte(',')
		if i == 0 {
			sep = '{'
		}
		dst = append(AppendString(append(dst, sep), key), ':')
		m := a.raw.Get(key)
		switch {
		case key == "version":
			dst = append(dst, '1')
		case key == "status" && m.Str() != a.Status:
			dst = AppendString(dst, a.Status)
		case !m.Exists():
			dst = append(dst, "null"...)
		default:
			dst = m.AppendCompact(dst)
		}
	}
	for k, m := range a.raw.members() {
		if key := (Value{a.raw.d, k}); !isOuter(key.Str()) {
			dst = append(append(append(dst, ','), key.Raw()...), ':')
			dst = m.AppendCompact(dst)
		}
	}
	return append(dst, '}')
}

func isOuter(key string) bool { return slices.Contains(outer[:], key) }

// readArtifact checks a candidate (ART-2 to ART-8). at is its JSON Pointer.
func readArtifact(v Value, at string) (Artifact, *Reason) {
	a := Artifact{Path: at, raw: v}
	if v.Type() != Object {
		return Artifact{}, &Reason{NotAnObject, at, "An artifact is an object, this is " + v.Type().String() + "."}
	}
	if why := duplicateIn(v, at); why != nil {
		return Artifact{}, why
	}
	bad := func(code Code, key, want string) (Artifact, *Reason) {
		return Artifact{}, refuse(v.Get(key), code, at+"/"+key, key, want)
	}
	if !isSchema(v) {
		return bad(BadSchema, "schema", strconv.Quote(Schema))
	}
	var ok bool
	if a.Version, ok = canonicalVersion(v.Get("version").Num()); !ok {
		return bad(BadVersion, "version", "a whole number above 0")
	}
	if a.Kind = v.Get("kind").Str(); a.Kind == "" {
		return bad(BadKind, "kind", "a string that is not empty")
	}
	if a.Status = v.Get("status").Str(); a.Status == "" {
		return bad(BadStatus, "status", "a string that is not empty")
	}
	if a.Icon, a.HasIcon, ok = optional(v.Get("icon")); !ok {
		return bad(BadIcon, "icon", "one string or null")
	}
	if a.Title, a.HasTitle, ok = optional(v.Get("title")); !ok {
		return bad(BadTitle, "title", "one string or null")
	}
	if a.Payload = v.Get("payload"); a.Payload.Type() < Array {
		return bad(BadPayload, "payload", "an object or an array")
	}
	if a.V1() && a.Kind == "error" && a.Status != "error" {
		a.Status, a.Repaired = "error", true
	}
	return a, nil
}

// optional reads a member that is absent, null or a string (ART-5).
func optional(v Value) (s string, has, ok bool) {
	return v.Str(), v.Type() == String, v.Type() == String || !v.IsSet()
}

// refuse says what is wrong with an outer member. A scalar in an array of one, or {} where null may stand, is what R's JSON
// writer makes of it by default (AD-7): that is named, so that a producer finds it.
func refuse(v Value, code Code, path, key, want string) *Reason {
	if inner, boxed := Unbox(v); boxed && fits(code, inner) {
		return &Reason{BoxedScalar, path, fmt.Sprintf("The %s stands in a box, %s; it must be %s.", key, Describe(v), want)}
	}
	return &Reason{code, path, fmt.Sprintf("The %s must be %s, it is %s.", key, want, Describe(v))}
}

// fits tells whether the scalar in a box would have passed.
func fits(code Code, v Value) bool {
	switch code {
	case BadSchema:
		return v.Str() == Schema
	case BadVersion:
		_, ok := canonicalVersion(v.Num())
		return ok
	case BadKind, BadStatus:
		return v.Str() != ""
	case BadIcon, BadTitle:
		return v.Type() == String || !v.IsSet()
	}
	return false
}

// Unbox takes a scalar out of an array of one, and an absent Value out of {}, which stands for null (AD-7). boxed is false for
// anything else, and v comes back.
func Unbox(v Value) (inner Value, boxed bool) {
	switch {
	case v.Type() == Object && v.Len() == 0:
		return Value{}, true
	case v.Type() == Array && v.Len() == 1:
		for _, e := range v.Elems() {
			if e.Type() < Array {
				return e, true
			}
		}
	}
	return v, false
}

// Describe says in a few words what a value is, for a message; what it quotes is cut (ART-9).
func Describe(v Value) string {
	switch v.Type() {
	case Absent:
		return "absent"
	case String:
		return Quote(v.Str())
	case Number, Bool:
		s := string(v.Raw()) // ASCII
		if len(s) > limits.QuoteRunes {
			s = s[:limits.QuoteRunes] + "…"
		}
		return s
	case Array:
		if inner, boxed := Unbox(v); boxed {
			return "[" + Describe(inner) + "]"
		}
	case Object:
		if v.Len() == 0 {
			return "{}"
		}
	}
	return v.Type().String()
}
