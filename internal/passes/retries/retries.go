// Package retries knows, for each function, how often what is below it may be tried: the
// retry layers that are written by hand (package loops) and those that libraries bring
// (package layers), composed over calls, function values, fields and interfaces.
//
// It reports nothing. A count is never above what can happen: what is unknown counts as
// once in a product, and the product says so.
package retries

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/wiring"
)

// New returns the pass, which asks the pass own what owners state, impl, package
// implement's, what stands behind interfaces, and wire, package wiring's, what is put there.
// Its result is a *Package, its fact a *Func on functions.
func New(cat *catalogue.Catalogue, own, impl, wire *analysis.Analyzer) *analysis.Analyzer {
	kinds := layers.NewKinds(cat)
	return &analysis.Analyzer{
		Name:       "resilintretries",
		Doc:        "how often a call may be tried",
		Requires:   []*analysis.Analyzer{ssabuild.Analyzer, own, impl, wire},
		FactTypes:  []analysis.Fact{new(Func)},
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, cat, kinds, pass.ResultOf[own].(*owner.Package), pass.ResultOf[impl].(*implement.Index),
				pass.ResultOf[wire].(*wiring.Package)), nil
		},
	}
}

// Package is what the pass found in one package.
type Package struct {
	// Index is nil where the package holds nothing of interest.
	Index *flow.Index
	Eval  *Eval
	// Links say what the package's methods repeat, to callers that reach them through an
	// interface only, in the words of finding.Set.Notes.
	Links []string
}

func run(pass *analysis.Pass, cat *catalogue.Catalogue, kinds *layers.Kinds, own *owner.Package, impls *implement.Index, wired *wiring.Package) *Package {
	e := &Eval{pass: pass, cat: cat, owner: own, facts: funcfact.New[Func](pass), impls: impls,
		ifaces: map[types.Type]string{}, hashes: map[*types.Func]string{},
		loops: map[*ssa.Function][]*loops.Loop{}, recurs: map[*ssa.Function]bool{}, names: map[*ssa.Function]string{}, titles: map[*types.Func]string{},
		methods: map[types.Type][]*types.Func{}, callees: map[*types.Func]*callee{}, deco: map[overriding]bool{}}
	if own.Silent() {
		e.owner = nil // nobody states anything, and each call would be asked about
	}
	if !e.candidate() {
		return &Package{Eval: e}
	}
	e.x = flow.New(pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get())
	e.find = loops.New(e.x, cat)
	order := e.x.BottomUp()
	e.lay = layers.New(pass, e.x, cat, &answers{e}, kinds)
	for range maxRounds {
		e.reset()
		e.lay.Reset()
		if !e.summarise(order) || e.facts.Settled() {
			break
		}
	}
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if f := e.facts.Own[obj]; ok && f != nil && !f.empty() {
			pass.ExportObjectFact(obj, f)
		}
	}
	e.exportKept()
	p := &Package{Index: e.x, Eval: e}
	for _, fn := range order {
		if s := e.link(fn); s != "" {
			p.Links = append(p.Links, s)
		}
	}
	p.Links = append(p.Links, e.clientLinks(wired)...)
	p.Links = append(p.Links, e.notes...)
	return p
}

// maxRounds bounds the search for a fixed point: what a function returns may be kept where
// functions before it in the order call it.
const maxRounds = 3

// summarise makes the facts of the functions in order. It tells whether what one of them
// returns is news to the others.
func (e *Eval) summarise(order []*ssa.Function) bool {
	news := false
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		f, old := e.fact(fn), e.facts.Own[obj]
		if old == nil && f.empty() {
			continue
		}
		returned := 0
		if old != nil {
			returned = len(old.Results)
		}
		if e.facts.Put(obj, f) && len(f.Results) != returned {
			news = true
		}
	}
	return news
}

// candidate tells whether the package can matter: it uses something that repeats, that
// leaves the process, of which a fact is known or behind which anything may stand, it has a
// loop that may be a retry, or a function that is given what may fail, and may run it.
func (e *Eval) candidate() bool {
	if outside.Skip(e.pass) {
		return false
	}
	concerns := layers.Concerns(e.pass, e.cat)
	for _, obj := range e.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Used() {
		if concerns(obj) {
			return true
		}
		fn, ok := obj.(*types.Func)
		if ok && (e.handsOn(fn) || e.facts.Imported(fn) != nil || slices.ContainsFunc(e.cat.Func(fn, nil), leaves)) {
			return true
		}
	}
	for _, obj := range e.pass.TypesInfo.Defs {
		if fn, ok := obj.(*types.Func); ok && givenOperation(fn.Signature()) {
			return true
		}
	}
	return loops.Candidate(e.pass)
}

// givenOperation tells whether a parameter of a function is a function that can fail.
func givenOperation(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if op, ok := v.Type().Underlying().(*types.Signature); ok && gotype.Fails(op) {
			return true
		}
	}
	return false
}

func leaves(en *catalogue.Entry) bool { return en.Kind == catalogue.KindOutbound }

// maxCalls and maxRuns bound what a fact keeps.
const (
	maxCalls = 2
	maxRuns  = 4
)

