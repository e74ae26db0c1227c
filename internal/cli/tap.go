package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/internal/send"
	"github.com/vitrine-go/vitrine/internal/tap"
	"github.com/vitrine-go/vitrine/live"
)

type tapCmd struct {
	serverFlags
	Session string   `placeholder:"ID" help:"Session to add to; it is made if it is not there. Without it a new one is made."`
	Command []string `arg:"" passthrough:"" help:"The MCP server and its arguments, behind --."`
}

// flush is how long a command that ends waits for the server to take what is left.
const flush = 5 * time.Second

// Run answers with the server's exit code. It does not end when ctx does: the signal that ended it goes on to the server, which ends
// as it likes.
func (c *tapCmd) Run(std Stdio, env environment) error {
	command := c.Command
	if len(command) > 0 && command[0] == "--" {
		command = command[1:]
	}
	if len(command) == 0 {
		return usage("name the MCP server to run: vitrine tap -- COMMAND ARGS...")
	}
	client, err := c.client(env)
	if err != nil {
		return err
	}
	called := filepath.Base(command[0])
	box := c.box(client, "tap", std)
	box.Session = c.Session
	box.About = func() []byte { return send.About(called, "MCP", "", "mcp") }
	signals := passedOn(std.In)
	defer signal.Stop(signals)
	code, err := tap.Run(tap.Config{
		Command: command, In: std.In, Out: std.Out, Err: raw(std.Err), Signals: signals,
		Mirror: tap.Mirror{
			Run: strings.ToLower(rand.Text()[:10]), Add: box.Add, Tell: box.Say,
			Server: func(name string) {
				if name != "" {
					called = name
				}
			},
		},
	})
	ctx, cancel := context.WithTimeout(context.Background(), flush)
	defer cancel()
	box.Close(ctx)
	switch {
	case err != nil:
		return failure{127, err}
	case code != 0:
		return failure{code, nil}
	}
	return nil
}

// raw is where messages go without being made harmless: what another program writes there is its own.
func raw(w io.Writer) io.Writer {
	if m, ok := w.(messages); ok {
		return m.Writer
	}
	return w
}

// box sends for a command that must not wait. Its page is told with a token that may read it and nothing else: what such commands
// write is kept in logs.
func (f serverFlags) box(client *live.Client, command string, std Stdio) *send.Box {
	b := &send.Box{Sender: f.sender(client, command, std)}
	b.Ready = func(r send.Room) {
		token := r.Tokens.ReadToken
		if token == "" {
			ctx, cancel := context.WithTimeout(context.Background(), flush)
			defer cancel()
			made, err := client.Share(ctx, r.Session, live.Read, 30*24*time.Hour)
			if _, refused := errors.AsType[*live.Error](err); err != nil && !refused { // a session's own token makes no others
				b.Tell("making a link: %v", err)
			}
			token = made.Token
		}
		b.Tell("the calls are at %s", pageURL(slashed(f.URL), r.Session, token))
	}
	return b
}
