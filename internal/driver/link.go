package driver

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/link"
	"github.com/resilint/resilint/internal/trace"
)

// link puts the packages' answers together and decides what only the whole program
// shows: which settings are used anywhere, and which packages no service imports.
func (r *run) link() *Result {
	res := &Result{Stats: Stats{Analysed: r.analysed, External: r.external, Asked: r.wasAsked}}
	l := &linker{r: r, programs: newPrograms(plainOnly(r.own))}
	// The order of the graph is one of many. What comes first in a message must not hang on it.
	own := slices.SortedFunc(slices.Values(r.own), func(a, b *node) int { return cmp.Compare(a.meta.ImportPath, b.meta.ImportPath) })
	for _, n := range own {
		if n.root && n.variant == plain && !n.absent() {
			res.Stats.Packages++
		}
		if n.entry != nil {
			r.problems = append(r.problems, n.entry.problems...)
		}
		if n.variant == plain {
			l.note(n)
		}
	}
	l.findMains()
	for _, n := range own {
		l.collect(n, &res.Set)
	}
	res.Set.Findings = link.Told(res.Set.Findings)
	res.Set.Notes, res.Set.Inventory = l.notes, inventories(own)
	tidy(&res.Set)
	res.Sums, res.Files = r.sumsOf(res.Set.Findings), r.askedFiles()
	slices.SortFunc(r.problems, compareProblems)
	res.Problems = slices.Compact(r.problems)
	slices.Sort(r.warnings)
	res.Warnings = slices.Compact(r.warnings)
	return res
}

// sumsOf gives the sums of the files that the findings' fixes would change.
func (r *run) sumsOf(findings []finding.Finding) map[string]digest {
	sums := make(map[string]digest)
	for _, f := range findings {
		if f.Fix == nil {
			continue
		}
		for _, e := range f.Fix.Edits {
			if sum, ok := r.hashes.file(e.File); ok {
				sums[e.File] = sum
			}
		}
	}
	return sums
}

func compareProblems(a, b Problem) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Message, b.Message))
}

type linker struct {
	r        *run
	notes    []string
	programs *programs
	// onlyOneshot holds the packages that some main imports and no service does.
	onlyOneshot map[*node]bool
}

// inventories lists the rows of all packages of the program, each with its folder.
func inventories(own []*node) []inventory.Package {
	var out []inventory.Package
	for _, n := range plainOnly(own) {
		for _, p := range n.setOf().Inventory {
			p.Dir = n.meta.Dir
			out = append(out, p)
		}
	}
	return out
}

// plainOnly leaves out the variants of packages under test.
func plainOnly(own []*node) []*node {
	return slices.DeleteFunc(slices.Clone(own), func(n *node) bool { return n.variant != plain })
}

// note takes the notes of a package. A test's settings are not the program's, so the
// variants of a package under test have no say here.
func (l *linker) note(n *node) {
	for _, s := range n.setOf().Notes {
		l.notes = append(l.notes, s)
		l.programs.note(n, s)
	}
}

// findMains finds the packages of which every main that imports them, itself included,
// runs once and ends: what is in them belongs to no service.
func (l *linker) findMains() {
	oneshot, service := make(map[*node]bool), make(map[*node]bool)
	for _, n := range slices.Backward(l.r.own) { // importers before imports
		if n.variant != plain {
			continue
		}
		if n.meta.Name == "main" {
			if slices.Contains(n.setOf().Notes, mainOneshot) {
				oneshot[n] = true
			} else {
				service[n] = true
			}
		}
		for _, d := range n.deps {
			oneshot[d] = oneshot[d] || oneshot[n]
			service[d] = service[d] || service[n]
		}
	}
	for _, n := range l.r.own {
		if n.variant == plain && !oneshot[n] && !service[n] {
			l.programs.library[n] = true
		}
	}
	l.onlyOneshot = oneshot
	for n := range service {
		if service[n] {
			delete(oneshot, n)
		}
	}
}

// collect adds what the package brings and the program confirms.
func (l *linker) collect(n *node, out *finding.Set) {
	if n.variant == recompiled {
		return
	}
	set := n.setOf()
	for _, f := range set.Findings {
		at := n
		if f.Location.Pkg != "" {
			at = l.r.byPath[f.Location.Pkg]
		}
		if at == nil || !at.root {
			continue
		}
		f.Location, f.End = l.place(f.Location), l.place(f.End)
		if l.mine(n, f.Location.File) && !l.refuted(at, &f) {
			f.Trace, f.Nest = l.paths(f.Trace), "" // the joined path
			out.Findings = append(out.Findings, f)
		}
	}
	for _, d := range set.Directives {
		d.Location = l.place(d.Location)
		if n.root && l.mine(n, d.Location.File) {
			out.Directives = append(out.Directives, d)
		}
	}
}

// mine says whether n is the one to report on the file: p speaks for its own files,
// p [p.test] and p_test for the test files only. So no file is reported on twice.
// Nobody reports on what cgo wrote.
func (l *linker) mine(n *node, file string) bool {
	if n.meta.usesCgo() && strings.HasPrefix(file, l.r.env["GOCACHE"]+string(filepath.Separator)) {
		return false
	}
	return n.variant == plain || strings.HasSuffix(file, "_test.go")
}

// refuted says whether the rest of the program makes the finding untrue.
func (l *linker) refuted(at *node, f *finding.Finding) bool {
	if n := l.r.byPath[at.path]; n != nil {
		at = n
	}
	return l.onlyOneshot[at] && !f.Anywhere && !l.programs.forOthers(f) || !l.programs.confirm(at, f)
}

// place resolves a location that names its file by package and base name.
func (l *linker) place(at finding.Location) finding.Location {
	if at.Pkg == "" {
		return at
	}
	if n := l.r.byPath[at.Pkg]; n != nil {
		at.File, at.Pkg = filepath.Join(n.meta.Dir, at.File), ""
	}
	return at
}

// paths gives a copy of the steps with the names of their files. A step may stand in any
// package of the graph: what facts tell of a module outside leads there, too.
func (l *linker) paths(steps []trace.Step) []trace.Step {
	out := slices.Clone(steps)
	for i, s := range out {
		n := cmp.Or(l.r.byPath[s.Pkg], l.r.byID[s.Pkg])
		if n != nil && n.meta.Dir != "" && s.File != "" {
			out[i].Path = filepath.Join(n.meta.Dir, s.File)
		}
	}
	return out
}

// tidy sorts the set and removes doubles.
func tidy(s *finding.Set) {
	slices.SortStableFunc(s.Findings, finding.Compare)
	s.Findings = slices.CompactFunc(s.Findings, func(a, b finding.Finding) bool {
		return a.Code == b.Code && a.Message == b.Message && a.Location == b.Location
	})
	slices.SortStableFunc(s.Directives, func(a, b finding.Directive) int {
		return cmp.Or(finding.CompareLocations(a.Location, b.Location), cmp.Compare(a.Text, b.Text),
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	s.Directives = slices.Compact(s.Directives)
	slices.Sort(s.Notes)
	s.Notes = slices.Compact(s.Notes)
}
