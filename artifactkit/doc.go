// Package artifactkit reads the tool results of agents, validates them and shows them safely. It is pure: no clock, no network,
// no file, and the same bytes on a server, in a command and in WebAssembly.
//
// A result has three channels that are never derived from one another's markup: the value (portable text, for the model and as
// the last resort), the artifact (structured and versioned, for user interfaces) and the display (presentation hints).
//
// The contract on one page:
//
//   - [Open] takes a JSON text through every door: a codeagent result, event, artifact or legacy card, or a foreign result such
//     as an MCP CallToolResult; [Doc.Render] gives HTML and text, [Doc.Update] answers an action, [Doc.Extract] gives out bytes
//     to copy or save. Nothing of this fails: bad data is shown as its value with a reason.
//   - [ArtifactOf] and [ValueOf] are the accessors for those who draw results themselves; [Adapt] gives the event.
//   - [New] makes a result.
//   - Everything that arrives is untrusted. HTML comes out of one writer that escapes; only package trusted lets markup of the
//     host through, and no decoding reaches it.
//   - A Go error is a mistake of the caller. What is wrong with the data is a [Reason].
package artifactkit
