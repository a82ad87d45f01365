package driver

import (
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/factcode"
)

// answer writes and reads what an entry says, facts and inventory aside. Empty lists are
// read as nil ones.
type answer struct {
	set      *finding.Set
	problems []Problem
}

// Encode writes the answer: the lists in the order in which readAnswer reads them.
func (a *answer) Encode(w *factcode.Writer) {
	w.Num(len(a.set.Findings))
	for i := range a.set.Findings {
		writeFinding(w, &a.set.Findings[i])
	}
	w.Num(len(a.set.Directives))
	for _, d := range a.set.Directives {
		writePlace(w, d.Location)
		w.Num(w.Str(d.Text), d.From, d.To)
	}
	w.Texts(a.set.Notes)
	w.Num(len(a.problems))
	for _, p := range a.problems {
		w.Num(w.Str(p.Pkg), w.Str(p.Pos), w.Str(p.Message))
	}
}

func readAnswer(r *factcode.Reader) *answer {
	a := &answer{set: &finding.Set{}}
	for range r.List() {
		a.set.Findings = append(a.set.Findings, readFinding(r))
	}
	for range r.List() {
		a.set.Directives = append(a.set.Directives, finding.Directive{Location: readPlace(r), Text: r.Str(), From: r.Num(), To: r.Num()})
	}
	a.set.Notes = r.Texts()
	for range r.List() {
		a.problems = append(a.problems, Problem{Pkg: r.Str(), Pos: r.Str(), Message: r.Str()})
	}
	return a
}

func writeFinding(w *factcode.Writer, f *finding.Finding) {
	w.Num(w.Str(f.Code), w.Str(string(f.Severity)), w.Str(string(f.Confidence)), w.Str(f.Message))
	writePlace(w, f.Location)
	writePlace(w, f.End)
	w.Steps(f.Trace)
	w.Num(factcode.Flag(f.Fix != nil))
	if f.Fix != nil {
		w.Num(w.Str(f.Fix.Message), factcode.Flag(f.Fix.Manual), len(f.Fix.Edits))
		for _, e := range f.Fix.Edits {
			w.Num(w.Str(e.File), e.Start, e.End, w.Str(e.New))
		}
	}
	w.Texts(f.Unless)
	w.Num(w.Str(f.If), w.Str(f.Nest), factcode.Flag(f.Whole), factcode.Flag(f.Anywhere))
}

func readFinding(r *factcode.Reader) finding.Finding {
	f := finding.Finding{Code: r.Str(), Severity: finding.Severity(r.Str()), Confidence: finding.Confidence(r.Str()), Message: r.Str()}
	f.Location, f.End = readPlace(r), readPlace(r)
	f.Trace = r.Steps()
	if r.Num() != 0 {
		f.Fix = &finding.Fix{Message: r.Str(), Manual: r.Num() != 0}
		for range r.List() {
			f.Fix.Edits = append(f.Fix.Edits, finding.Edit{File: r.Str(), Start: r.Num(), End: r.Num(), New: r.Str()})
		}
	}
	f.Unless = r.Texts()
	f.If, f.Nest = r.Str(), r.Str()
	f.Whole, f.Anywhere = r.Num() != 0, r.Num() != 0
	return f
}

func writePlace(w *factcode.Writer, l finding.Location) {
	w.Num(w.Str(l.Pkg), w.Str(l.File), l.Line, l.Column)
}

func readPlace(r *factcode.Reader) finding.Location {
	return finding.Location{Pkg: r.Str(), File: r.Str(), Line: r.Num(), Column: r.Num()}
}
