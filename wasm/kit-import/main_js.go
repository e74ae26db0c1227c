// Command kit-import is command kit with the importers of transcripts. A page fetches it when it reads its first one.
package main

import (
	"github.com/vitrine-go/vitrine/wasm/kit/calls"
	"github.com/vitrine-go/vitrine/wasm/kit/imports"
	"github.com/vitrine-go/vitrine/wasm/port"
)

func main() { port.Serve(calls.New(imports.New().Answer).Numbered) }
