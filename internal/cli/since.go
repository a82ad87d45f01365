package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/compare"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/report"
)

// since is what a comparison with the past comes to.
type since struct {
	past     *past
	before   int // findings that were there, and are
	gone     int // findings that were there
	problems []driver.Problem
}

// leaveOut leaves what was there already out of the answer. The function show picks what
// is shown of either side.
func (p *past) leaveOut(a *answer, show func(*driver.Result) ([]finding.Finding, []report.Silenced)) *since {
	s := &since{past: p}
	switch {
	case p.noModule:
		return s
	case p.res == nil: // nothing has changed
		s.before = len(a.shown)
		a.shown, a.silenced = nil, nil
		return s
	}
	shown, silenced := show(p.res)
	fresh, gone := p.compare(shown, a.shown)
	s.before, s.gone = len(a.shown)-len(fresh), gone
	a.shown = pick(a.shown, fresh)
	was := slices.Concat(shown, bare(silenced))
	fresh, _ = p.compare(was, bare(a.silenced))
	a.silenced = pick(a.silenced, fresh)
	for _, problem := range p.res.Problems {
		if !slices.ContainsFunc(a.res.Problems, func(now driver.Problem) bool {
			return now.Pkg == problem.Pkg && now.Message == problem.Message
		}) {
			problem.Pos = p.home(problem.Pos)
			s.problems = append(s.problems, problem)
		}
	}
	return s
}

func bare(list []report.Silenced) []finding.Finding {
	var out []finding.Finding
	for _, s := range list {
		out = append(out, s.Finding)
	}
	return out
}

func pick[T any](list []T, indexes []int) []T {
	var out []T
	for _, i := range indexes {
		out = append(out, list[i])
	}
	return out
}

func (p *past) compare(then, now []finding.Finding) (fresh []int, gone int) {
	side := func(list []finding.Finding, read func(string) ([]byte, error)) compare.Side {
		list = slices.Clone(list)
		for i := range list {
			list[i].Location.File = p.home(list[i].Location.File)
		}
		return compare.Side{Findings: list, Read: read}
	}
	var changed []string
	for _, rel := range p.tree.Changed {
		changed = append(changed, p.repo.Names(rel)[0])
	}
	return compare.Split(side(then, p.read), side(now, os.ReadFile), changed)
}

// partial tells whether something of the past is not known. It may be asked of nil.
func (s *since) partial() bool { return s != nil && len(s.problems) > 0 }

// tellSince says what the comparison with the past could not be made with, and with -v
// what it came to.
func (t *tool) tellSince(a *answer, o options) {
	s := a.since
	if s == nil {
		return
	}
	rev := s.past.rev
	if short := s.past.commit[:min(12, len(s.past.commit))]; !strings.HasPrefix(short, rev) {
		rev = fmt.Sprintf("%s (%s)", rev, short)
	}
	pkgs := map[string]bool{}
	for _, p := range s.problems {
		pkgs[p.Pkg] = true
		t.complain("at %s: %s", s.past.rev, problemLine(p))
	}
	if len(s.problems) > 0 {
		t.complain("what %s had is not wholly known, as %s there could not be analysed, or in part: what is found may be shown as new and be old",
			s.past.rev, count(len(pkgs), "package"))
	}
	switch {
	case s.past.noModule:
		t.complain("since %s: there was no module here, so that all that is found is new", rev)
	case !o.verbose:
	case s.past.res == nil:
		t.complain("since %s: no file has changed that counts; findings there before %d", rev, s.before)
	default:
		t.complain("since %s: files changed %d, analysed anew as they were %s; findings new %d, there before %d, gone %d",
			rev, len(s.past.tree.Changed), count(s.past.res.Stats.Analysed, "package"), len(a.shown), s.before, s.gone)
	}
}
