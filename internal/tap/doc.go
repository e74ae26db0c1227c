// Package tap stands between an MCP client and a server that it starts, and mirrors the calls of tools to a session.
//
// Every byte goes through as it came and when it came, in both directions; what is mirrored is made of copies, in another goroutine,
// out of a bounded queue. When that is full the copies are dropped, never the bytes, and the loss is told. Messages that are no
// JSON, or none of ours, pass like any other.
package tap
