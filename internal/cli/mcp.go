package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-go/vitrine/internal/mcpserver"
	"github.com/vitrine-go/vitrine/internal/send"
)

type mcpCmd struct {
	serverFlags
	Session string `placeholder:"ID" help:"Session to show in; it is made if it is not there. Without it a new one is made."`
}

func (c *mcpCmd) Run(ctx context.Context, std Stdio, env environment) error {
	client, err := c.client(env)
	if err != nil {
		return err
	}
	box := c.box(client, "mcp", std)
	box.Session = c.Session
	box.About = func() []byte { return send.About("What the agent showed", "MCP", "", "mcp") }
	server := mcpserver.New(mcpserver.Config{Version: version(), Run: strings.ToLower(rand.Text()[:10]), Add: box.Add})
	err = server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(std.In), Writer: unclosed{std.Out}})
	last, cancel := context.WithTimeout(context.Background(), flush)
	defer cancel()
	box.Close(last)
	if err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("serving: %w", err)
	}
	return nil
}

// unclosed is a writer that stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
