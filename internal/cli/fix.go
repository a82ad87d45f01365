package cli

import (
	"fmt"
	"io"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/fix"
	"github.com/resilint/resilint/internal/report"
)

// repair makes the fixes of what is shown and gives the answer for what is then there, or
// prints what it would change. Where files have changed it asks again: lines have moved, and
// whether a fault is gone is for the rules to say.
func (t *tool) repair(a *answer, o options, again func() (*answer, error)) (*answer, error) {
	plan := fix.Make(a.shown, a.res.Sums, fix.ReadFile)
	dir := workDir()
	if o.diff {
		for _, f := range plan.Files {
			text := f.Diff(report.Shorten(dir, f.Name))
			if isTerminal(t.Stdout) { // elsewhere it must apply as it stands
				text = report.PrintableLines(text)
			}
			if _, err := io.WriteString(t.Stdout, text); err != nil {
				return nil, err
			}
		}
		t.tellLeft(plan, dir)
		return a, nil
	}
	failed := map[string]bool{}
	for _, f := range plan.Files {
		if err := f.Write(); err != nil {
			t.complain("%v", err)
			failed[f.Name] = true
		}
	}
	fixed := 0
	for _, f := range plan.Fixed {
		if !touches(f, failed) {
			t.complain("fixed: %s", named(f, dir))
			fixed++
		}
	}
	t.tellLeft(plan, dir)
	if len(failed) == len(plan.Files) {
		a.failed = len(failed) > 0
		return a, nil
	}
	t.complain("fixed %s in %s", count(fixed, "finding"), count(len(plan.Files)-len(failed), "file"))
	left, err := again()
	if err != nil {
		return nil, err
	}
	left.failed = len(failed) > 0
	return left, nil
}

// touches tells whether the fix changes one of the files.
func touches(f finding.Finding, files map[string]bool) bool {
	for _, e := range f.Fix.Edits {
		if files[e.File] {
			return true
		}
	}
	return false
}

// tellLeft says which fixes are not made, and why.
func (t *tool) tellLeft(plan *fix.Plan, dir string) {
	for _, l := range plan.Left {
		t.complain("not fixed: %s: %s", named(l.Finding, dir), l.Why)
	}
}

// named is a finding's place, its fix and its code.
func named(f finding.Finding, dir string) string {
	at := f.Location
	return fmt.Sprintf("%s:%d:%d: %s (%s)", report.Shorten(dir, at.File), at.Line, at.Column, f.Fix.Message, f.Code)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
