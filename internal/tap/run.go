package tap

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Config says what is run, and where its calls are mirrored to.
type Config struct {
	Command []string
	In      io.Reader // what the client says; closed when the server takes no more, if it is a Closer
	Out     io.Writer // what the server says
	Err     io.Writer // what the server writes for people; an *os.File is handed to it as it is
	Signals <-chan os.Signal

	Mirror Mirror
}

// Mirror is where the calls go.
type Mirror struct {
	Run    string                // a word of [a-z0-9] that no other run has: ids are made of it
	Add    func(source.Envelope) // must not wait
	Server func(name string)     // called once, before the first event, with what the server calls itself, "" if it does not; may be nil
	Tell   func(format string, args ...any)
}

// outDelay is how long a server's children may hold its output open when it has ended.
const outDelay = 2 * time.Second

// chunk is how much is passed on at once. What has come is passed on at once, however little.
const chunk = 64 << 10

// Run runs the server until it ends, and returns its exit code; one that a signal ended has 128 and the signal's number, as in a
// shell. The error says that it could not be run.
func Run(cfg Config) (code int, err error) {
	cmd := exec.Command(cfg.Command[0], cfg.Command[1:]...)
	cmd.Stderr, cmd.WaitDelay = cfg.Err, outDelay
	m := newMirror(cfg.Mirror)
	cmd.Stdout = &outlet{cfg.Out, m}
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, fmt.Errorf("making a pipe: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("starting %s: %w", cfg.Command[0], bare(err))
	}
	go pass(in, cfg.In, m) // it ends with the client, which may be after the server
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			case sig := <-cfg.Signals:
				_ = cmd.Process.Signal(sig) // a server that has ended needs none
			}
		}
	}()
	err = cmd.Wait()
	close(ended)
	m.close()
	if state := cmd.ProcessState; state != nil {
		if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			return 128 + int(ws.Signal()), nil
		}
		return state.ExitCode(), nil
	}
	return 0, fmt.Errorf("waiting for %s: %w", cfg.Command[0], err)
}

// bare is an error without the command's name, which the message has already.
func bare(err error) error {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	return err
}

// pass hands what the client says on to the server.
func pass(to io.WriteCloser, from io.Reader, m *mirror) {
	defer to.Close()
	buf := make([]byte, chunk)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			m.feed(fromClient, buf[:n]) // before the server can answer
			if _, err := to.Write(buf[:n]); err != nil {
				if c, ok := from.(io.Closer); ok {
					_ = c.Close() // so that the client learns of it
				}
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// outlet passes on what the server says.
type outlet struct {
	to io.Writer
	m  *mirror
}

func (o *outlet) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	o.m.feed(fromServer, p[:n])
	return n, err
}
