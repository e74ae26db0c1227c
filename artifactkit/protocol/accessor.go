package protocol

import "strings"

// ArtifactOf finds the artifact of a result, an event or a bare artifact (ACC-1) and checks it. It upgrades nothing (ACC-2). The
// artifact is zero when there is none in vs; the reason is set when something claimed to be one, and nil when nothing did. Paths
// in the reason are relative to v.
func ArtifactOf(v Value, vs Versions) (Artifact, *Reason) {
	c, at := Candidate(v)
	if !c.IsSet() {
		return Artifact{}, hidden(v)
	}
	if why := duplicateAround(v); why != nil {
		return Artifact{}, why
	}
	if why := Bounds(v); why != nil {
		return Artifact{}, why
	}
	a, why := readArtifact(c, at)
	if why != nil {
		return Artifact{}, why
	}
	if !vs.Has(a.Version) {
		return Artifact{}, &Reason{UnsupportedVersion, at + "/version", "Version " + Describe(c.Get("version")) + " is not among those this consumer takes."}
	}
	return a, nil
}

// Candidate is what claims to be the artifact of v, unchecked, and the JSON Pointer to it; the absent Value when nothing does.
func Candidate(v Value) (c Value, at string) {
	if c := v.At("extra", "codeagent", "artifact"); c.IsSet() {
		return c, "/extra/codeagent/artifact"
	}
	if c := v.Get("artifact"); c.IsSet() {
		return c, "/artifact"
	}
	if isSchema(v) {
		return v, ""
	}
	return Value{}, ""
}

func isSchema(v Value) bool { return isName(v.Get("schema")) }

func isName(v Value) bool { return v.Type() == String && v.keyIs(v.i, Schema) }

// duplicateAround refuses a result or event with a duplicate member in itself, in extra or in extra.codeagent (ART-8).
func duplicateAround(v Value) *Reason {
	for _, path := range [][]string{nil, {"extra"}, {"extra", "codeagent"}} {
		o := v.At(path...)
		if _, twice := o.Duplicate(); twice {
			return duplicateIn(o, Pointer(path...))
		}
	}
	return nil
}

func duplicateIn(v Value, at string) *Reason {
	if key, ok := v.Duplicate(); ok {
		return &Reason{DuplicateKey, at, "The member " + Quote(key) + " stands there twice."}
	}
	return nil
}

// hidden is the reason for a claim that a later member of the same name hides, or that lies behind the bounds of the scanner.
func hidden(v Value) *Reason {
	claim := func(m Value) bool { return m.IsSet() }
	if some(v, claim, "extra", "codeagent", "artifact") || some(v, claim, "artifact") || some(v, isName, "schema") {
		return duplicateAround(v)
	}
	for _, path := range [][]string{{"extra"}, {"extra", "codeagent"}} {
		if o := v.At(path...); o.Bound() != "" && !complete(o) {
			return &Reason{TooLarge, Pointer(path...), "It has more members than are read."}
		}
	}
	return nil
}

// some tells whether any of the values that a path leads to, duplicates included, is as asked.
func some(v Value, ok func(Value) bool, path ...string) bool {
	if len(path) == 0 {
		return ok(v)
	}
	for k, m := range v.members() {
		if v.keyIs(k, path[0]) && some(m, ok, path[1:]...) {
			return true
		}
	}
	return false
}

// complete tells whether all members or elements of a value are on the tape.
func complete(v Value) bool {
	n := 0
	for range v.members() {
		n++
	}
	for range v.Elems() {
		n++
	}
	return n == v.Len()
}

// ValueOf is the portable text (ACC-6): that of the member value of a result or event, or v itself when v is a string or an array
// of strings. A bare number, boolean, null or artifact has none. def stands for what is not there, null or an empty array; "" is
// a value. The error is never consulted.
func ValueOf(v Value, def string) string {
	switch v.Type() {
	case Object:
		if _, at := Candidate(v); at == "" && isSchema(v) {
			return def
		}
		return textOf(v.Get("value"), def)
	case String:
		return v.Str()
	case Array:
		for _, e := range v.Elems() {
			if e.Type() != String {
				return def
			}
		}
		return textOf(v, def)
	}
	return def
}

// textOf is the text of a member value.
func textOf(v Value, def string) string {
	switch v.Type() {
	case Absent, Null:
		return def
	case String:
		return v.Str()
	case Array:
		if v.Len() == 0 {
			return def
		}
		if !complete(v) {
			return v.Compact()
		}
		var b strings.Builder
		for i, e := range v.Elems() {
			if i > 0 {
				b.WriteByte('\n')
			}
			switch e.Type() {
			case Array, Object:
				return v.Compact()
			case Null:
				b.WriteString("NA")
			case String:
				b.WriteString(e.Str())
			default:
				b.Write(e.Raw())
			}
		}
		return b.String()
	}
	return v.Compact()
}

// ErrorOf reads the member error of a result (EV-1): set is false when it is absent, null, false, {} or []; its text is a string
// itself, an object's message, else compact JSON.
func ErrorOf(v Value) (text string, set bool) {
	e := v.Get("error")
	switch {
	case !e.IsSet(), e.Type() == Bool && !e.Bool(), e.Type() >= Array && e.Len() == 0:
		return "", false
	case e.Type() == String:
		return e.Str(), true
	case e.Get("message").Type() == String:
		return e.Get("message").Str(), true
	}
	return e.Compact(), true
}
