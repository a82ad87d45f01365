package driver

import (
	"fmt"
	"go/types"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// analyseNode checks a package of ours, runs the analyzers on it and keeps the answer.
func (r *run) analyseNode(n *node) {
	for _, d := range n.deps {
		n.tainted = n.tainted || d.own && d.tainted
	}
	s := r.check(n)
	r.packages.Store(n.pkg, n)
	a := &session{r: r, n: n, s: s, local: newFactTable(),
		results: make(map[*analysis.Analyzer]any), failed: make(map[*analysis.Analyzer]bool)}
	set := &finding.Set{}
	for _, an := range r.plan.analyzersFor(n) {
		a.run(an)
	}
	if n.variant != recompiled {
		for _, an := range r.plan.roots {
			if res, ok := a.results[an].(*finding.Set); ok && res != nil {
				set.Add(res)
			}
		}
	}
	problems := append(n.errs[:len(n.errs):len(n.errs)], faults(n, set)...)
	set.Faults = nil
	r.keep(n, &entry{set: *set, problems: problems}, a.local)
}

// faults makes problems of the comments that cannot be read.
func faults(n *node, set *finding.Set) []Problem {
	var out []Problem
	for _, f := range set.Faults {
		at := f.Location
		out = append(out, Problem{Pkg: n.path, Pos: fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column), Message: f.Message})
	}
	return out
}

// keep makes the package's answer known to its importers, to the link step and to the
// cache. The first two see it as it will come out of the cache, so that the next run
// cannot differ from this one.
func (r *run) keep(n *node, e *entry, facts *factTable) {
	n.entry = &entry{problems: e.problems}
	fail := func(err error) {
		n.tainted = true
		r.problem(Problem{Pkg: n.path, Message: err.Error()})
	}
	var err error
	if e.facts, err = facts.encode(r.plan); err != nil {
		fail(err)
	}
	data, err := e.encode(n.meta.Dir)
	if err != nil {
		fail(err)
		return
	}
	got, err := decodeEntry(data, n.meta.Dir)
	if err != nil {
		fail(err)
		return
	}
	n.entry = got
	// A file that was written to since its hash was taken would give the old contents
	// the answer of the new ones.
	if !n.tainted && r.store.disk != nil && sumFiles(n.meta, r.opts.Overlay.ReadFile, nil, map[string]digest{}) == n.sum {
		r.store.put(n.key, data)
	}
}

// session is one run of the analyzers on one package.
type session struct {
	r       *run
	n       *node
	s       *syntax
	local   *factTable
	results map[*analysis.Analyzer]any
	failed  map[*analysis.Analyzer]bool
}

// run runs one analyzer, those it requires having been run. One that cannot run, and
// those that require it, are skipped.
func (a *session) run(an *analysis.Analyzer) {
	if a.s.broken && !an.RunDespiteErrors || slices.ContainsFunc(an.Requires, func(q *analysis.Analyzer) bool { return a.failed[q] }) {
		a.failed[an] = true
		return
	}
	result, msg := a.call(an)
	if msg == "" && reflect.TypeOf(result) != an.ResultType {
		msg = fmt.Sprintf("returned a %T, not the %v it declares", result, an.ResultType)
	}
	if msg != "" {
		a.failed[an], a.n.tainted = true, true
		a.r.problem(Problem{Pkg: a.n.path, Pos: a.n.goFiles()[0],
			Message: fmt.Sprintf("analyzer %s failed on package %s: %s", an.Name, a.n.path, msg)})
		return
	}
	a.results[an] = result
}

// call runs the analyzer and gives its result, or what went wrong.
func (a *session) call(an *analysis.Analyzer) (result any, msg string) {
	defer func() {
		if v := recover(); v != nil {
			msg = oneLine(fmt.Sprintf("panic: %v%s", v, panicPlace()))
		}
	}()
	pass := a.pass(an)
	result, err := an.Run(pass)
	pass.ExportObjectFact, pass.ExportPackageFact = nil, nil // too late from here on
	if err != nil {
		return nil, oneLine(err.Error())
	}
	return result, ""
}

// panicPlace names the function and line that panicked, for a report of the fault. It
// is called while the stack is unwinding.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	panicking := false
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicking && !inRuntime {
			return fmt.Sprintf(" (at %s, %s:%d)", f.Function, filepath.Base(f.File), f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
		if !more {
			return ""
		}
	}
}

