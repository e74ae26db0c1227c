//go:build unix

package cli

import (
	"io"
	"os"
	"os/signal"
	"syscall"
)

// passedOn is where the signals come that a command hands on to the one it runs. From a terminal both get the interrupts of the
// keyboard: those are caught and not handed on.
func passedOn(in io.Reader) chan os.Signal {
	ch := make(chan os.Signal, 8)
	signal.Notify(ch, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2)
	keyboard := ch
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			keyboard = make(chan os.Signal, 1)
		}
	}
	signal.Notify(keyboard, syscall.SIGINT, syscall.SIGQUIT)
	return ch
}
