//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package nats

import (
	"errors"
	"os"
)

// lockFile refuses: without a lock two processes could write one folder.
func lockFile(string) (*os.File, error) { return nil, errors.ErrUnsupported }
