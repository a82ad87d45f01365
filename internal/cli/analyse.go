package cli

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/baseline"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/directives"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/suppress"
)

// analyse is the main command.
func (t *tool) analyse(ctx context.Context, o options) int {
	start := time.Now()
	if err := o.outputs.writable(); err != nil {
		t.complainAll(err)
		return exitTrouble
	}
	cfg, ask, err := t.prepare(ctx, &o)
	if err == nil {
		o.base, err = t.readBaseline(o, cfg)
	}
	if err != nil {
		t.complainAll(err)
		return exitTrouble
	}
	again := func() (*answer, error) { return ask(o) }
	a, err := again()
	if err == nil && (o.fix || o.diff) {
		a, err = t.repair(a, o, again)
	}
	if err != nil {
		t.complainAll(err)
		t.hintCommand(o.patterns)
		return exitTrouble
	}
	if !o.diff {
		if err := t.writeAll(a, o); err != nil {
			t.complainAll(err)
			a.failed = true
		}
	}
	t.tellRun(a, cfg, o.verbose)
	t.tellSince(a, o)
	t.tellBaseline(a, o)
	if len(a.res.Problems) > 0 {
		t.hintCommand(o.patterns)
	}
	if o.verbose {
		list := "go list not run"
		if a.res.Stats.Asked {
			list = "go list run"
		}
		t.complain("packages asked for %d, analysed anew %d, loaded for their types %d; %s; findings %d; %v",
			a.res.Stats.Packages, a.res.Stats.Analysed, a.res.Stats.External, list, len(a.shown),
			time.Since(start).Round(10*time.Millisecond))
	}
	return a.exitCode()
}

// prepare reads the configuration into o, and gives a function that asks the driver.
func (t *tool) prepare(ctx context.Context, o *options) (*config.Config, func(options) (*answer, error), error) {
	cfg, err := t.configure(o)
	if err != nil {
		return nil, nil, err
	}
	wanted, err := config.ParseChecks(o.checks, t.infos())
	if err != nil {
		return nil, nil, err
	}
	salt, err := binaryID()
	if err != nil {
		t.complain("cannot tell which binary this is, so the cache stays unused: %v", err)
		o.cache = "off"
	}
	opts, err := t.driverOptions(*o, cfg, salt)
	if err != nil {
		return nil, nil, err
	}
	return cfg, func(o options) (*answer, error) { return t.answer(ctx, o, cfg, opts, wanted) }, nil
}

// tellRun says what went wrong, and what of the configuration is likely to be.
func (t *tool) tellRun(a *answer, cfg *config.Config, verbose bool) {
	for _, warning := range a.res.Warnings {
		t.complain("warning: %s", warning)
	}
	t.tellProblems(a.res)
	t.tellConfig(cfg, a.notes, verbose)
}

// An answer is what a run of the driver comes to.
type answer struct {
	res      *driver.Result
	notes    []config.Note
	shown    []finding.Finding
	silenced []report.Silenced
	since    *since            // where only what is new was asked for
	known    *baseline.Match   // what the baseline has of it; nil where there is none
	left     []finding.Finding // what -since leaves out of the lists above
	failed   bool              // something besides the analysis could not be done, and that was said
}

// answer runs the driver.
func (t *tool) answer(ctx context.Context, o options, cfg *config.Config, opts driver.Options, wanted config.Checks) (*answer, error) {
	progress := newProgress(t.Stderr, time.Now())
	opts.Progress = progress.update
	run, past := t.run, (*past)(nil)
	if o.given["since"] {
		past = newPast(o)
		defer past.close()
		run = past.runner(o, t.Vars, progress)
	}
	res, notes, err := t.runChecked(ctx, o, cfg, opts, run)
	progress.clear()
	if err != nil {
		return nil, err
	}
	a := &answer{res: res, notes: notes}
	shown, silenced, hidden := t.show(res, o, cfg, wanted)
	a.shown, a.silenced = shown, silenced
	if past != nil {
		a.since = past.leaveOut(a, func(res *driver.Result) ([]finding.Finding, []report.Silenced) {
			shown, silenced, _ := t.show(res, o, cfg, wanted)
			return shown, silenced
		})
	}
	t.leaveOut(a, baseline.Run{Shown: freshLast(shown, a.shown), Silenced: bare(silenced), Hidden: hidden}, o, cfg, wanted)
	a.left = a.leftOf(slices.Concat(shown, bare(silenced)))
	return a, nil
}

