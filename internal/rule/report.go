package rule

import (
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// Finding is a report as a rule makes it, with positions of the pass.
type Finding struct {
	Pos, End   token.Pos         // End may be NoPos
	At         *finding.Location // set where the reader should act in another package; it replaces Pos
	Kind       string            // without the analyzer's name
	Severity   finding.Severity
	Confidence finding.Confidence
	Message    string // one line, names the chain, no positions, no code
	Trace      []trace.Step
	Unless     []string     // see finding.Finding
	If         string       // see finding.Finding
	Nest       string       // see finding.Finding
	Whole      bool         // see finding.Finding
	Anywhere   bool         // see finding.Finding
	Fix        *finding.Fix // see Change
}

// A Taker takes a finding with the diagnostic that it makes. Where the finding stands in
// another package the diagnostic has no position.
type Taker func(finding.Finding, analysis.Diagnostic)

// Taking is no analyzer to run: it is the key in Pass.ResultOf under which whoever runs a
// rule inside an analyzer of his own puts a Taker. Report then hands it everything.
var Taking = &analysis.Analyzer{Name: "resilinttaking", Doc: "the place of a Taker"}

// Report adds f to set. Where f is sure enough to be shown by default and stands in
// the pass's own package it is also reported as a diagnostic, which is all that go vet
// and golangci-lint see; its message carries the code, since both drop the category, and it
// brings the fix along unless that is for a reader to judge.
func Report(pass *analysis.Pass, set *finding.Set, f Finding) {
	code := pass.Analyzer.Name + "/" + f.Kind
	out := finding.Finding{
		Code:       code,
		Severity:   f.Severity,
		Confidence: f.Confidence,
		Message:    f.Message,
		Trace:      f.Trace,
		Fix:        f.Fix,
		Unless:     f.Unless,
		If:         f.If,
		Nest:       f.Nest,
		Whole:      f.Whole,
		Anywhere:   f.Anywhere,
	}
	if f.At != nil {
		out.Location = *f.At
	} else {
		out.Location = Location(pass, f.Pos)
		out.End = Location(pass, f.End)
	}
	set.Findings = append(set.Findings, out)

	d := analysis.Diagnostic{
		Pos:      f.Pos,
		End:      f.End,
		Category: f.Kind,
		Message:  f.Message + " (" + code + ")",

		SuggestedFixes: suggested(pass, f.Fix),
	}
	if take, ok := pass.ResultOf[Taking].(Taker); ok {
		if f.At != nil {
			d.Pos, d.End = token.NoPos, token.NoPos
		}
		take(out, d)
		return
	}
	if f.At != nil || f.If != "" || f.Whole || !f.Pos.IsValid() || f.Confidence.Rank() > finding.Medium.Rank() {
		return
	}
	pass.Report(d)
}

// Location resolves pos; it is zero where pos is not valid. The position is the one a
// line directive names, so that cgo's generated files lead back to what was written.
func Location(pass *analysis.Pass, pos token.Pos) finding.Location {
	if !pos.IsValid() {
		return finding.Location{}
	}
	p := pass.Fset.Position(pos)
	return finding.Location{File: p.Filename, Line: p.Line, Column: p.Column}
}

// Step makes a step of a path at pos, which must be in the pass's package. fn names
// the function the step stands in, note what is done there.
func Step(pass *analysis.Pass, kind trace.Kind, pos token.Pos, fn, note string) trace.Step {
	s := trace.Step{Kind: kind, Func: fn, Pkg: pass.Pkg.Path(), Note: note}
	if pos.IsValid() {
		p := pass.Fset.Position(pos)
		s.File, s.Line, s.Col = filepath.Base(p.Filename), p.Line, p.Column
	}
	return s
}
