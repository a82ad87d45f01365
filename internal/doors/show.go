package doors

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/suppress"
)

// show reports what one rule, whose codes begin with prefix, found and is to be shown, in
// the order of the source and without doubles, as the driver does.
func (c *choice) show(pass *analysis.Pass, prefix string, g *gathered, comments *finding.Set) {
	dirs := comments.Directives
	if c.leaveNolint {
		dirs = slices.DeleteFunc(slices.Clone(dirs), func(d finding.Directive) bool {
			return !strings.HasPrefix(d.Text, "//lint:")
		})
	}
	var shown []report
	for _, r := range g.reports {
		r = home(pass, r)
		if g.oneshot() && !r.finding.Anywhere {
			continue
		}
		if strings.HasPrefix(r.finding.Code, prefix) && c.wants(r) && !slices.ContainsFunc(r.finding.Unless, g.refuted) && !silenced(r.finding, dirs) {
			shown = append(shown, r)
		}
	}
	slices.SortStableFunc(shown, func(a, b report) int { return finding.Compare(a.finding, b.finding) })
	shown = slices.CompactFunc(shown, func(a, b report) bool {
		return a.finding.Location == b.finding.Location && a.diagnostic.Message == b.diagnostic.Message
	})
	for _, r := range shown {
		pass.Report(r.diagnostic)
	}
}

// wants tells whether a finding is asked for and can be judged from this package alone:
// one in another package has no position here, and one that holds only if some
// implementation of an interface waits, or whose callers all have to be known, is for who
// sees them all.
func (c *choice) wants(r report) bool {
	f := r.finding
	return r.diagnostic.Pos.IsValid() && f.If == "" && !f.Whole && c.wanted.Enabled(f.Code) && f.Confidence.Rank() <= c.least
}

// silenced tells whether a comment silences the finding. What is wrong with the comments
// is not asked: for that, all findings of the program would have to be known.
func silenced(f finding.Finding, dirs []finding.Directive) bool {
	left := suppress.Apply(&finding.Set{Findings: []finding.Finding{f}, Directives: dirs}, suppress.Config{})
	return len(left) == 0
}

// home gives a position to a finding whose place came with a fact, and is in this package
// all the same.
func home(pass *analysis.Pass, r report) report {
	at := r.finding.Location
	if at.Pkg != pass.Pkg.Path() {
		return r
	}
	for _, f := range pass.Files {
		file := pass.Fset.File(f.FileStart)
		if filepath.Base(file.Name()) != at.File || at.Line > file.LineCount() {
			continue
		}
		pos := file.LineStart(at.Line) + token.Pos(at.Column-1)
		// Where cgo has rewritten a file, lines are not what they were.
		if p := pass.Fset.Position(pos); p.Line == at.Line && p.Column == at.Column {
			r.finding.Location, r.diagnostic.Pos = rule.Location(pass, pos), pos
		}
	}
	return r
}
