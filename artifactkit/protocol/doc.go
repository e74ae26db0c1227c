// Package protocol reads JSON exactly and knows the outer shape of a tool result: the schema, its versions, and the
// reason for every refusal. It keeps order, duplicate members, digits and escapes, and it knows no payload.
//
// Those who only want to show a result use package artifactkit; this package is for middleware that forwards results
// and for the importers.
package protocol
