// Package live is the live server as an http.Handler, and the client that reads from it.
//
// The server is a pipe that keeps order and loses nothing: it checks an event's outer shape, hands its bytes to a store
// and answers only when they are safe; readers get them from wherever they stopped, over WebSocket, server-sent events
// or plain NDJSON. It does not look into an event, and it knows no storage engine, no renderer and no page: those come in
// through [Config].
//
//	h := live.Handler(live.Config{Store: st, Auth: auth})
//	srv := live.NewHTTPServer(h)
//
// Delivery: an acknowledged event reaches every reader that stays or comes back, in the store's order. A reader that
// cannot be given what follows its cursor is told so by a reset and never skips in silence. A producer that repeats an
// event with the same id stores it once.
package live
