// Command genplanx turns office requests into proved plans and runs them.
//
// It owns nothing but the process: arguments, streams and the exit code. In:
// the command line. Out: text and an exit code. Start reading at cmd/internal/cli.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"genplanx/cmd/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(int(cli.Main(ctx, os.Args[1:], cli.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv})))
}
