package cli_test

import (
	"bytes"
	"context"
	"os"
	"os/signal"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/internal/cli"
)

// TestMain runs the command itself when a test starts its own binary anew.
func TestMain(m *testing.M) {
	if os.Getenv("VITRINE_TEST_COMMAND") != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		os.Exit(cli.Run(ctx, os.Args[1:], os.Getenv, cli.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	os.Exit(m.Run())
}

// run runs one command.
func run(t *testing.T, in string, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = cli.Run(t.Context(), args, func(string) string { return "" }, cli.Stdio{In: strings.NewReader(in), Out: &o, Err: &e})
	return o.String(), e.String(), code
}
