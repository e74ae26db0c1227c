//go:build !js

// Command kit-import is command kit with the importers of transcripts. It is built for the browser only.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "kit-import: build this for the browser: GOOS=js GOARCH=wasm go build ./wasm/kit-import")
	os.Exit(2)
}
