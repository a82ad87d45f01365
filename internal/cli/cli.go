// Package cli is the command line: flags, commands, exit codes and what goes to which
// stream. It feeds the driver and hands its answer to package report.
//
// It judges no code and knows no format. All it reads and writes besides the analysed
// program comes in through Env, so that a test sees what a user sees.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/suppress"
)

// The exit codes.
const (
	exitClean    = 0 // nothing found
	exitFindings = 1 // something found
	exitTrouble  = 2 // something could not be done, so that the answer is not whole
)

// Env is the world of a run.
type Env struct {
	Stdout, Stderr io.Writer
	Vars           []string // environment variables, as os.Environ gives them
}

// Main runs the command with its arguments, the program's name left out, and gives the
// exit code.
func Main(ctx context.Context, args []string, env Env) int {
	t := tool{Env: env, rules: analyzers.New, run: driver.Run}
	return t.main(ctx, args)
}

// A tool is the command with what it works on, which tests replace.
type tool struct {
	Env
	rules func(analyzers.Config) []analyzers.Rule
	run   runner
}

type runner = func(context.Context, driver.Options) (*driver.Result, error)

func (t *tool) main(ctx context.Context, args []string) int {
	if asksHelp(args) {
		t.usage(t.Stdout)
		return exitClean
	}
	if c, ok := t.command(args); ok {
		if c.brief && asksHelp(args[1:]) {
			fmt.Fprintf(t.Stdout, "resilint %s: %s\n", c.usage, c.complete.About)
			return exitClean
		}
		return c.run(ctx, args[1:])
	}
	o, err := parseFlags(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		t.usage(t.Stdout)
		return exitClean
	case err != nil:
		t.complain("%v", err)
		t.usage(t.Stderr)
		return exitTrouble
	case o.version:
		fmt.Fprintln(t.Stdout, version())
		return exitClean
	case o.list:
		return t.list()
	}
	return t.analyse(ctx, o)
}

// infos describes all that can be reported: the rules, and what is wrong with comments
// that silence them.
func (t *tool) infos() []rule.Info {
	var out []rule.Info
	for _, r := range t.rules(analyzers.Config{}) {
		out = append(out, r.Info)
	}
	return append(out, suppress.Info())
}

// complain writes a line to stderr. What it quotes may come from the analysed program.
func (t *tool) complain(format string, args ...any) {
	fmt.Fprintf(t.Stderr, "resilint: %s\n", report.PrintableLines(fmt.Sprintf(format, args...)))
}
