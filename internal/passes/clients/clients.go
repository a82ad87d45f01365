// Package clients knows how HTTP clients, transports and connection pools are made, where
// they are kept, what they are used for, and what becomes of those that are not kept.
//
// It reports nothing. A value that it can't follow counts as kept, and a host that it
// can't read counts as data, so that what it does say holds.
package clients

import (
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// New returns the pass. Its result is a *Package, its fact a *Func on functions.
func New(cat *catalogue.Catalogue) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "resilintclients",
		Doc:        "how clients, transports and pools are made, kept and shared",
		Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
		FactTypes:  []analysis.Fact{new(Func)},
		ResultType: reflect.TypeFor[*Package](),
		// A package that can't be read may serve, and its importers must know.
		RunDespiteErrors: true,
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, cat), nil
		},
	}
}

// Package is what the pass found in one package.
type Package struct {
	sync.Mutex // held by a rule while it asks: answers are computed when they are first wanted

	Index    *flow.Index // nil where the package holds nothing of interest
	Defaults []*DefaultUse
	Writes   []*Mutation
	Drops    []*Drop
	Shared   []*Shared
	// Main says of a package main what it is; it is empty for other packages.
	Main MainKind
	eval *eval
}

// MainKind says what the program of a package main is.
type MainKind string

// The kinds of a program. What may be a service counts as one.
const (
	MainService MainKind = "service"
	MainOneshot MainKind = "oneshot"
)

// eval holds what is known of one package while it is read. It is used by one goroutine.
type eval struct {
	pass      *analysis.Pass
	cat       *catalogue.Catalogue
	x         *flow.Index
	facts     funcfact.Table[Func, *Func]
	own       map[*types.Func]bool    // the declared functions of the package that have a body
	bodies    map[*ssa.Function]*body // of the functions that have one
	graph     *graph
	kinds     map[typeKey]kindOf
	holders   map[*types.Named]bool
	lits      map[*types.Named]litKind
	depth     int
	urls      int // how many questions for a URL lead to this one
	operators *operators
	rounds    rounds
}

// maxRounds bounds the search for a fixed point; only recursion needs more than two, and
// what constructors do with fields that later functions use.
const maxRounds = 5

func run(pass *analysis.Pass, cat *catalogue.Catalogue) *Package {
	e := &eval{
		pass: pass, cat: cat, facts: funcfact.New[Func](pass),
		own: map[*types.Func]bool{}, bodies: map[*ssa.Function]*body{},
		kinds: map[typeKey]kindOf{}, holders: map[*types.Named]bool{}, lits: map[*types.Named]litKind{},
	}
	if len(pass.TypeErrors) > 0 {
		pass.ExportPackageFact(&Func{Life: Lasts})
		return &Package{eval: e}
	}
	if !e.candidate() {
		return &Package{eval: e}
	}
	s := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get()
	e.x = flow.New(s)
	order := e.x.BottomUp()
	e.readBodies(order)
	e.settle(order)
	p := &Package{Index: e.x, eval: e}
	if e.usesDefaults() {
		for _, fn := range s.Funcs {
			p.Defaults = append(p.Defaults, e.defaults(fn)...)
			p.Writes = append(p.Writes, e.mutations(fn)...)
		}
	}
	p.Drops = e.requestDrops(s.Funcs)
	p.Shared = e.graph.shared()
	e.export(order, p.Drops)
	if p.Main = e.mainKind(); p.Main == MainService {
		p.Shared = append(p.Shared, e.programShared()...)
	}
	return p
}

// export writes the facts. A drop that this package reports is marked, so that the
// packages above it don't report it once more.
func (e *eval) export(order []*ssa.Function, drops []*Drop) {
	told := map[Place]bool{}
	for _, d := range drops {
		told[d.Make.At] = true
	}
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		f := e.facts.Own[obj]
		if f == nil {
			continue
		}
		f.Makes = slices.DeleteFunc(slices.Clone(f.Makes), func(m Make) bool { return told[m.At] })
		for i := range f.Results {
			f.Results[i].Make.Told = f.Results[i].Make.Told || told[f.Results[i].Make.At]
		}
		if !f.empty() {
			e.pass.ExportObjectFact(obj, f)
		}
	}
	e.exportHomes()
	if fn := e.x.SSA.Pkg.Func("init"); fn != nil && e.pass.Pkg.Name() != "main" && e.life(fn) != 0 {
		e.pass.ExportPackageFact(&Func{Life: Lasts})
	}
}

// candidate tells whether the package is a program, or uses anything that the catalogue
// describes or that a fact is known of. Most packages do not, and need no SSA.
func (e *eval) candidate() bool {
	if outside.Skip(e.pass) {
		return false
	}
	if e.pass.Pkg.Name() == "main" {
		return true
	}
	for _, obj := range e.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Used() {
		switch obj := obj.(type) {
		case *types.Func:
			if lifeName(obj) || len(e.cat.Func(obj, nil)) > 0 || e.facts.Imported(obj) != nil {
				return true
			}
		case *types.TypeName:
			if obj.Pkg() != nil && obj.Pkg() != e.pass.Pkg && len(e.cat.Lit(obj.Type())) > 0 {
				return true
			}
		case *types.Var:
			if len(e.cat.Var(obj)) > 0 {
				return true
			}
		}
	}
	return false
}
