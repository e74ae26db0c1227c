//go:build !js

// Command kit is artifactkit as functions for JS apps, called through package port. It is built for the browser only.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "kit: build this for the browser: GOOS=js GOARCH=wasm go build ./wasm/kit")
	os.Exit(2)
}
