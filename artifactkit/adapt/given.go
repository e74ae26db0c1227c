package adapt

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// given is the artifact that stands where artifacts stand (AD-1), taken out of R's boxes (AD-7) or upgraded when it carries no
// version at all.
func (a *adapter) given() protocol.Artifact {
	art, why := protocol.ArtifactOf(a.root, protocol.AnyVersion)
	if why == nil {
		if art.Repaired {
			a.note(protocol.StatusRepaired, a.path(under(a.at, "status")...), "An error has the status error.")
		}
		return art
	}
	if a.bare {
		why.Path = strings.TrimPrefix(why.Path, protocol.Pointer(a.at...))
	}
	switch why.Code {
	case protocol.DuplicateKey, protocol.TooDeep, protocol.TooLarge:
	default:
		c, _ := protocol.Candidate(a.root)
		if art = a.upgraded(c); !art.Exists() {
			art = a.unboxed(c)
		}
	}
	if !art.Exists() {
		a.out.ArtifactReason = why
		a.out.Notes = append(a.out.Notes, *why)
	}
	return art
}

// upgraded rebuilds an artifact of the time before versions: neither schema nor version, but a kind and a payload.
func (a *adapter) upgraded(c protocol.Value) protocol.Artifact {
	if versioned(c) {
		return protocol.Artifact{}
	}
	d, ok := a.draft(c, a.at)
	if !ok {
		return protocol.Artifact{}
	}
	d.word("icon", &d.icon, protocol.BadIcon)
	d.word("title", &d.title, protocol.BadTitle)
	a.out.Notes = append(a.out.Notes, d.notes...)
	a.note(protocol.LegacyCard, a.path(a.at...), "An artifact without schema and version became version 1.")
	return d.build()
}

// unboxed takes the outer members out of their boxes if that makes an artifact of version 1: a future one is never rewritten.
func (a *adapter) unboxed(c protocol.Value) protocol.Artifact {
	if c.Type() != protocol.Object {
		return protocol.Artifact{}
	}
	var edits []protocol.Edit
	var notes []protocol.Reason
	for _, key := range []string{"schema", "version", "kind", "status", "icon", "title"} {
		if inner, boxed := protocol.Unbox(c.Get(key)); boxed {
			edits = append(edits, protocol.Set(orNull(inner), key))
			notes = append(notes, unboxNote(a.path(under(a.at, key)...), key))
		}
	}
	if len(edits) == 0 {
		return protocol.Artifact{}
	}
	art := read(protocol.AppendEdited(nil, c, edits...))
	if art.Exists() {
		a.out.Notes = append(a.out.Notes, notes...)
		if art.Repaired {
			a.note(protocol.StatusRepaired, a.path(under(a.at, "status")...), "An error has the status error.")
		}
	}
	return art
}

func unboxNote(path, key string) protocol.Reason {
	return protocol.Reason{Code: protocol.Unboxed, Path: path, Message: "The " + key + " was taken out of its box."}
}

// versioned tells whether an object carries schema or version, in a box or not.
func versioned(c protocol.Value) bool {
	schema, _ := protocol.Unbox(c.Get("schema"))
	version, _ := protocol.Unbox(c.Get("version"))
	return schema.IsSet() || version.IsSet()
}

// read checks an artifact of our own making. It is the zero Artifact unless it is one of version 1.
func read(json []byte) protocol.Artifact {
	v, why := protocol.Parse(json)
	if why != nil {
		return protocol.Artifact{}
	}
	art, _ := protocol.ArtifactOf(v, protocol.Versions{})
	return art
}

func orNull(v protocol.Value) []byte {
	if !v.Exists() {
		return []byte("null")
	}
	return v.AppendCompact(nil)
}
