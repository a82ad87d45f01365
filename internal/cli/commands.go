package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/completion"
	"github.com/resilint/resilint/internal/nearest"
)

// A command is what a first argument may name, instead of packages.
type command struct {
	usage string // its line in the help text; empty where people are not to know of it
	brief bool   // that line and complete.About are all the help there is
	run   func(ctx context.Context, args []string) int
	// complete says what may follow; its Name is the command's.
	complete completion.Command
}

// commands lists them in the order of the help text. The dispatch, the help text and the
// completion of shells are made from it.
func (t *tool) commands() []command {
	return []command{
		{
			usage:    "baseline write|check|prune [flags] [packages]",
			run:      t.baselineCommand,
			complete: t.completeBaseline(),
		},
		{
			usage: "explain CODE",
			brief: true,
			run:   func(_ context.Context, args []string) int { return t.explain(args) },
			complete: completion.Command{
				Name: "explain", About: "show a check's page",
				Args: completion.Values{Words: t.codeWords},
			},
		},
		{
			usage: "config verify [FILE]",
			brief: true,
			run:   t.configCommand,
			complete: completion.Command{
				Name: "config", About: "check the configuration",
				Sub: []completion.Command{{
					Name: "verify", About: "check the configuration and what it names",
					Flags: func() *flag.FlagSet { return verifyFlags(&options{}) },
					Value: t.flagValues(nil), Args: completion.Values{Files: true},
				}},
			},
		},
		{
			usage: "map [flags] [packages]",
			run:   t.mapCommand,
			complete: completion.Command{
				Name: "map", About: "draw the dependencies of a program",
				Flags: func() *flag.FlagSet { return mapFlags(&options{}) },
				Value: t.flagValues(mapFormatWords), Args: packageValues(),
			},
		},
		{
			usage:    "size QUESTION [flags]",
			run:      func(_ context.Context, args []string) int { return t.size(args) },
			complete: t.completeSize(),
		},
		{
			usage: "completion SHELL",
			brief: true,
			run:   func(_ context.Context, args []string) int { return t.completion(args) },
			complete: completion.Command{
				Name: "completion", About: "write the script that completes command lines",
				Args: completion.Values{Words: shellWords},
			},
		},
		{
			run:      func(_ context.Context, args []string) int { return t.completeLine(args) },
			complete: completion.Command{Name: "__complete"},
		},
	}
}

// asksHelp tells whether the first argument asks how a command is used.
func asksHelp(args []string) bool {
	return len(args) > 0 && slices.Contains([]string{"-h", "--h", "-help", "--help", "help"}, args[0])
}

// command finds the one that the arguments name.
func (t *tool) command(args []string) (command, bool) {
	if len(args) == 0 {
		return command{}, false
	}
	for _, c := range t.commands() {
		if c.complete.Name == args[0] {
			return c, true
		}
	}
	return command{}, false
}

// hintCommand is for a run that failed: a first package without a slash or a dot may have
// been meant as a command.
func (t *tool) hintCommand(patterns []string) {
	if len(patterns) == 0 || strings.ContainsAny(patterns[0], "./\\") {
		return
	}
	var names []string
	for _, c := range t.commands() {
		if c.usage != "" {
			names = append(names, c.complete.Name)
		}
	}
	if near := nearest.Names(patterns[0], names); len(near) > 0 {
		t.complain("there is no command %q; did you mean %s?", patterns[0], strings.Join(near, " or "))
	}
}

// usageLines are the lines of the help text that say which commands there are.
func (t *tool) usageLines() string {
	var b strings.Builder
	for _, c := range t.commands() {
		if c.usage != "" {
			fmt.Fprintf(&b, "\tresilint %s\n", c.usage)
		}
	}
	return b.String()
}
