// Package watch makes live sessions of the transcripts that agents write on this machine: what they add to their files from now on
// goes to a server, while it is written.
//
// The files are the queue. A server that is away, slow or restarted costs nothing but time: what was not taken yet stays in its file,
// so no more than one batch is ever held. Ids are made of the records, so a watch that was killed and starts again reads from the
// beginning, asks the server what it has, and sends the rest; nothing comes twice.
//
// Files are looked at, not subscribed to. The whole tree is looked through every few seconds, as a fixed share of the processor's
// time at most; files that changed lately are looked at several times a second. Nothing is opened before it changes, and nothing is
// written.
package watch
