package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/vitrine-go/vitrine/internal/send"
	"github.com/vitrine-go/vitrine/live"
)

// serverFlags say which server a command sends to.
type serverFlags struct {
	URL       string `default:"http://127.0.0.1:8737" env:"VITRINE_URL" help:"The server."`
	TokenFile string `env:"VITRINE_TOKEN_FILE" placeholder:"FILE" help:"File with the token (default: the local server's, in the data folder)."`
	Data      string `env:"VITRINE_DATA" placeholder:"DIR" help:"The local server's data folder."`
	redactFlags
}

// client is the way to the server. The admin token of this machine goes to no other.
func (f serverFlags) client(env environment) (*live.Client, error) {
	if f.TokenFile == "" && env("VITRINE_TOKEN") == "" && !onThisMachine(f.URL) {
		return nil, usage("--url: %s is no address of this machine, whose admin token goes nowhere else; name the file with the right token with --token-file", f.URL)
	}
	token, err := f.token(env)
	if err != nil {
		return nil, err
	}
	return &live.Client{URL: f.URL, Token: token}, nil
}

// token is the one to send with.
func (f serverFlags) token(env environment) (string, error) {
	if t := env("VITRINE_TOKEN"); t != "" {
		return t, nil
	}
	data := f.Data
	if data == "" {
		var err error
		if data, err = dataFolder(env); err != nil {
			return "", err
		}
	}
	file := tokenFile(f.TokenFile, data)
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("reading the token: %w (start the server first, or name the file with --token-file)", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// sender sends for a command that goes on. What must not leave the machine is taken out, and told.
func (f serverFlags) sender(client *live.Client, command string, std Stdio) send.Sender {
	say := func(format string, args ...any) { fmt.Fprintf(std.Err, "vitrine: "+command+": "+format+"\n", args...) }
	return send.Sender{Client: client, Say: say, Prepare: f.each(say)}
}
