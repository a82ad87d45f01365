// Package breakers knows where calls run behind a circuit breaker: which function a
// breaker runs, what a caller gets when it refuses, which functions, interceptors and
// transports put one around what they are handed, libraries' and hand-written ones.
//
// It reports nothing, and does not know whether a breaker stands in the right place: that
// is for a rule to say.
package breakers

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
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/passes/trial"
	"github.com/resilint/resilint/internal/trace"
)

// New returns the pass. Its result is a *Package, its fact a *Func on functions.
func New(cat *catalogue.Catalogue) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "resilintbreakers",
		Doc:        "which calls run behind a circuit breaker",
		Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
		FactTypes:  []analysis.Fact{new(Func)},
		ResultType: reflect.TypeFor[*Package](),
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, cat), nil },
	}
}

// Package is what the pass found in one package.
type Package struct {
	sync.Mutex // held by a rule while it asks: answers are computed when they are first wanted

	// Index is nil where the package has nothing to do with breakers.
	Index *flow.Index
	Calls []*Call // in source order

	eval *eval
}

// A Call asks a breaker for one call of the dependency.
type Call struct {
	Fn    *ssa.Function // the function, or function literal, that it stands in
	Call  ssa.CallInstruction
	Entry *catalogue.Entry // nil for a function of the program that has a breaker inside, and for hand-written breakers
	Name  string           // as a reader names it: "CircuitBreaker.Execute"
	// Op is the function that runs behind the breaker; nil where the call only asks for leave.
	Op ssa.Value
	// Bodies are the functions of the package that Op can be.
	Bodies []*ssa.Function
	Open   []Refusal // what the call gives when the breaker refuses; the error results of it
	Path   []trace.Step
}

// A Refusal is an error that a refused call comes back with.
type Refusal struct {
	Names []string // package variables that the error is or wraps, "pkg.Err"; the error's own first
	Text  string   // what it says, with trial.Hole for what is not known
	Code  int      // of a gRPC status, or 0
	By    string   // the function that wrapped it, where that is known
}

// Error is the refusal as the value of a trial.
func (r Refusal) Error() *trial.Error {
	e := &trial.Error{Text: r.Text, Code: int64(r.Code), By: r.By, Under: true}
	for i, n := range r.Names {
		switch {
		case i == 0 && len(r.Names) == 1 && r.Code == 0 && r.By == "":
			e.Name = n
		default:
			e.Wraps = append(e.Wraps, &trial.Error{Name: n, Text: trial.Hole, Under: true})
		}
	}
	return e
}

// eval works on one package.
type eval struct {
	pass   *analysis.Pass
	cat    *catalogue.Catalogue
	x      *flow.Index
	facts  funcfact.Table[Func, *Func]
	calls  map[ssa.CallInstruction]*Call
	may    map[*catalogue.Target]bool // see mayAsk
	guards map[*types.Func][]string
}

// maxRounds bounds the search for a fixed point; only recursion needs more than two.
const maxRounds = 4

func run(pass *analysis.Pass, cat *catalogue.Catalogue) *Package {
	e := &eval{pass: pass, cat: cat, facts: funcfact.New[Func](pass), guards: map[*types.Func][]string{}, may: map[*catalogue.Target]bool{}}
	lazy := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	if !e.candidate(lazy.Used()) {
		return &Package{eval: e}
	}
	s := lazy.Get()
	e.x = flow.New(s)
	order := e.x.BottomUp()
	for range maxRounds {
		changed := false
		e.calls = map[ssa.CallInstruction]*Call{}
		for _, fn := range order {
			obj, ok := fn.Object().(*types.Func)
			if !ok {
				continue
			}
			f := e.function(fn, obj)
			if (e.facts.Own[obj] != nil || !f.empty()) && e.facts.Put(obj, f) {
				changed = true
			}
		}
		if !changed || e.facts.Settled() {
			break
		}
	}
	p := &Package{Index: e.x, eval: e}
	for _, fn := range s.Funcs {
		for c := range e.asking(fn) {
			if k := e.breakerCall(c); k != nil {
				p.Calls = append(p.Calls, k)
			}
		}
	}
	for _, fn := range order {
		if obj, ok := fn.Object().(*types.Func); ok {
			if f := e.facts.Own[obj]; f != nil && !f.empty() {
				pass.ExportObjectFact(obj, f)
			}
		}
	}
	return p
}

// Func returns what is known of a function, of this package or another, or nil.
func (p *Package) Func(fn *types.Func) *Func {
	if p.eval == nil || fn == nil {
		return nil
	}
	return p.eval.facts.Get(fn)
}

// Call returns what is known of c as a call of a breaker, or nil.
func (p *Package) Call(c ssa.CallInstruction) *Call {
	if p.Index == nil {
		return nil
	}
	return p.eval.breakerCall(c)
}

// Refusals returns what the call c comes back with where a breaker below it refuses.
func (p *Package) Refusals(c ssa.CallInstruction) []Refusal {
	if p.Index == nil {
		return nil
	}
	return p.eval.refusals(c)
}

// Refusing tells whether any call of the package can come back with a refusal: where none
// can, nothing has one to tell.
func (p *Package) Refusing() bool {
	return p.Index != nil && slices.ContainsFunc(p.Index.SSA.Funcs, p.eval.asks)
}

// RefusedBy returns what the function fn of the package, or a literal, comes back with
// where a breaker below it refuses.
func (p *Package) RefusedBy(fn *ssa.Function) []Refusal { return p.eval.refuses(fn) }

// Layer tells whether the function or literal fn runs a function that it is handed behind
// a breaker, as an interceptor does.
func (p *Package) Layer(fn *ssa.Function) bool { return p.eval.runsOwn(fn) }

// Machine returns a machine for trials of the package's functions, which reads constants
// where they are captured or kept in variables.
func (p *Package) Machine() *trial.Machine {
	x := p.Index
	return &trial.Machine{Pkg: x.SSA.Pkg, Load: func(v *ssa.UnOp) (trial.Value, bool) { return constant(x, v) }}
}

// constant gives the one constant that v can be.
func constant(x *flow.Index, v ssa.Value) (trial.Value, bool) {
	leaves := x.Resolve(v)
	if len(leaves) != 1 {
		return nil, false
	}
	switch l := leaves[0]; l.Kind {
	case flow.Const:
		if c, ok := l.Value.(*ssa.Const); ok {
			return trial.Constant(c), true
		}
	case flow.Global:
		g := l.Value.(*ssa.Global)
		stores := x.GlobalStores(g)
		if len(stores) != 1 || g.Object() == nil || g.Object().Exported() || len(x.Uses(g)) == 0 {
			return nil, false
		}
		if c, ok := stores[0].Val.(*ssa.Const); ok {
			return trial.Constant(c), true
		}
	}
	return nil, false
}

// Bodies returns the functions of the package that the function value v can be.
func (p *Package) Bodies(v ssa.Value) []*ssa.Function { return p.eval.bodies(v) }