// driverOptions are the driver's. All rules run, whatever was asked for: what is not
// asked for is left out of the report, and the cache stays good for the next question.
func (t *tool) driverOptions(o options, cfg *config.Config, salt string) (driver.Options, error) {
	key, err := cfg.Key()
	if err != nil {
		return driver.Options{}, err
	}
	all := []*analysis.Analyzer{directives.Analyzer, owner.Faults}
	for _, r := range t.rules(analyzers.Config{Catalogue: cfg.Catalogue(), Options: cfg.Options, Stated: cfg.Stated}) {
		all = append(all, r.New())
	}
	opts := driver.Options{
		Dir:       o.dir,
		Patterns:  o.patterns,
		Tests:     o.tests,
		Tags:      o.tags,
		Env:       t.Vars,
		Analyzers: all,
		Salt:      salt + key,
	}
	switch cache := cmp.Or(o.cache, t.getenv("RESILINT_CACHE")); cache {
	case "off":
		opts.NoCache = true
	default:
		opts.CacheDir = cache
	}
	return opts, nil
}

// show gives the findings that are asked for and that no comment silences, those that one
// does, and those that are not asked for.
func (t *tool) show(res *driver.Result, o options, cfg *config.Config, wanted config.Checks) (_ []finding.Finding, _ []report.Silenced, hidden []finding.Finding) {
	var codes []string
	for _, info := range t.infos() {
		codes = append(codes, info.Codes()...)
	}
	left, silenced := suppress.Split(&res.Set, suppress.Config{
		Codes:   codes,
		Enabled: wanted.Enabled,
		Partial: len(res.Problems) > 0,
	})
	least := finding.Confidence(o.confidence).Rank()
	excluded := cfg.Excluder()
	unasked := func(f finding.Finding) bool {
		return !wanted.Enabled(f.Code) || f.Confidence.Rank() > least || excluded(f.Location.File)
	}
	var quiet []report.Silenced
	for _, s := range silenced {
		if unasked(s.Finding) {
			hidden = append(hidden, s.Finding)
			continue
		}
		cfg.Apply(&s.Finding)
		q := report.Silenced{Finding: s.Finding}
		for _, c := range s.By {
			q.By = append(q.By, report.Comment(c))
		}
		quiet = append(quiet, q)
	}
	left = slices.DeleteFunc(left, func(f finding.Finding) bool {
		if unasked(f) {
			hidden = append(hidden, f)
			return true
		}
		return false
	})
	for i := range left {
		cfg.Apply(&left[i])
	}
	return left, quiet, hidden
}

// input is the answer as formats take it.
func (t *tool) input(a *answer, o options) report.Input {
	var problems []report.Problem
	for _, p := range a.res.Problems {
		problems = append(problems, report.Problem(p))
	}
	in := report.Input{
		Findings: a.shown,
		Left:     a.left,
		Silenced: a.silenced,
		Problems: problems,
		Warnings: a.res.Warnings,
		Dir:      workDir(),
		Root:     sourceRoot(o.dir),
		Rules:    t.infos(),
		Version:  moduleVersion(),
		ReadFile: os.ReadFile,
	}
	if a.known != nil {
		in.Known, in.Baseline = a.known.Known, o.base.seenFrom(in.Root)
		in.Outdated = changes(a.known)
	}
	return in
}

// tellConfig says which models are likely to be mistakes, and with -v which configuration
// was used and what of it could not be checked.
func (t *tool) tellConfig(cfg *config.Config, notes []config.Note, verbose bool) {
	switch {
	case !verbose:
	case cfg.Path == "":
		t.complain("configuration: none")
	default:
		t.complain("configuration: %s", cfg.Path)
	}
	for _, note := range notes {
		switch {
		case note.Warn:
			t.complain("warning: %s", note.Text)
		case verbose:
			t.complain("%s", note.Text)
		}
	}
}

// tellProblems says what could not be done, and of how many packages the answer is so
// not whole.
func (t *tool) tellProblems(res *driver.Result) {
	pkgs := map[string]bool{}
	for _, p := range res.Problems {
		t.complain("%s", problemLine(p))
		if p.Pkg != "" {
			pkgs[p.Pkg] = true
		}
	}
	switch n := len(pkgs); {
	case len(res.Problems) == 0:
	case n == 0:
		t.complain("the answer is not whole")
	case n == 1:
		t.complain("the answer is not whole: 1 package was skipped or analysed in part")
	default:
		t.complain("the answer is not whole: %d packages were skipped or analysed in part", n)
	}
}

func problemLine(p driver.Problem) string {
	var parts []string
	for _, s := range []string{p.Pkg, report.Shorten(workDir(), p.Pos), p.Message} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}

// workDir is the folder that names are shown relative to; without it they are longer.
func workDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

func (a *answer) exitCode() int {
	switch {
	case a.failed || len(a.res.Problems) > 0 || a.since.partial():
		return exitTrouble
	case len(a.shown) > 0:
		return exitFindings
	}
	return exitClean
}

// getenv reads a variable; the last of equal names counts, as in os/exec.
func (t *tool) getenv(name string) string {
	for _, v := range slices.Backward(t.Vars) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}
