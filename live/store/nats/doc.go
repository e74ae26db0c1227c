// Package nats keeps events in NATS JetStream: embedded in this process and listening nowhere, or in an engine or a
// cluster elsewhere, which several servers may use at once.
//
// One stream holds the events of all sessions, a subject for each; a second one holds blobs in chunks. There are no
// consumers: pages are direct gets, live records are the stream's republished copies, and both carry what is needed to
// see a gap. Three connections keep the three kinds of traffic from waiting for each other.
//
// The guarantees, and what gives them:
//   - an acknowledged event survives a kill and, with Strict, a power cut: the engine syncs before it answers;
//   - positions and the chain of a session are true: every write names the position it follows, and the engine
//     refuses it if that is not the newest one of the session;
//   - an id is stored once, however late its repetition comes: the ids of a session are read back from the stream;
//   - a record is handed to a watcher after it is safe, also where the engine publishes a copy before it syncs;
//   - in a cluster an acknowledged event is with a quorum, and what a lagging replica does not have yet is never taken
//     for something that is not there: the leader is asked;
//   - nothing is evicted for want of room: a full store refuses.
package nats
