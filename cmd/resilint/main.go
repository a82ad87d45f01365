// Command resilint finds, in Go source, where one slow dependency can bring a whole
// service down. Run resilint -h for its flags; package cli holds all that it does.
//
// Where the go command runs it, as in go vet -vettool=$(which resilint) ./..., it speaks
// the protocol of such tools instead.
package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/resilint/resilint/internal/cli"
	"github.com/resilint/resilint/internal/doors"
	"github.com/resilint/resilint/internal/heap"
)

func main() {
	if doors.ForVet(os.Args[1:]) {
		unitchecker.Main(doors.Vet(flag.CommandLine)...) // ends the process
	}
	heap.Tune()
	os.Exit(run())
}

// run is apart from main so that stop is called before the process ends.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return cli.Main(ctx, os.Args[1:], cli.Env{Stdout: os.Stdout, Stderr: os.Stderr, Vars: os.Environ()})
}
