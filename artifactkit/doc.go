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
//   - [New] makes a result of its parts, [FromGo] of any Go value.
//   - [Options.Renderers] are the host's own views, per tool and per kind.
//   - [NewTranscript] is the model and the markup of many results; [ReadEvents] reads whole sessions.
//   - [Assets] are the stylesheet and the one listener; markup.HTML.String is what one hands to html/template as template.HTML.
//   - Everything that arrives is untrusted. HTML comes out of one writer that escapes; only package trusted lets markup of the
//     host through, and no decoding reaches it.
//
// # Errors and reasons
//
// A Go error is a mistake of the caller: [New] has one. What is wrong with the data is a [Reason], for data is never the caller's
// mistake. Hence [Adapt] and [ArtifactOf] return no error beside it: a set of versions cannot be wrong once it is a [Versions]
// (its makers, protocol.VersionSet and protocol.ParseVersions, have the error), and what is no JSON is a Reason like any other.
// [Doc.Extract] tells with ok whether the view knows the word; there is nothing else that could go wrong with it.
//
// # Concurrency
//
// A Doc is read-only and may be used by several goroutines; the changing part is the [State], a value that the host keeps.
package artifactkit
