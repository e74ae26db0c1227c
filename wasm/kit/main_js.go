// Command kit is artifactkit as functions for JS apps, called through package port.
package main

import (
	"github.com/vitrine-go/vitrine/wasm/kit/calls"
	"github.com/vitrine-go/vitrine/wasm/port"
)

func main() { port.Serve(calls.Numbered) }
