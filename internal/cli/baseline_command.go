package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/baseline"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/replace"
	"github.com/resilint/resilint/internal/report"
)

var verbs = []string{"write", "check", "prune"}

// baselineFlags binds the flags of resilint baseline, which are the main command's where they
// have a meaning here.
func baselineFlags(o *options) *flag.FlagSet {
	fs, main := flag.NewFlagSet("baseline", flag.ContinueOnError), o.define()
	fs.SetOutput(io.Discard) // errors are printed by the caller
	fs.Usage = func() {}
	for _, name := range []string{"C", "config", "checks", "confidence", "tests", "tags", "cache", "v"} {
		f := main.Lookup(name)
		fs.Var(f.Value, name, f.Usage)
	}
	fs.StringVar(&o.baseline, "baseline", "", "the baseline's `FILE`; else "+config.BaselineName+" in the module's folder or above")
	fs.BoolVar(&o.force, "force", false, "write: take the place of a file that is there")
	return fs
}

// baselineCommand is the command resilint baseline.
func (t *tool) baselineCommand(ctx context.Context, args []string) int {
	var o options
	fs := baselineFlags(&o)
	if asksHelp(args) {
		baselineUsage(t.Stdout)
		return exitClean
	}
	if len(args) == 0 || !slices.Contains(verbs, args[0]) {
		t.complain("write resilint baseline write, check or prune; -h says what they do")
		return exitTrouble
	}
	verb, err := args[0], fs.Parse(args[1:])
	if errors.Is(err, flag.ErrHelp) {
		baselineUsage(t.Stdout)
		return exitClean
	}
	if err == nil {
		err = o.finish(fs, verb)
	}
	if err != nil {
		t.complain("baseline %s: %v", verb, err)
		t.complain("write for instance resilint baseline %s ./..., or -h for the flags", verb)
		return exitTrouble
	}
	cfg, ask, err := t.prepare(ctx, &o)
	if err != nil {
		t.complainAll(err)
		return exitTrouble
	}
	run := map[string]func(options, *config.Config, func(options) (*answer, error)) (int, error){
		"write": t.baselineWrite, "check": t.baselineCheck, "prune": t.baselinePrune,
	}[verb]
	code, err := run(o, cfg, ask)
	if err != nil {
		t.complainAll(err)
		return exitTrouble
	}
	return code
}

// finish checks the flags and takes the packages. Where none are named they are all of the
// module, since a baseline is a module's, or of the modules where a workspace is around them.
func (o *options) finish(fs *flag.FlagSet, verb string) (err error) {
	o.given = map[string]bool{}
	fs.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	switch {
	case o.baseline == "off":
		return errors.New("-baseline off leaves nothing to do; name a file")
	case o.force && verb != "write":
		return errors.New("-force is for write alone")
	case finding.Confidence(o.confidence).Rank() > finding.Low.Rank():
		return unknownConfidence(o.confidence)
	case fs.NArg() == 0:
		o.dir, err = config.ModuleRoot(o.dir)
		o.patterns = []string{"./..."}
		if !isFile(o.dir, "go.mod") && isFile(o.dir, "go.work") {
			o.patterns = []string{"work"}
		}
		return err
	}
	o.patterns, err = patterns(fs.Args())
	return err
}

func isFile(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && info.Mode().IsRegular()
}

// baselineWrite writes what is found now. It never writes part of an answer, and what this run
// has not looked for stays where a file is there already.
func (t *tool) baselineWrite(o options, cfg *config.Config, ask func(options) (*answer, error)) (int, error) {
	k, err := t.toWrite(o, cfg)
	if err != nil {
		return exitTrouble, err
	}
	if k.file != nil {
		o.base = k
		if tags := baseline.Tags(o.tags); tags != k.file.Tags {
			return exitTrouble, fmt.Errorf("%s was written with -tags %s; use the same, or take the file away", k.name, quoteEmpty(k.file.Tags))
		}
	}
	a, err := ask(o)
	if err != nil {
		return exitTrouble, err
	}
	if !t.isWhole(a, o, cfg, k) {
		return exitTrouble, nil
	}
	found := a.shown
	if a.known != nil {
		found = append(slices.Clone(found), a.known.Known...)
	}
	b := baseline.Of(found, o.tags, k.rel)
	kept := 0
	if a.known != nil {
		b.Add(a.known.Unasked)
		b.Add(a.known.Unjudged)
		kept = total(a.known.Unasked) + total(a.known.Unjudged)
	}
	if err := writeBaseline(k, b); err != nil {
		return exitTrouble, err
	}
	fmt.Fprintf(t.Stdout, "%s: wrote %s\n", k.name, count(len(found), "finding"))
	if kept > 0 {
		fmt.Fprintf(t.Stdout, "%s: kept %s that this run did not look for\n", k.name, entries(kept))
	}
	return exitClean, nil
}

