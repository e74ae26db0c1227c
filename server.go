// Command vitrine shows what the tools of agents returned: in a page, live or from files, and on the command line.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/vitrine-go/vitrine/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	code := cli.Run(ctx, os.Args[1:], os.Getenv, cli.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}
