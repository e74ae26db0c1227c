//go:build !js

// Command pwa is the program of the page. It is built for the browser only.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "pwa: build this for the browser: GOOS=js GOARCH=wasm go build ./wasm/pwa")
	os.Exit(2)
}
