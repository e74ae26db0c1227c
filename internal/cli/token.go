package cli

import (
	"fmt"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

type tokenCmd struct {
	Session   string        `required:"" placeholder:"ID" help:"The session."`
	Write     bool          `help:"May add events (else read only)."`
	Life      time.Duration `default:"720h" help:"How long it is good."`
	TokenFile string        `env:"VITRINE_TOKEN_FILE" placeholder:"FILE" help:"File with the admin token."`
	Data      string        `env:"VITRINE_DATA" placeholder:"DIR" help:"The server's data folder."`
}

func (c *tokenCmd) Run(std Stdio, env environment) error {
	if c.Life <= 0 {
		return usage("--life: %s is over before it begins", c.Life)
	}
	p := pushCmd{TokenFile: c.TokenFile, Data: c.Data}
	admin, err := p.token(env)
	if err != nil {
		return err
	}
	a, err := live.NewAuth(admin)
	if err != nil {
		return err
	}
	may := live.Read
	if c.Write {
		may = live.Write
	}
	token, err := a.Mint(c.Session, may, time.Now().Add(c.Life))
	if err != nil {
		return usage("%w", err)
	}
	_, err = fmt.Fprintln(std.Out, token)
	return err
}
