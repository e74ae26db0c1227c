package obj

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// Indent returns v as JSON text for people: two blanks a level, every token as written.
func Indent(v protocol.Value) string { return v.Indented() }
