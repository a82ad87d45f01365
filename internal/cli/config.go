package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/catalogue/resolve"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/report"
)

// configure reads the configuration and lays the flags over it: what a flag says counts,
// then what the file says, then the default.
func (t *tool) configure(o *options) (*config.Config, error) {
	c, err := t.readConfig(o.config, o.dir)
	if err != nil {
		return nil, err
	}
	if c.Checks != "" && !o.given["checks"] {
		o.checks = c.Checks
	}
	if c.Confidence != "" && !o.given["confidence"] {
		o.confidence = string(c.Confidence)
	}
	if !o.given["tests"] {
		o.tests = c.Tests
	}
	if !o.given["tags"] {
		o.tags = c.Tags
	}
	return c, nil
}

// readConfig reads the file that the flag names, or the one that is found from dir on.
// Without any it gives the configuration that says nothing.
func (t *tool) readConfig(file, dir string) (*config.Config, error) {
	switch file {
	case "off":
		return &config.Config{}, nil
	case "":
		found, err := config.Find(dir)
		if err != nil {
			return nil, err
		}
		if found == "" {
			return &config.Config{}, nil
		}
		file = found
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	return config.Read(path, report.Shorten(workDir(), path), t.configurable())
}

// configurable lists the rules as the configuration sees them.
func (t *tool) configurable() []config.Rule {
	var out []config.Rule
	for _, r := range t.rules(analyzers.Config{}) {
		out = append(out, config.Rule{Info: r.Info, Options: r.Options})
	}
	for _, info := range t.infos()[len(out):] {
		out = append(out, config.Rule{Info: info})
	}
	return out
}

// checkSymbols refuses models and statements that speak of what is not there.
func (t *tool) checkSymbols(ctx context.Context, c *config.Config, o options) ([]config.Note, error) {
	return c.CheckSymbols(ctx, resolve.Query{Dir: o.dir, Env: t.Vars, Tags: o.tags}, o.patterns)
}

// runChecked runs the analysis, and beside it the check of what the configuration names,
// which takes as long as a run that finds all in the cache. Where a symbol is wrong nobody is
// to see the answer, so that there is none.
func (t *tool) runChecked(ctx context.Context, o options, c *config.Config, opts driver.Options, run runner) (*driver.Result, []config.Note, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		notes []config.Note
		err   error
	}
	checked := make(chan answer, 1)
	go func() {
		notes, err := t.checkSymbols(ctx, c, o)
		if err != nil {
			cancel()
		}
		checked <- answer{notes, err}
	}()
	res, err := run(ctx, opts)
	names := <-checked
	if names.err != nil {
		return nil, nil, names.err
	}
	return res, names.notes, err
}

// verifyFlags binds the flags of resilint config verify.
func verifyFlags(o *options) *flag.FlagSet {
	fs := flag.NewFlagSet("resilint config verify", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.dir, "C", "", "work in `DIR`")
	return fs
}

// configCommand is the command resilint config.
func (t *tool) configCommand(ctx context.Context, args []string) int {
	if len(args) == 0 || args[0] != "verify" {
		t.complain("write resilint config verify [FILE]")
		return exitTrouble
	}
	o := options{patterns: []string{"./..."}}
	fs := verifyFlags(&o)
	if err := fs.Parse(args[1:]); err != nil || fs.NArg() > 1 {
		t.complain("write resilint config verify [-C DIR] [FILE]")
		return exitTrouble
	}
	o.config = fs.Arg(0)
	c, err := t.configure(&o)
	if err != nil {
		t.complainAll(err)
		return exitTrouble
	}
	if c.Path == "" {
		t.complain("there is no %s in the module's folder or above it", strings.Join(config.Names, " or "))
		return exitTrouble
	}
	notes, err := t.checkSymbols(ctx, c, o)
	for _, note := range notes {
		t.complain("%s", note.Text)
	}
	if err != nil {
		t.complainAll(err)
		return exitTrouble
	}
	fmt.Fprintf(t.Stdout, "%s: ok\n", report.Shorten(workDir(), c.Path))
	return exitClean
}

// complainAll writes a line for each line of err.
func (t *tool) complainAll(err error) {
	for line := range strings.Lines(err.Error()) {
		t.complain("%s", strings.TrimRight(line, "\n"))
	}
}
