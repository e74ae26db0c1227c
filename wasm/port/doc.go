//go:build !js

// Package port is the door between JS and a Go wasm module. It exists under GOOS=js only.
package port
