// Package rawhtml is the hidden half of package trusted: markup fills the hook, trusted calls it, nobody else can.
package rawhtml

// Node makes a markup.Node of raw HTML. Package markup sets it.
var Node func(html string) any