// toWrite is the file to write, with what it holds where it is there.
func (t *tool) toWrite(o options, cfg *config.Config) (*knownFile, error) {
	if o.baseline == "" && cfg.Baseline == "off" {
		return nil, fmt.Errorf("%s says that there is no baseline; name one with -baseline FILE", cfg.At["baseline"])
	}
	path, _, err := baselinePath(o, cfg)
	if err != nil {
		return nil, err
	}
	if path == "" {
		if path, err = newBaseline(o, cfg); err != nil {
			return nil, err
		}
	}
	k := newKnownFile(path)
	if err := canWrite(path); err != nil {
		return nil, err
	}
	// A repository is not to choose where on its reader's disk a file is made.
	if o.baseline == "" && cfg.Baseline != "" && !within(filepath.Dir(cfg.Path), filepath.Dir(path)) {
		return nil, fmt.Errorf("%s names a file outside the folder of the configuration, %s; to write it there, name it with -baseline", cfg.At["baseline"], k.name)
	}
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return k, nil
	case err != nil:
		return nil, fmt.Errorf("the baseline cannot be read: %w", err)
	case !o.force:
		return nil, fmt.Errorf("%s is there already; resilint baseline prune takes away what is fixed, and -force writes the file anew", k.name)
	}
	if k.file, err = baseline.Parse(k.name, data); err != nil {
		return nil, fmt.Errorf("%w\ntake %s away to write it anew", err, k.name)
	}
	return k, nil
}

// newBaseline is where a baseline is written that nobody has named: beside the configuration,
// where that is the module's, else beside go.mod.
func newBaseline(o options, cfg *config.Config) (string, error) {
	root, err := config.ModuleRoot(o.dir)
	if err != nil {
		return "", err
	}
	if cfg.Path != "" {
		dir := filepath.Dir(cfg.Path)
		if rel, err := filepath.Rel(dir, root); err == nil && filepath.IsLocal(rel) {
			root = dir
		}
	}
	return filepath.Join(root, config.BaselineName), nil
}

// baselineCheck says where the baseline and the code differ.
func (t *tool) baselineCheck(o options, cfg *config.Config, ask func(options) (*answer, error)) (int, error) {
	a, err := t.withBaseline(&o, cfg, ask)
	if err != nil {
		return exitTrouble, err
	}
	in := t.input(a, o)
	in.Verbose = o.verbose || isTerminal(t.Stdout)
	if err := report.Formats()[0].Write(t.Stdout, in); err != nil {
		return exitTrouble, err
	}
	for _, line := range changes(a.known) {
		fmt.Fprintln(t.Stdout, line)
	}
	t.tellRun(a, cfg, o.verbose)
	differs := len(a.shown) > 0 || len(a.known.Gone) > 0
	if parts := changed(a.known); parts != "" {
		t.complain("%s: %s; run resilint baseline prune", o.base.name, parts)
	}
	if n := len(a.shown); n > 0 {
		t.complain("%s: %s not in it", o.base.name, count(n, "finding"))
	}
	switch {
	case len(a.res.Problems) > 0:
		return exitTrouble, nil
	case differs:
		return exitFindings, nil
	}
	return exitClean, nil
}

// baselinePrune takes away what no longer occurs, and adds nothing.
func (t *tool) baselinePrune(o options, cfg *config.Config, ask func(options) (*answer, error)) (int, error) {
	a, err := t.withBaseline(&o, cfg, ask)
	if err != nil {
		return exitTrouble, err
	}
	if !t.isWhole(a, o, cfg, o.base) {
		return exitTrouble, nil
	}
	lines := changes(a.known)
	if len(lines) == 0 {
		fmt.Fprintf(t.Stdout, "%s: nothing to take away\n", o.base.name)
	} else {
		pruned := o.base.file.Prune(a.known)
		if err := writeBaseline(o.base, pruned); err != nil {
			return exitTrouble, err
		}
		for _, line := range lines {
			fmt.Fprintln(t.Stdout, line)
		}
		fmt.Fprintf(t.Stdout, "%s: %s; %s left\n", o.base.name, changed(a.known), count(pruned.Len(), "finding"))
	}
	if n := total(a.known.Unjudged); n > 0 {
		t.complain("%s: %s not looked for and kept: %s", o.base.name, entries(n), whyUnjudged(a, o))
	}
	return exitClean, nil
}

// withBaseline asks, with the baseline that has to be there.
func (t *tool) withBaseline(o *options, cfg *config.Config, ask func(options) (*answer, error)) (*answer, error) {
	var err error
	if o.base, err = t.readBaseline(*o, cfg); err != nil {
		return nil, err
	}
	if o.base == nil {
		return nil, fmt.Errorf("there is no %s in the module's folder or above; resilint baseline write makes it", config.BaselineName)
	}
	return ask(*o)
}

// isWhole says what a run could not do, and whether its answer is good enough to write.
func (t *tool) isWhole(a *answer, o options, cfg *config.Config, k *knownFile) bool {
	t.tellRun(a, cfg, o.verbose)
	if len(a.res.Problems) == 0 {
		return true
	}
	t.complain("%s is left as it was: only a whole answer is written", k.name)
	return false
}

func writeBaseline(k *knownFile, b *baseline.Baseline) error {
	err := replace.File(k.path, func(w io.Writer) error {
		_, err := w.Write(b.Encode())
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", k.name, err)
	}
	return nil
}

func baselineUsage(w io.Writer) {
	fmt.Fprint(w, strings.ReplaceAll(`resilint baseline keeps the findings that a project knows, so that only new ones are shown.

Usage:

	resilint baseline write [flags] [packages]   write what is found now
	resilint baseline check [flags] [packages]   exit with 1 where code and baseline differ
	resilint baseline prune [flags] [packages]   take away what no longer occurs

Without packages it is the whole module. The file is NAME beside go.mod
or .resilint.yml. It exits with 2 where something could not be done, and writes nothing then.

Flags:

`, "NAME", config.BaselineName))
	var o options
	fs := baselineFlags(&o)
	fs.SetOutput(w)
	fs.PrintDefaults()
}
