// Package port is the door between JS and a Go wasm module: two exported functions over linear memory, one text in and one
// text out a call. The exports are pure compute: they do not block, do no I/O and recover from panics; the caller in JS
// checks after each call that the program has not exited, and copies the answer before it calls again.
package port

import (
	"runtime/debug"
	"unsafe"
)

// Func answers one call. op is a number that both sides know; input is the text, options a JSON object, both only valid
// during the call.
type Func func(op uint32, input, options []byte) []byte

var (
	handler Func
	in, out []byte
)

// Serve sets the handler and parks: main calls it last.
func Serve(f Func) {
	handler = f
	debug.SetGCPercent(400) // one thread: fewer, larger collections
	select {}
}

// buffer makes room for n bytes and returns their address. JS writes the input there, the options right behind it.
//
//go:wasmexport ak_buf
func buffer(n uint32) unsafe.Pointer {
	if uint32(cap(in)) < n || cap(in) == 0 {
		in = make([]byte, n, max(n, 64<<10))
	}
	in = in[:cap(in)]
	return unsafe.Pointer(&in[0])
}

// call answers with address<<32 | length; a length of 0 is an empty answer. 0 is none: the handler had nothing to say, or panicked,
// and the instance should be replaced by those who always get an answer.
//
//go:wasmexport ak_call
func call(op, input, options uint32) (answer uint64) {
	defer func() {
		if recover() != nil {
			answer = 0
		}
	}()
	out = handler(op, in[:input:input], in[input:input+options:input+options])
	if out == nil {
		return 0
	}
	if len(out) == 0 {
		return uint64(uintptr(unsafe.Pointer(&in[0]))) << 32
	}
	if cap(in) > 4<<20 {
		in = nil // one large input is no reason to hold its memory
	}
	return uint64(uintptr(unsafe.Pointer(&out[0])))<<32 | uint64(len(out))
}
