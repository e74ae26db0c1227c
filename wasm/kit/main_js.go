// Command kit is artifactkit as functions for JS apps, called through package port. It reads single results and draws transcripts;
// command kit-import reads whole transcripts as well.
package main

import (
	"github.com/vitrine-go/vitrine/wasm/kit/calls"
	"github.com/vitrine-go/vitrine/wasm/port"
)

func main() { port.Serve(calls.New(nil).Numbered) }
