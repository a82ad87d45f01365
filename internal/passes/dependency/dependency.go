// Package dependency tells dependencies apart: it says for a call which dependency the
// call meets, and what stands before it.
//
// A dependency is known by the value that is called (a client, a connection, a stub, an
// interface), as the fields, variables, accessors and constructors show it, or, where a
// client can call any address, by the constant host or the field that the address comes
// from. What stands before it are limiters, semaphores, breakers and worker pools. What
// repeats a call is known to package retries, what bounds it to package deadlines; both
// speak of the same call instruction.
//
// It reports nothing, and a value that it can't follow is no dependency that it knows.
package dependency

import (
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/trace"
)

// New returns the pass. It builds on the pass of package clients. Its result is a
// *Package, its fact a *Func on functions.
func New(cat *catalogue.Catalogue, cl *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "resilintdependency",
		Doc:        "which dependency a call meets, and what stands before it",
		Requires:   []*analysis.Analyzer{ssabuild.Analyzer, cl},
		FactTypes:  []analysis.Fact{new(Func)},
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, cat, pass.ResultOf[cl].(*clients.Package)), nil
		},
	}
}

// Package answers for one package.
type Package struct {
	sync.Mutex // held by a rule while it asks: answers are computed when they are first wanted

	Index *flow.Index // nil where the package calls nothing of interest
	// Links say which host the package's methods call, in the words of finding.Set.Notes.
	Links []string
	e     *eval
}

// eval holds what is known of one package while it is read. It serves one goroutine.
type eval struct {
	pass    *analysis.Pass
	cat     *catalogue.Catalogue
	clients *clients.Package
	x       *flow.Index
	facts   funcfact.Table[Func, *Func]
	own     map[*types.Func]bool           // the declared functions of the package that have a body
	sites   map[*ssa.Function][]*flow.Site // see Sites
	asked   int                            // how many calls sites has
	met     map[ssa.CallInstruction]*met
	bodies  map[*ssa.Function]*ranBody
	waits   map[*ssa.Function][]acquire
	cut     bool // a recursion has cut an answer short
	rounds  rounds
	fields  map[string]*types.Var
	names   map[fieldKey]string
	spelled map[token.Pos]string // the names of places
	places  map[string]ssa.Value // what is made at a place
	walk    *originWalk          // one that is not in use, or nil
}

func run(pass *analysis.Pass, cat *catalogue.Catalogue, cl *clients.Package) *Package {
	e := &eval{pass: pass, cat: cat, clients: cl, facts: funcfact.New[Func](pass), places: map[string]ssa.Value{},
		names: map[fieldKey]string{}, spelled: map[token.Pos]string{}, fields: map[string]*types.Var{}}
	if !e.candidate() {
		return &Package{}
	}
	cl.Lock()
	defer cl.Unlock()
	e.x = cl.Index
	if e.x == nil {
		e.x = flow.New(pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get())
	}
	order := e.x.BottomUp()
	e.readSites(order)
	e.settle(order)
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		if f := e.facts.Own[obj]; f != nil && !f.empty() {
			pass.ExportObjectFact(obj, f)
		}
	}
	return &Package{Index: e.x, e: e, Links: e.links(order)}
}

// candidate tells whether the package can matter: it calls what leaves the process, what
// makes a client or holds a call back, or what a fact is known of, or it calls methods of
// interfaces with a context.
func (e *eval) candidate() bool {
	if outside.Skip(e.pass) {
		return false
	}
	for _, obj := range e.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Used() {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil {
			continue
		}
		if len(e.cat.Func(fn, nil)) > 0 || e.facts.Imported(fn) != nil {
			return true
		}
		recv := fn.Signature().Recv()
		if recv != nil && types.IsInterface(recv.Type()) && returnsError(fn.Signature()) && outside.InProgram(e.pass, fn.Pkg().Path()) {
			return true
		}
	}
	return false
}

// abroad is what a caller can make of meets: a value that is made in the call is new to it
// each time.
func abroad(meets []Meet) []Meet {
	if len(meets) == 0 {
		return nil
	}
	if !slices.ContainsFunc(meets, func(m Meet) bool { return m.Via.Root == Made || m.Addr.Root == Made }) {
		return meets
	}
	var l list
	for _, m := range meets {
		if m.Via.Root == Made {
			m.Via = Ref{}
		}
		if m.Addr.Root == Made {
			m.Addr = Ref{}
		}
		l.add(m)
	}
	return l.meets
}

// step makes a step at the call c.
func (e *eval) step(kind trace.Kind, c ssa.CallInstruction, note string) trace.Step {
	s := trace.Step{Kind: kind, Pkg: e.pass.Pkg.Path(), Func: clients.FuncName(c.Parent()), Note: note}
	if pos := c.Pos(); pos != token.NoPos {
		p := e.pass.Fset.Position(pos)
		s.File, s.Line, s.Col = filepath.Base(p.Filename), p.Line, p.Column
	}
	return s
}
