package cli

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/directives"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/suppress"
)

// analyse is the main command.
func (t *tool) analyse(ctx context.Context, o options) int {
	wanted, err := parseChecks(o.checks, t.infos())
	if err != nil {
		t.complain("%v", err)
		return exitTrouble
	}
	salt, err := binaryID()
	if err != nil {
		t.complain("cannot tell which binary this is, so the cache stays unused: %v", err)
		o.cache = "off"
	}
	start := time.Now()
	progress := newProgress(t.Stderr, start)
	opts := t.driverOptions(o, salt)
	opts.Progress = progress.update
	res, err := t.run(ctx, opts)
	progress.clear()
	if err != nil {
		t.complain("%v", err)
		return exitTrouble
	}
	shown := t.show(res, o, wanted)
	if err := t.write(shown, o); err != nil {
		t.complain("%v", err)
		return exitTrouble
	}
	for _, warning := range res.Warnings {
		t.complain("warning: %s", warning)
	}
	t.tellProblems(res)
	if o.verbose {
		t.complain("packages asked for %d, analysed anew %d, loaded for their types %d; findings %d; %v",
			res.Stats.Packages, res.Stats.Analysed, res.Stats.External, len(shown),
			time.Since(start).Round(10*time.Millisecond))
	}
	return exitCode(res, shown)
}

// driverOptions are the driver's. All rules run, whatever was asked for: what is not
// asked for is left out of the report, and the cache stays good for the next question.
func (t *tool) driverOptions(o options, salt string) driver.Options {
	all := []*analysis.Analyzer{directives.Analyzer}
	for _, r := range t.rules {
		all = append(all, r.New())
	}
	opts := driver.Options{
		Dir:       o.dir,
		Patterns:  o.patterns,
		Tests:     o.tests,
		Tags:      o.tags,
		Env:       t.Vars,
		Analyzers: all,
		Salt:      salt,
	}
	switch cache := cmp.Or(o.cache, t.getenv("RESILINT_CACHE")); cache {
	case "off":
		opts.NoCache = true
	default:
		opts.CacheDir = cache
	}
	return opts
}

// show gives the findings that are asked for and that no comment silences.
func (t *tool) show(res *driver.Result, o options, wanted checks) []finding.Finding {
	var codes []string
	for _, info := range t.infos() {
		codes = append(codes, info.Codes()...)
	}
	left := suppress.Apply(&res.Set, suppress.Config{
		Codes:   codes,
		Enabled: wanted.enabled,
		Partial: len(res.Problems) > 0,
	})
	least := finding.Confidence(o.confidence).Rank()
	return slices.DeleteFunc(left, func(f finding.Finding) bool {
		return !wanted.enabled(f.Code) || f.Confidence.Rank() > least
	})
}

func (t *tool) write(shown []finding.Finding, o options) error {
	format, _ := report.Lookup(o.format) // parseFlags has seen to it
	return format.Write(t.Stdout, report.Input{
		Findings: shown,
		Dir:      workDir(),
		Verbose:  o.verbose || isTerminal(t.Stdout),
		ReadFile: os.ReadFile,
	})
}

// tellProblems says what could not be done, and of how many packages the answer is so
// not whole.
func (t *tool) tellProblems(res *driver.Result) {
	dir := workDir()
	pkgs := map[string]bool{}
	for _, p := range res.Problems {
		var parts []string
		for _, s := range []string{p.Pkg, report.Shorten(dir, p.Pos), p.Message} {
			if s != "" {
				parts = append(parts, s)
			}
		}
		t.complain("%s", strings.Join(parts, ": "))
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

// workDir is the folder that names are shown relative to; without it they are longer.
func workDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

func exitCode(res *driver.Result, shown []finding.Finding) int {
	switch {
	case len(res.Problems) > 0:
		return exitTrouble
	case len(shown) > 0:
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
