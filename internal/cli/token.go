package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// tokenCmd makes, revokes and renews tokens, all through the running server.
type tokenCmd struct {
	Make   tokenMakeCmd   `cmd:"" default:"withargs" help:"Make a token of one session, or with --read a link to its page. Example: vitrine token --session build-42 --read"`
	Revoke tokenRevokeCmd `cmd:"" help:"End one token, or all of a session. Example: vitrine token revoke --session build-42"`
	Rotate tokenRotateCmd `cmd:"" help:"Sign new tokens with a new key; those that are out stay good. Example: vitrine token rotate"`
}

type tokenMakeCmd struct {
	serverFlags
	Session string        `required:"" placeholder:"ID" help:"The session."`
	Write   bool          `xor:"may" help:"May add events (else read only)."`
	Read    bool          `xor:"may" help:"Print the address of the session's page, for those who shall see it and nothing else."`
	Life    time.Duration `default:"720h" help:"How long it is good, 8784h at most."`
}

func (c *tokenMakeCmd) Run(ctx context.Context, std Stdio, env environment) error {
	if c.Life < time.Second {
		return usage("--life: %s is over before it begins", c.Life)
	}
	client, err := c.client(env)
	if err != nil {
		return err
	}
	may := live.Read
	if c.Write {
		may = live.Write
	}
	made, err := client.Share(ctx, c.Session, may, c.Life)
	if err != nil {
		return err
	}
	out := made.Token
	if c.Read {
		out = or(made.Page, pageURL(slashed(c.URL), c.Session, made.Token))
	}
	fmt.Fprintln(std.Out, out)
	fmt.Fprintf(std.Err, "Good until %s. End it before with: vitrine token revoke --session %s --id %s\n", made.Expires.Format(time.RFC3339), made.Session, made.ID)
	return nil
}

type tokenRevokeCmd struct {
	serverFlags
	Session string `placeholder:"ID" help:"The session; without --id all its tokens end."`
	ID      string `name:"id" placeholder:"TOKEN-ID" help:"Id of one token, as it was printed and as logs name it."`
	Token   string `arg:"" optional:"" help:"The token itself, or the address with it."`
}

func (c *tokenRevokeCmd) Run(ctx context.Context, std Stdio, env environment) error {
	session, id := c.Session, c.ID
	if c.Token != "" {
		var ok bool
		if session, id, ok = live.TokenName(tokenIn(c.Token)); !ok {
			return usage("that is no session token; name --session and --id instead")
		}
	}
	if session == "" {
		return usage("name a --session, or give the token")
	}
	client, err := c.client(env)
	if err != nil {
		return err
	}
	if err := client.Revoke(ctx, session, id); err != nil {
		return err
	}
	what := "Every token of the session made so far"
	if id != "" {
		what = "The token " + id
	}
	fmt.Fprintln(std.Out, what+" is no longer good; readers with it were disconnected.")
	return nil
}

type tokenRotateCmd struct {
	serverFlags
	Drop bool `help:"End all session tokens that are out, too."`
}

func (c *tokenRotateCmd) Run(ctx context.Context, std Stdio, env environment) error {
	client, err := c.client(env)
	if err != nil {
		return err
	}
	got, err := client.Rotate(ctx, c.Drop)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "Tokens are signed with key %s now; %s still good for those that are out.\n", got.Key, count(got.Former, "former key"))
	return nil
}

// tokenIn is the token of an address, or what was given.
func tokenIn(given string) string {
	_, fragment, ok := strings.Cut(given, "#")
	if !ok {
		return given
	}
	for part := range strings.SplitSeq(fragment, "&") {
		if token, ok := strings.CutPrefix(part, "t="); ok {
			return token
		}
	}
	return given
}