func (a *session) pass(an *analysis.Analyzer) *analysis.Pass {
	n, l := a.n, a.n.meta
	module := &analysis.Module{}
	if m := l.Module; m != nil {
		// Passes stay out of modules with a version, which the driver has done by itself: what
		// it does analyse of them was asked for by name.
		module = &analysis.Module{Path: m.Path, GoVersion: m.GoVersion}
	}
	results := make(map[*analysis.Analyzer]any, len(an.Requires))
	for _, q := range an.Requires {
		results[q] = a.results[q]
	}
	return &analysis.Pass{
		Analyzer:          an,
		Fset:              a.r.fset,
		Files:             a.s.files,
		OtherFiles:        l.abs(l.otherFiles()),
		IgnoredFiles:      l.abs(append(l.IgnoredGoFiles[:len(l.IgnoredGoFiles):len(l.IgnoredGoFiles)], l.IgnoredOtherFiles...)),
		Pkg:               n.pkg,
		TypesInfo:         a.s.info,
		TypesSizes:        types.SizesFor("gc", a.r.env["GOARCH"]),
		TypeErrors:        a.s.typeErrs,
		Module:            module,
		ResultOf:          results,
		ReadFile:          a.r.opts.Overlay.ReadFile,
		Report:            func(analysis.Diagnostic) {}, // findings come as results
		ImportObjectFact:  a.importObjectFact,
		ImportPackageFact: a.importPackageFact,
		ExportObjectFact: func(obj types.Object, f analysis.Fact) {
			a.exportFact(an, obj, obj.Pkg(), f)
		},
		ExportPackageFact: func(f analysis.Fact) { a.exportFact(an, nil, n.pkg, f) },
		AllObjectFacts:    func() []analysis.ObjectFact { return a.allObjectFacts(an) },
		AllPackageFacts:   func() []analysis.PackageFact { return a.allPackageFacts(an) },
	}
}

func (a *session) exportFact(an *analysis.Analyzer, obj types.Object, pkg *types.Package, f analysis.Fact) {
	if pkg != a.n.pkg {
		panic(fmt.Sprintf("fact %T exported for %v, which is not of this package", f, obj))
	}
	if !declares(an, f) {
		panic(fmt.Sprintf("fact type %T is not among the analyzer's FactTypes", f))
	}
	a.local.set(factKey{obj, reflect.TypeOf(f)}, f)
}

func declares(an *analysis.Analyzer, f analysis.Fact) bool {
	return declaresType(an, reflect.TypeOf(f))
}

func declaresType(an *analysis.Analyzer, typ reflect.Type) bool {
	return slices.ContainsFunc(an.FactTypes, func(g analysis.Fact) bool { return reflect.TypeOf(g) == typ })
}

// fact gives a fact about an object of pkg, or about pkg itself where obj is nil.
func (a *session) fact(pkg *types.Package, obj types.Object, f analysis.Fact) bool {
	if pkg == a.n.pkg {
		return a.local.get(obj, f)
	}
	n := a.r.nodeOf(pkg)
	return n != nil && a.r.factsOf(n).get(pkg, obj, f)
}

func (a *session) importObjectFact(obj types.Object, f analysis.Fact) bool {
	if obj == nil {
		panic("fact of a nil object asked for")
	}
	return a.fact(obj.Pkg(), obj, f)
}

func (a *session) importPackageFact(pkg *types.Package, f analysis.Fact) bool {
	if pkg == nil {
		panic("fact of a nil package asked for")
	}
	return a.fact(pkg, nil, f)
}

// eachFact visits the facts of the analyzer's types in all packages that the one being
// analysed reaches, in a fixed order.
//
// Types are loaded of the packages that it imports, and of those that their types lead to.
// So that it makes no difference which these are, objects and packages are stand-ins in all
// that it does not import itself: a package of the same path and name, and a variable without
// a type, whose name is the path of the object (see objectpath), which is the name of one
// that the package declares.
func (a *session) eachFact(an *analysis.Analyzer, objects bool, visit func(*types.Package, types.Object, analysis.Fact)) {
	for _, n := range a.reached() {
		switch {
		case n == a.n:
			for _, k := range a.local.order {
				if f := a.local.facts[k]; declares(an, f) && objects == (k.obj != nil) {
					visit(n.pkg, k.obj, f)
				}
			}
		case !slices.Contains(a.n.deps, n):
			a.r.factsOf(n).each(an, nil, objects, visit)
		case n.pkg != nil:
			a.r.factsOf(n).each(an, n.pkg, objects, visit)
		}
	}
}

// reached gives the source-set packages that the package imports, however far away,
// and itself.
func (a *session) reached() []*node {
	seen := map[*node]bool{a.n: true}
	list := []*node{a.n}
	for i := 0; i < len(list); i++ {
		for _, d := range list[i].deps {
			if d.own && !seen[d] {
				seen[d] = true
				list = append(list, d)
			}
		}
	}
	slices.SortFunc(list, func(x, y *node) int { return x.order - y.order })
	return list
}

func (a *session) allObjectFacts(an *analysis.Analyzer) (out []analysis.ObjectFact) {
	a.eachFact(an, true, func(_ *types.Package, obj types.Object, f analysis.Fact) {
		out = append(out, analysis.ObjectFact{Object: obj, Fact: f})
	})
	return out
}

func (a *session) allPackageFacts(an *analysis.Analyzer) (out []analysis.PackageFact) {
	a.eachFact(an, false, func(pkg *types.Package, _ types.Object, f analysis.Fact) {
		out = append(out, analysis.PackageFact{Package: pkg, Fact: f})
	})
	return out
}
