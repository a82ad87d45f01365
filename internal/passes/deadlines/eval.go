package deadlines

import (
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
)

// Eval evaluates contexts, requests and clients of one package. It remembers what it
// evaluated, so that it serves one goroutine at a time: a rule locks it while it runs,
// because some drivers run the rules of a package side by side.
type Eval struct {
	sync.Mutex
	pass     *analysis.Pass
	cat      *catalogue.Catalogue
	x        *flow.Index
	facts    map[*types.Func]*Func // of this package, as far as they are known
	imported map[*types.Func]*Func
	ctxs     map[ssa.Value][]Source
	busy     map[ssa.Value]bool
	clients  map[ssa.Value]Bound
	impls    map[string][]*types.Func
	reached  map[*types.Func][]*types.Func      // what an interface method can be
	catalogs map[*types.Func][]*catalogue.Entry // what the catalogue says of an interface method
	ifaces   map[types.Type]string
	links    []string
	fields   map[string]bool          // the fields that entries name as bounds, pkg.T.F
	needs    map[*ssa.Function][]Wait // of constructors, for the clients they are handed
	grown    bool                     // needs got a new entry in this round
	sqlite   map[handle]bool          // handles that are spoken to in SQLite; nil until asked
	depth    int
	cuts     int // how often a cycle was cut
}

// newEval makes an Eval for one package.
func newEval(pass *analysis.Pass, cat *catalogue.Catalogue) *Eval {
	return &Eval{
		pass:     pass,
		cat:      cat,
		facts:    map[*types.Func]*Func{},
		imported: map[*types.Func]*Func{},
		fields:   map[string]bool{},
		needs:    map[*ssa.Function][]Wait{},
		ifaces:   map[types.Type]string{},
		reached:  map[*types.Func][]*types.Func{},
		catalogs: map[*types.Func][]*catalogue.Entry{},
	}
}

// reset forgets what was evaluated with older facts.
func (e *Eval) reset() {
	e.ctxs = map[ssa.Value][]Source{}
	e.busy = map[ssa.Value]bool{}
	e.clients = map[ssa.Value]Bound{}
}

// imports returns the fact of a function of another package, or nil.
func (e *Eval) imports(fn *types.Func) *Func {
	fn = fn.Origin()
	if fn.Pkg() == nil || fn.Pkg() == e.pass.Pkg {
		return nil
	}
	if f, ok := e.imported[fn]; ok {
		return f
	}
	var f Func
	var out *Func
	if e.pass.ImportObjectFact(fn, &f) {
		out = &f
	}
	e.imported[fn] = out
	return out
}

// fact returns what is known of fn, or nil.
func (e *Eval) fact(fn *types.Func) *Func {
	fn = fn.Origin()
	if fn.Pkg() == e.pass.Pkg {
		return e.facts[fn]
	}
	return e.imports(fn)
}

// Callee is what a call calls.
type Callee struct {
	Obj  *types.Func // nil for a call of a function value
	Recv types.Type  // static receiver type, or nil
	Lit  *ssa.Function
}

// callee resolves a call as far as its syntax shows it.
func callee(c *ssa.CallCommon) Callee {
	if c.IsInvoke() {
		return Callee{Obj: c.Method, Recv: c.Value.Type()}
	}
	fn := c.StaticCallee()
	if fn == nil {
		return Callee{}
	}
	obj, ok := flow.Origin(fn).Object().(*types.Func)
	if !ok {
		return Callee{Lit: fn}
	}
	out := Callee{Obj: obj}
	if fn.Signature.Recv() != nil && len(c.Args) > 0 {
		out.Recv = c.Args[0].Type()
	}
	return out
}

// args returns the arguments of a call, the receiver first, as parameters of facts are
// counted.
func args(c *ssa.CallCommon) []ssa.Value {
	if !c.IsInvoke() {
		if mc, ok := c.Value.(*ssa.MakeClosure); ok && bound(mc.Fn.(*ssa.Function)) {
			return append(append([]ssa.Value{}, mc.Bindings...), c.Args...)
		}
		return c.Args
	}
	return append([]ssa.Value{c.Value}, c.Args...)
}

// bound tells whether fn is the wrapper that a method value x.M makes.
func bound(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "bound method") }

// at returns the value that stands at w in the call, or nil.
func at(c *ssa.CallCommon, w catalogue.Where) ssa.Value {
	switch {
	case w.None:
		return nil
	case w.Recv:
		if c.IsInvoke() {
			return c.Value
		}
		if len(c.Args) > 0 {
			return c.Args[0]
		}
		return nil
	}
	i := w.Arg
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// entries returns what the catalogue says of a call.
func (e *Eval) entries(c *ssa.CallCommon) []*catalogue.Entry {
	k := callee(c)
	if k.Obj == nil {
		return nil
	}
	return e.cat.Func(k.Obj, k.Recv)
}

// entry returns the first entry of a kind for a call, or nil.
func (e *Eval) entry(c *ssa.CallCommon, kind catalogue.Kind) *catalogue.Entry {
	for _, en := range e.entries(c) {
		if en.Kind == kind {
			return en
		}
	}
	return nil
}

// isContext tells whether t is context.Context.
func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }

// isNamed tells whether t, or what it points to, is the named type.
func isNamed(t types.Type, pkg, name string) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	o := n.Obj()
	return o.Name() == name && o.Pkg() != nil && o.Pkg().Path() == pkg
}

// typeName returns "pkg.T" for a named type or a pointer to one, else "".
func typeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}
