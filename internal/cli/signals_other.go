//go:build !unix

package cli

import (
	"io"
	"os"
	"os/signal"
)

// passedOn is where the signals come that a command hands on to the one it runs.
func passedOn(io.Reader) chan os.Signal {
	ch := make(chan os.Signal, 8)
	signal.Notify(ch, os.Interrupt)
	return ch
}
