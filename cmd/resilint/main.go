// Command resilint finds, in Go source, where one slow dependency can bring a whole
// service down. Run resilint -h for its flags; package cli holds all that it does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/resilint/resilint/internal/cli"
)

func main() {
	os.Exit(run())
}

// run is apart from main so that stop is called before the process ends.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return cli.Main(ctx, os.Args[1:], cli.Env{Stdout: os.Stdout, Stderr: os.Stderr, Vars: os.Environ()})
}
