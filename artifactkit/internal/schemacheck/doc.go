// Package schemacheck holds tests only: the JSON Schemas of the protocol and the accessors say the same of every vector, or the
// vector says in a section schema.txt what a schema cannot express.
package schemacheck
