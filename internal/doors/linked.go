package doors

import (
	"errors"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/link"
	"github.com/resilint/resilint/internal/passes/factcode"
	"github.com/resilint/resilint/internal/rule"
)

// linked is the fact of a package: what it says to packages that do not import it, and what
// it found that hangs on what stands behind interfaces. A package that imports two such, as
// one that wires them does, joins them as the driver joins the whole program.
type linked struct {
	notes []string
	open  []finding.Finding
}

// AFact marks linked as a fact.
func (*linked) AFact() {}

// GobEncode writes the compact form.
func (l *linked) GobEncode() ([]byte, error) {
	w := &factcode.Writer{}
	w.Texts(l.notes)
	w.Num(len(l.open))
	for _, f := range l.open {
		w.Num(w.Str(f.Code), w.Str(string(f.Severity)), w.Str(string(f.Confidence)), w.Str(f.Message), w.Str(f.If), w.Str(f.Nest))
		w.Texts(f.Unless)
		w.Steps(f.Trace)
	}
	return w.Bytes(), nil
}

// GobDecode reads the compact form.
func (l *linked) GobDecode(data []byte) error {
	r := factcode.NewReader(data)
	*l = linked{notes: r.Texts()}
	for range r.List() {
		f := finding.Finding{Code: r.Str(), Severity: finding.Severity(r.Str()), Confidence: finding.Confidence(r.Str()), Message: r.Str(), If: r.Str(), Nest: r.Str()}
		f.Unless = r.Texts()
		f.Trace = r.Steps()
		l.open = append(l.open, f)
	}
	if r.Bad() {
		return errors.New("doors: malformed fact")
	}
	return nil
}

// hangs tells whether a finding hangs on what stands behind an interface.
func hangs(f finding.Finding) bool {
	return f.Nest != "" || f.If != "" && !strings.HasPrefix(f.If, finding.CallsPrefix)
}

// fact is what importers must know of the package, or nil.
func (g *gathered) fact() *linked {
	out := &linked{}
	for _, s := range g.notes {
		if link.Links(s) || strings.HasPrefix(s, knob) {
			out.notes = append(out.notes, s)
		}
	}
	for _, r := range g.reports {
		if hangs(r.finding) && r.finding.Location.Pkg == "" {
			out.open = append(out.open, r.finding)
		}
	}
	if len(out.notes)+len(out.open) == 0 {
		return nil
	}
	return out
}

// join judges what hangs on interfaces with what the package and its imports say. What an
// import has found is reported where this package puts the type behind the interface that
// makes it true: it has no position in another package.
func (g *gathered) join(pass *analysis.Pass, own *linked) {
	all := []*linked{own}
	for _, imp := range pass.Pkg.Imports() {
		f := &linked{}
		if pass.ImportPackageFact(imp, f) {
			all = append(all, f)
		}
	}
	p := link.New(func(int, int) bool { return true })
	var notes []string
	for i, l := range all {
		if l == nil {
			continue
		}
		notes = append(notes, l.notes...)
		for _, s := range l.notes {
			p.Note(i, s)
		}
	}
	for i, r := range g.reports {
		if !hangs(r.finding) {
			continue
		}
		f := r.finding
		if _, ok := p.Confirm(0, &f, -1); ok && !refuted(f, notes) {
			f.If, f.Nest = "", ""
			g.reports[i].finding, g.reports[i].diagnostic.Message = f, text(f)
		}
	}
	if own == nil {
		return
	}
	quiet := rule.Quiet(pass)
	for i, l := range all[1:] {
		for _, f := range l.open {
			at, ok := p.Confirm(i+1, &f, 0)
			if !ok || refuted(f, notes) {
				continue
			}
			f.If, f.Nest = "", ""
			f.Location = finding.Location{Pkg: at.At.Pkg, File: at.At.File, Line: at.At.Line, Column: at.At.Col}
			r := home(pass, report{f, analysis.Diagnostic{Message: text(f)}})
			if r.diagnostic.Pos.IsValid() && !quiet(r.diagnostic.Pos) {
				g.reports = append(g.reports, r)
			}
		}
	}
}

// text is what a diagnostic says of a finding.
func text(f finding.Finding) string { return f.Message + " (" + f.Code + ")" }

// refuted tells whether one of the notes makes the finding untrue.
func refuted(f finding.Finding, notes []string) bool {
	g := &gathered{notes: notes}
	return slices.ContainsFunc(f.Unless, g.refuted)
}
