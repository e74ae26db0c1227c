//go:build unix

package soak_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/cli"
	"github.com/vitrine-go/vitrine/internal/netfault"
	"github.com/vitrine-go/vitrine/live"
)

// TestMain is the command itself when a test starts its own binary anew.
func TestMain(m *testing.M) {
	if os.Getenv("VITRINE_TEST_COMMAND") != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		os.Exit(cli.Run(ctx, os.Args[1:], os.Getenv, cli.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	os.Exit(m.Run())
}

// process is vitrine serve in a process of its own, behind a network that can fail.
type process struct {
	t     testing.TB
	dir   string
	args  []string
	addr  string
	token string
	cmd   *exec.Cmd
	net   *netfault.Proxy
}

func startProcess(t testing.TB, args ...string) *process {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, dir: filepath.Join(t.TempDir(), "data"), args: args, addr: l.Addr().String()}
	_ = l.Close()
	if p.net, err = netfault.New(p.addr); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.kill()
		p.net.Close()
	})
	p.start()
	text, err := os.ReadFile(filepath.Join(p.dir, "admin.token"))
	if err != nil {
		t.Fatal(err)
	}
	p.token = strings.TrimSpace(string(text))
	return p
}

// start returns when the server takes connections.
func (p *process) start() {
	p.t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"serve", "--data", p.dir, "--addr", p.addr, "--rate", "100000",
		"--public-url", "http://" + p.net.Addr() + "/"}, p.args...)...)
	cmd.Env = append(os.Environ(), "VITRINE_TEST_COMMAND=1")
	var messages strings.Builder
	cmd.Stderr = &messages
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = cmd
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		_ = cmd.Wait()
		p.t.Fatalf("the server does not start: %s", messages.String())
	}
	go func() {
		for lines.Scan() {
		}
	}()
}

func (p *process) kill() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// stop ends it in order.
func (p *process) stop() {
	p.signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
	p.cmd = nil
}

// client goes through the network that fails; direct does not.
func (p *process) client() *live.Client { return newClient(p.net.Addr(), p.token) }
func (p *process) direct() *live.Client { return newClient(p.addr, p.token) }

func newClient(addr, token string) *live.Client {
	return &live.Client{
		URL: fmt.Sprint("http://", addr), Token: token, Silence: 3 * time.Second,
		HTTP:    &http.Client{Transport: &http.Transport{DisableKeepAlives: true, ResponseHeaderTimeout: 3 * time.Second}},
		Backoff: live.Backoff{Min: 10 * time.Millisecond, Max: 200 * time.Millisecond},
	}
}
