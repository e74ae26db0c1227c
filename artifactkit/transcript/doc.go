// Package transcript turns a stream of events into what a person reads: prompts, prose, and one quiet row for each group of
// tool calls, with a card behind it. It is a pure model with its markup: events in, changed parts out. The page, the HTML export
// and the JS package read the same model.
//
// # Parts
//
// What is drawn is a tree of parts. The root element of a part carries data-ak-part with the part's key; an element that takes
// more parts at its end carries data-ak-slot. Append answers with operations on parts: "add" puts a new part at the end of the
// slot Parent ("" is the host of the whole transcript), "set" replaces the part of that key. Nothing is ever deleted: a view that
// starts again takes a new Transcript and an empty host. Applied in order, the operations give the same document as Node.
//
// An event changes only the parts it concerns, and what is closed is not in the document: the cost of an event depends on the
// event, never on how long the transcript is.
//
//	b  prose, prompt, note     l  loop: adjacent tool calls     g  group: one activity row
//	h  a group's row           i  what a group's row opens      c  call in a list of several
//	r  that call's row         a  what that row opens           k  card of a call
//	t  transcript of a sub-agent, inside the call that runs it
//
// A control is an element with data-ak-action; a host hands the action and the key of the nearest part around it to Act.
package transcript