// fact writes what callers of fn must know.
func (e *Eval) fact(fn *ssa.Function) *Func {
	f := &Func{Results: e.results(fn)}
	holes := 0
	for _, it := range e.chains(fn) {
		c := it.Chain
		c.Factors = slices.Clone(it.Factors)
		for i, p := range it.of {
			if p != nil && p.Parent() != fn {
				c.Factors[i].Attempts = c.Factors[i].Attempts.With(e.handedTo(p, c.Factors[i].Attempts.Field))
			}
		}
		if it.by != nil && it.by.Parent() == fn {
			c.Client = ssacall.ParamIndex(it.by)
		}
		switch {
		case it.end == nil && it.Hole != "":
			if holes++; holes <= maxHoles {
				if len(c.Factors) == 0 {
					c.Path = nil
				}
				f.Calls = append(f.Calls, c)
			}
		case it.end == nil && it.Opaque && len(it.Factors) == 0:
			// For a caller of another package it says too little.
		case it.end == nil && len(f.Calls)-min(holes, maxHoles) < maxCalls:
			if len(c.Factors) == 0 {
				c.Path = nil // the layer that repeats it will say where
			}
			f.Calls = append(f.Calls, c)
		case it.end != nil && it.end.Parent() == fn && len(f.Runs) < maxRuns:
			c.Param = ssacall.ParamIndex(it.end)
			f.Runs = append(f.Runs, c)
		}
	}
	return f
}

// results says what of fn's results has retry layers in it.
func (e *Eval) results(fn *ssa.Function) []Result {
	var out []Result
	for i := range fn.Signature.Results().Len() {
		t := fn.Signature.Results().At(i).Type()
		holds, wraps := e.lay.Holds(t), mayWrap(t)
		if !holds && !wraps {
			continue // as a text or a number
		}
		vals := ssacall.Returned(fn, i)
		if holds {
			if r, ok := e.result(vals); ok {
				r.Index = i
				out = append(out, r)
				continue
			}
		}
		if wraps {
			for _, r := range e.wrappers(fn, vals, t) {
				r.Index = i
				out = append(out, r)
			}
		}
	}
	return out
}

// result joins what the function returns on its ways. Ways that differ are unknown.
func (e *Eval) result(vals []ssa.Value) (Result, bool) {
	var out Result
	for i, v := range vals {
		c := e.lay.Client(v)
		r := Result{Param: c.Param, From: NoParam}
		for _, l := range c.Layers {
			r.Factors = append(r.Factors, Factor{In: e.place(v), By: l.Name, Attempts: l.Attempts, Default: l.Default})
		}
		if i > 0 && r.String() != out.String() {
			return Result{}, false
		}
		out = r
	}
	return out, len(out.Factors) > 0 || out.Param != NoParam
}

// place names the function in which a value is made, for a reader. What is written at the top
// of the package stands in none: a function is its own place, and a variable is the package's.
func (e *Eval) place(v ssa.Value) string {
	fn := v.Parent()
	if f, ok := v.(*ssa.Function); ok && fn == nil {
		fn = f
	}
	if fn == nil {
		return e.pass.Pkg.Name() + "." + v.Name()
	}
	return name(fn)
}

// answers tells package layers what facts say.
type answers struct{ e *Eval }

// Result is the client that a function of the program returns.
func (a *answers) Result(fn *types.Func, i int) (layers.Value, bool) {
	f := a.e.facts.Get(fn)
	if f == nil {
		return layers.Unknown(), false
	}
	for _, r := range f.Results {
		if r.Index == i && !r.Maker && !r.Wraps {
			return layers.Value{Layers: asLayers(r.Factors), Param: r.Param}, true
		}
	}
	return layers.Unknown(), false
}

// Field is the client in a field, or package variable, that another package sets.
func (a *answers) Field(v *types.Var) (layers.Value, bool) {
	var f Func
	if v.Pkg() == nil || v.Pkg() == a.e.pass.Pkg || !a.e.pass.ImportObjectFact(v, &f) || len(f.Results) == 0 {
		return layers.Unknown(), false
	}
	return layers.Value{Layers: asLayers(f.Results[0].Factors), Param: layers.NoParam}, true
}

// Method is what a method of the program puts between its caller and what it hands on to.
func (a *answers) Method(fn *types.Func) (layers.Value, bool) {
	items, known := a.e.of(fn)
	if !known {
		return layers.Unknown(), false
	}
	for _, it := range items { // the worst first
		if len(it.Layers()) > 0 {
			return layers.Value{Layers: asLayers(it.Factors), Param: NoParam}, true
		}
	}
	return layers.Nothing(), len(items) > 0
}

// Literal is what a function literal of the package, an interceptor or a round tripper,
// puts between its caller and what it hands on to.
func (a *answers) Literal(fn *ssa.Function) (layers.Value, bool) {
	for _, it := range a.e.chains(fn) { // the worst first
		if it.end != nil && len(it.Layers()) > 0 {
			return layers.Value{Layers: asLayers(it.Factors), Param: NoParam}, true
		}
	}
	return layers.Nothing(), true
}

func asLayers(fs []Factor) []layers.Layer {
	var out []layers.Layer
	for _, f := range fs {
		out = append(out, layers.Layer{Name: f.By, Attempts: f.Attempts, Default: f.Default})
	}
	return out
}
