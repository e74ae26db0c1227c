package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/vitrine-go/vitrine/internal/demo"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/memory"
	"github.com/vitrine-go/vitrine/live/store/nats"
)

type serveCmd struct {
	Addr       string        `default:"127.0.0.1:8737" env:"VITRINE_ADDR" help:"Address to listen on; port 0 takes a free one."`
	Data       string        `env:"VITRINE_DATA" placeholder:"DIR" help:"Data folder (default: vitrine in the user's data folder)."`
	TokenFile  string        `env:"VITRINE_TOKEN_FILE" placeholder:"FILE" help:"File with the admin token, made if it is not there (default: admin.token in the data folder)."`
	PublicURL  string        `name:"public-url" env:"VITRINE_PUBLIC_URL" placeholder:"URL" help:"Address under which people reach the page; may have a path."`
	Durability string        `enum:"strict,fast" default:"strict" env:"VITRINE_DURABILITY" help:"strict: an event is acknowledged after an fsync. fast: a power cut may lose the last seconds."`
	Retention  time.Duration `env:"VITRINE_RETENTION" placeholder:"AGE" help:"Drop events older than this, such as 720h (default: keep)."`
	NoAuth     bool          `name:"no-auth" env:"VITRINE_NO_AUTH" help:"Ask for no token. Loopback only: every user and program of this machine can then read and write everything."`
	Demo       bool          `help:"Keep everything in memory and play a live sample."`
}

// drain is how long a stopping server waits for its readers.
const drain = 5 * time.Second

func (c *serveCmd) Run(ctx context.Context, std Stdio, env environment) error {
	if c.PublicURL != "" {
		if err := checkPublic(c.PublicURL); err != nil {
			return err
		}
	}
	log := slog.New(slog.NewTextHandler(std.Err, nil))
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("listening on %s: %w", c.Addr, err)
	}
	defer listener.Close()
	if c.NoAuth && !loopback(listener.Addr()) {
		return usage("--no-auth works on a loopback address only, %s is none", listener.Addr())
	}
	if c.Data == "" {
		if c.Data, err = dataFolder(env); err != nil {
			return err
		}
	}
	st, err := c.store(ctx, log)
	if err != nil {
		return err
	}
	defer st.Close()
	auth, note, err := c.auth()
	if err != nil {
		return err
	}
	server := live.Handler(equip(live.Config{
		Store: st, Auth: auth, PublicURL: c.PublicURL, Base: basePath(c.PublicURL), Log: log, Notes: map[string]string{"durability": c.Durability},
	}))
	base := "http://" + listener.Addr().String() + "/"
	if c.PublicURL != "" {
		base = slashed(c.PublicURL)
	}
	session := ""
	if c.Demo {
		session = demo.Session
		play, stop := context.WithCancel(ctx)
		defer stop()
		go func() {
			if err := demo.Play(play, st); err != nil && !errors.Is(err, context.Canceled) {
				log.Error("playing the sample", "error", err)
			}
		}()
	}
	fmt.Fprintf(std.Out, "Vitrine serves %s\n", pageURL(base, session, auth.AdminToken()))
	if note != "" {
		fmt.Fprintln(std.Out, note)
	}
	if err := live.Serve(ctx, listener, server, drain); err != nil {
		return fmt.Errorf("serving: %w", err)
	}
	fmt.Fprintln(std.Out, "Vitrine stopped; everything that was acknowledged is stored.")
	return nil
}

func (c *serveCmd) store(ctx context.Context, log *slog.Logger) (store.Store, error) {
	if c.Demo {
		return memory.New(memory.Config{}), nil
	}
	sync := nats.Strict
	if c.Durability == "fast" {
		sync = nats.Fast
	}
	st, err := nats.Open(ctx, nats.Config{Dir: filepath.Join(c.Data, "store"), Sync: sync, MaxAge: c.Retention, Logger: log})
	if err != nil {
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	return st, nil
}

func (c *serveCmd) auth() (*live.Auth, string, error) {
	switch {
	case c.NoAuth:
		return live.NoAuth(), "No token is asked for: every user and program of this machine can read and write everything here.", nil
	case c.Demo && c.TokenFile == "":
		a, err := live.NewAuth(live.NewAdminToken())
		return a, "The address holds this run's token: share it with nobody.", err
	}
	file := tokenFile(c.TokenFile, c.Data)
	a, err := live.LoadAuth(file)
	if err != nil {
		return nil, "", err
	}
	return a, "The address holds the admin token of " + file + ": share it with nobody.", nil
}

// dataFolder is where a server keeps its data when nobody says otherwise.
func dataFolder(env environment) (string, error) {
	if dir := env("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "vitrine"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding the data folder: %w (name one with --data)", err)
	}
	return filepath.Join(home, ".local", "share", "vitrine"), nil
}

func loopback(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && t.IP.IsLoopback()
}
