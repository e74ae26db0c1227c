//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "kit: build this for the browser: GOOS=js GOARCH=wasm go build ./wasm/kit")
	os.Exit(2)
}
