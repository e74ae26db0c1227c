package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/internal/discover"
	"github.com/vitrine-go/vitrine/internal/watch"
)

type watchCmd struct {
	serverFlags
	FromNow bool     `name:"from-now" xor:"begin" help:"Send only what is added from now on."`
	Whole   bool     `xor:"begin" help:"Send a session that changes from its beginning (the default)."`
	Paths   []string `arg:"" optional:"" name:"path" help:"Files and folders (default: where agents on this machine keep their sessions). A file that is named is followed at once."`
}

func (c *watchCmd) Run(ctx context.Context, std Stdio, env environment) error {
	client, err := c.client(env)
	if err != nil {
		return err
	}
	paths := func() []string { return c.Paths }
	where := strings.Join(c.Paths, ", ")
	if len(c.Paths) == 0 {
		home, err := os.UserHomeDir()
		if err != nil {
			return fmt.Errorf("finding the home folder: %w (name a file or folder)", err)
		}
		paths = func() []string { return discover.Roots(home, env) }
		where = "the agents of this machine"
	}
	for _, p := range c.Paths {
		if _, err := os.Stat(p); err != nil {
			return fmt.Errorf("watching %s: %w", name(p), bare(err))
		}
	}
	w := watch.New(watch.Config{
		Sender: c.sender(client, "watch", std), Paths: paths, FromNow: c.FromNow,
		Followed: func(f watch.Followed) {
			fmt.Fprintf(std.Out, "%s: %s\n  %s\n", f.Format, onLine(f.Title), pageURL(slashed(c.URL), f.Session, client.Token))
		},
	})
	fmt.Fprintf(std.Out, "Watching %s. Sessions that change appear here with their pages. Ctrl-C ends it.\n", where)
	return w.Run(ctx)
}

// onLine is text of strangers as it may stand on one line of a terminal.
func onLine(s string) string {
	return markup.Spelled(markup.Clean(strings.Join(strings.Fields(s), " ")))
}
