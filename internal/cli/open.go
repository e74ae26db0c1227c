package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/vitrine-go/vitrine/internal/discover"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/files"
)

type openCmd struct {
	Addr      string   `default:"127.0.0.1:0" env:"VITRINE_OPEN_ADDR" help:"Loopback address for the page; port 0 takes a free one."`
	NoBrowser bool     `name:"no-browser" help:"Only print the address."`
	Paths     []string `arg:"" optional:"" name:"path" help:"Files and folders (default: the sessions that agents keep on this machine)."`
}

func (c *openCmd) Run(ctx context.Context, std Stdio, env environment) error {
	paths := c.Paths
	if len(paths) == 0 {
		home, err := os.UserHomeDir()
		if err != nil {
			return fmt.Errorf("finding the home folder: %w (name a file or folder)", err)
		}
		if paths = discover.Roots(home, env); len(paths) == 0 {
			return fmt.Errorf("no agent keeps sessions in %s; name a file or folder", home)
		}
	}
	finder, err := discover.New(paths)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; vitrine --help lists the commands", err)
	}
	if err != nil {
		return err
	}
	found, err := finder.Sessions(ctx)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("no transcript of a known format in %s; vitrine import --list names the formats", strings.Join(paths, ", "))
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("listening on %s: %w", c.Addr, err)
	}
	defer listener.Close()
	if !loopback(listener.Addr()) {
		return usage("--addr: %s is no loopback address; what lies on this machine is not served to others", listener.Addr())
	}
	auth, err := live.NewAuth(live.NewAdminToken())
	if err != nil {
		return err
	}
	st := files.New(finder.Sessions)
	defer st.Close()
	session := ""
	if len(found) == 1 {
		session = found[0].ID
	}
	address := pageURL("http://"+listener.Addr().String()+"/", session, auth.AdminToken())
	fmt.Fprintf(std.Out, "%s, read in place: %s\nCtrl-C ends it.\n", count(len(found), "session"), address)
	cfg := equip(live.Config{Store: st, Auth: auth})
	if !c.NoBrowser {
		t := newTicket(address, cfg.Page)
		cfg.Page = t
		browse(ctx, "http://"+listener.Addr().String()+t.path, std)
	}
	return live.Serve(ctx, listener, live.Handler(cfg), drain)
}

// browse opens the address in the person's browser; where that is not possible the printed address is enough.
func browse(ctx context.Context, address string, std Stdio) {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		cmd = exec.CommandContext(ctx, "open", address)
	case "windows":
		cmd = exec.CommandContext(ctx, "rundll32", "url.dll,FileProtocolHandler", address)
	default:
		cmd = exec.CommandContext(ctx, "xdg-open", address)
	}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(std.Err, "vitrine: open: no browser could be started; open the address yourself")
		return
	}
	go func() { _ = cmd.Wait() }()
}
