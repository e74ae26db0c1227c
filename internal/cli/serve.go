package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
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
	liveSettings
	Demo bool `help:"Keep everything in memory and play a live sample."`
}

// drain is how long a stopping server waits for its readers, if nobody says otherwise.
const drain = 5 * time.Second

func (c *serveCmd) Run(ctx context.Context, std Stdio, env environment) error {
	cfg, err := c.config(env)
	if err != nil {
		return err
	}
	log := c.logger(std)
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("listening on %s: %w", c.Addr, err)
	}
	defer listener.Close()
	if c.NoAuth && !loopback(listener.Addr()) {
		return usage("--no-auth works on a loopback address only, %s is none", listener.Addr())
	}
	base := "http://" + listener.Addr().String() + "/"
	if c.TLSCert != "" {
		base = "https://" + listener.Addr().String() + "/"
		if listener, err = secure(listener, c.TLSCert, c.TLSKey, log); err != nil {
			return err
		}
	} else if !loopback(listener.Addr()) {
		log.Warn("tokens travel in the clear on this address unless a proxy in front of it makes the TLS", "addr", c.Addr)
	}
	if c.PublicURL != "" {
		base = slashed(c.PublicURL)
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
	defer auth.Close()
	if st, ok := st.(store.Shared); ok && st.Notes() != nil {
		if err := auth.Share(ctx, st.Notes()); err != nil {
			return fmt.Errorf("opening the store: %w", err)
		}
	}
	cfg.Store, cfg.Auth, cfg.Log = st, auth, log
	server := live.Handler(equip(cfg, c.Withhold))
	if c.AdminAddr != "" {
		stop, err := serveAdmin(c.AdminAddr, server, log)
		if err != nil {
			return err
		}
		defer stop()
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
	log.Info("listening", "addr", listener.Addr().String(), "path", cfg.Base, "version", version())
	token := auth.AdminToken()
	if c.PublicURL != "" && !readBySomebody(std.Out) {
		token, note = "", "The admin token is not written to this log; it is in "+tokenFile(c.TokenFile, c.Data)+"."
	}
	fmt.Fprintf(std.Out, "Vitrine serves %s\n", pageURL(base, session, token))
	if note != "" {
		fmt.Fprintln(std.Out, note)
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() {
		log.Info("stopping", "wait", c.DrainWait, "drain", c.Drain)
		server.Drain()
		time.AfterFunc(c.DrainWait, stop)
	})()
	if err := live.Serve(serving, listener, server, c.Drain); err != nil {
		return fmt.Errorf("serving: %w", err)
	}
	fmt.Fprintln(std.Out, "Vitrine stopped; everything that was acknowledged is stored.")
	return nil
}

// readBySomebody tells whether somebody is looking, and not a file or a service's log.
func readBySomebody(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// serveAdmin answers operators on an address of its own.
func serveAdmin(addr string, server *live.Server, log *slog.Logger) (stop func(), err error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listening for operators on %s: %w", addr, err)
	}
	srv := live.NewHTTPServer(server.Admin())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("answering operators", "error", err)
		}
	}()
	log.Info("operators are answered", "addr", l.Addr().String())
	return func() { _ = srv.Close(); <-ended }, nil
}

func (c *serveCmd) store(ctx context.Context, log *slog.Logger) (store.Store, error) {
	if c.Demo {
		return memory.New(memory.Config{}), nil
	}
	cfg := nats.Config{Dir: filepath.Join(c.Data, "store"), MaxAge: c.Retention, Logger: log}
	if c.Durability == "fast" {
		cfg.Sync = nats.Fast
	}
	if c.NATS != "" {
		cfg.External = nats.External{URL: c.NATS, Credentials: c.NATSCreds, Replicas: c.Replicas}
	}
	st, err := nats.Open(ctx, cfg)
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
