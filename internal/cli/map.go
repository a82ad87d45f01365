package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/inventory/write"
	"github.com/resilint/resilint/internal/passes"
	rows "github.com/resilint/resilint/internal/passes/inventory"
	"github.com/resilint/resilint/internal/report"
)

// mapFlags binds the flags of resilint map.
func mapFlags(o *options) *flag.FlagSet {
	fs := flag.NewFlagSet("map", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed by the caller
	fs.Usage = func() {}
	var formats []string
	for _, f := range write.Formats() {
		formats = append(formats, f.Name)
	}
	fs.StringVar(&o.dir, "C", "", "work in `DIR`")
	fs.StringVar(&o.config, "config", "", "read the configuration `FILE`, or off; else .resilint.yml of the module's folder or above")
	fs.StringVar(&o.format, "f", formats[0], "output `FORMAT`: "+strings.Join(formats, ", "))
	fs.StringVar(&o.tags, "tags", "", "build tags, a `LIST` with commas as go build takes it")
	fs.StringVar(&o.cache, "cache", "", "keep the cache in `DIR`, or off; else $RESILINT_CACHE, else the user's cache folder")
	return fs
}

// mapCommand is the command resilint map.
func (t *tool) mapCommand(ctx context.Context, args []string) int {
	var o options
	fs := mapFlags(&o)
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		mapUsage(t.Stdout)
		return exitClean
	}
	format, known := write.Lookup(o.format)
	switch {
	case err != nil:
	case !known:
		err = fmt.Errorf("unknown format %q; write one of %s", o.format, formatNames())
	default:
		o.patterns, err = patterns(fs.Args())
	}
	if err != nil {
		t.complain("map: %v", err)
		t.complain("write for instance resilint map ./..., or -h for the flags")
		return exitTrouble
	}
	o.given = map[string]bool{}
	fs.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	res, err := t.mapRows(ctx, o)
	if err != nil {
		t.complainAll(err)
		return exitTrouble
	}
	var text bytes.Buffer
	err = format.Write(&text, inventory.Join(seenFrom(workDir(), res.Set.Inventory)))
	if err == nil {
		_, err = io.WriteString(t.Stdout, report.PrintableLines(text.String()))
	}
	if err != nil {
		t.complain("%v", err)
		return exitTrouble
	}
	for _, warning := range res.Warnings {
		t.complain("warning: %s", warning)
	}
	t.tellProblems(res)
	if len(res.Problems) > 0 {
		return exitTrouble
	}
	return exitClean
}

// patterns are the packages that are asked for.
func patterns(args []string) ([]string, error) {
	for _, p := range args {
		if strings.HasPrefix(p, "-") {
			return nil, fmt.Errorf("flag %s must stand before the packages", p)
		}
	}
	if len(args) == 0 {
		return []string{"."}, nil
	}
	return args, nil
}

func formatNames() string {
	var out []string
	for _, f := range write.Formats() {
		out = append(out, f.Name)
	}
	return strings.Join(out, ", ")
}

// mapRows runs the analysis that writes the rows of the packages. It is no rule: nobody
// pays for it who does not ask for the map.
func (t *tool) mapRows(ctx context.Context, o options) (*driver.Result, error) {
	cfg, err := t.configure(&o)
	if err != nil {
		return nil, err
	}
	salt, err := binaryID()
	if err != nil {
		t.complain("cannot tell which binary this is, so the cache stays unused: %v", err)
		o.cache = "off"
	}
	opts, err := t.driverOptions(o, cfg, salt)
	if err != nil {
		return nil, err
	}
	opts.Analyzers = []*analysis.Analyzer{rows.New(passes.New(cmp.Or(cfg.Catalogue(), catalogue.Builtin()), cfg.Stated...))}
	opts.Tests = false
	res, _, err := t.runChecked(ctx, o, cfg, opts, t.run)
	return res, err
}

// seenFrom names the folders of the packages as seen from dir, where they are below it.
func seenFrom(dir string, pkgs []inventory.Package) []inventory.Package {
	for i := range pkgs {
		pkgs[i].Dir = filepath.ToSlash(report.Shorten(dir, pkgs[i].Dir))
	}
	return pkgs
}

func mapUsage(w io.Writer) {
	fmt.Fprint(w, `resilint map draws what reviewers draw by hand: the dependencies of a program, the
entry points that reach each, what stands between, and what they share.

Usage:

	resilint map [flags] [packages]

Packages are named as for go build; without any it is the one in the current folder.
It judges nothing: it exits with 0, and with 2 where the map is not whole.

Flags:

`)
	var o options
	fs := mapFlags(&o)
	fs.SetOutput(w)
	fs.PrintDefaults()
}
