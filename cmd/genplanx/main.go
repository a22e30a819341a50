// Command genplanx turns office requests into proved plans and runs them.
//
// It owns nothing but the process: arguments, streams and the exit code. In:
// the command line. Out: text and an exit code. Start reading at cmd/internal/cli.
package main

import (
	"context"
	"os"
	"os/signal"

	"genplanx/cmd/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(int(cli.Main(ctx, os.Args[1:], cli.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv})))
}
