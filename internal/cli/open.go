package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/internal/discover"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/files"
)

type openCmd struct {
	Addr      string   `default:"127.0.0.1:0" env:"VITRINE_OPEN_ADDR" help:"Loopback address for the page; port 0 takes a free one."`
	At        string   `help:"Show this place first: a link that vitrine grep gave, s/SESSION#call=ID." placeholder:"LINK"`
	NoBrowser bool     `name:"no-browser" help:"Only print the address."`
	Paths     []string `arg:"" optional:"" name:"path" help:"Files and folders (default: the sessions that agents keep on this machine)."`
}

func (c *openCmd) Run(ctx context.Context, std Stdio, env environment) error {
	paths, err := sessionPaths(c.Paths, env)
	if err != nil {
		return err
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
	call := ""
	if c.At != "" {
		if session, call, err = place(c.At, found); err != nil {
			return err
		}
	}
	address := pageURL("http://"+listener.Addr().String()+"/", session, auth.AdminToken()) + call
	fmt.Fprintf(std.Out, "%s, read in place: %s\nCtrl-C ends it.\n", count(len(found), "session"), address)
	cfg := equip(live.Config{Store: st, Auth: auth}, "")
	if !c.NoBrowser {
		t := newTicket(address, cfg.Page)
		cfg.Page = t
		browse(ctx, "http://"+listener.Addr().String()+t.path, std)
	}
	return live.Serve(ctx, listener, live.Handler(cfg), drain)
}

// sessionPaths are the paths that were named, else the folders where agents keep their sessions.
func sessionPaths(named []string, env environment) ([]string, error) {
	if len(named) > 0 {
		return named, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("finding the home folder: %w (name a file or folder)", err)
	}
	paths := discover.Roots(home, env)
	if len(paths) == 0 {
		return nil, fmt.Errorf("no agent keeps sessions in %s; name a file or folder", home)
	}
	return paths, nil
}

// place reads a link to a session, or to a call in it, as grep gives them. call is the part of the address that names the call.
func place(link string, found []files.Session) (session, call string, err error) {
	path, fragment, _ := strings.Cut(link, "#")
	session = path[strings.LastIndexByte(path, '/')+1:]
	if !slices.ContainsFunc(found, func(s files.Session) bool { return s.ID == session }) {
		return "", "", usage("--at: there is no session %q", session)
	}
	values, err := url.ParseQuery(fragment)
	if err != nil {
		return "", "", usage("--at: %q is no place in a session", fragment)
	}
	if c := values.Get("call"); c != "" {
		call = "&call=" + url.QueryEscape(c)
	}
	return session, call, nil
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
