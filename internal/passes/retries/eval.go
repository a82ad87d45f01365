package retries

import (
	"cmp"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// An Eval composes the retry layers of one package. It remembers what it composed, so that
// it serves one goroutine at a time: a rule locks it while it runs, because some drivers
// run the rules of a package side by side.
type Eval struct {
	sync.Mutex
	pass    *analysis.Pass
	cat     *catalogue.Catalogue
	x       *flow.Index
	lay     *layers.Eval
	find    *loops.Finder
	owner   *owner.Package
	facts   funcfact.Table[Func, *Func]
	sums    map[*ssa.Function][]*item
	busy    map[*ssa.Function]bool
	loops   map[*ssa.Function][]*loops.Loop
	recurs  map[*ssa.Function]bool // see mayLoop
	impls   *implement.Index
	ifaces  map[types.Type]string // the ids of interfaces
	notes   []string              // what they are
	hashes  map[*types.Func]string
	names   map[*ssa.Function]string     // of functions, as steps have them
	titles  map[*types.Func]string       // see calleeName
	callees map[*types.Func]*callee      // see calleeOf
	methods map[types.Type][]*types.Func // see methodsOf
	deco    map[overriding]bool          // see decorates
	last    resolved                     // see resolve
	ranks   []ranked                     // see worst
	// What values were found to be; pending while it is looked for.
	values  map[use][]*item
	wraps   map[use][]*item
	targets map[use][]*types.Func
	making  map[ssa.Value]bool           // the makers that are being looked at
	cut     int                          // see cuts
	adds    map[ssa.CallInstruction]bool // see mayAdd
	sites   []*Site                      // see Sites; nil until asked, as open is
	open    []*Site                      // see OpenSites
}

// A use is a value, a field or a package variable, with the method that is called, if any.
type use struct {
	of     any
	method string
}

// reset forgets what was composed with older facts.
func (e *Eval) reset() {
	e.sums, e.busy = make(map[*ssa.Function][]*item, len(e.x.SSA.Funcs)), map[*ssa.Function]bool{}
	e.adds, e.making = map[ssa.CallInstruction]bool{}, map[ssa.Value]bool{}
	e.values, e.wraps, e.targets = map[use][]*item{}, map[use][]*item{}, map[use][]*types.Func{}
}

// An item is a chain within the package under analysis.
type item struct {
	Chain
	end *ssa.Parameter // the parameter that is called in the end, or nil
	by  *ssa.Parameter // the parameter whose client makes the call, or nil
	// field is the field of the receiver through whose value the call is made, where nothing
	// is known of that value.
	field *types.Var
	of    []*ssa.Parameter // for each factor: the parameter that decides it, or nil
	// added counts the outer factors that the call itself adds to what it reaches.
	added int
	// passed says that these stand in a function that the client below is passed to.
	passed bool
	at     token.Pos // where the client of two layers is set up, if the package shows it
}

// maxItems bounds the chains that are kept of one function: for a caller the worst are
// enough.
const maxItems = 8

// maxFactors is how many layers a chain can have. Where more come together, a thousand types
// stand behind one interface and call one another through it: nobody has nested those.
const maxFactors = 16

// maxBehind is how many chains behind one call of an interface method are looked at.
const maxBehind = 64

// Chains returns the chains of a function of the package, with the literals that it runs,
// the worst first.
func (e *Eval) chains(fn *ssa.Function) []*item {
	fn = flow.Origin(fn)
	if out, ok := e.sums[fn]; ok {
		return out
	}
	if e.busy[fn] {
		e.cut++
		return nil
	}
	if fn.Blocks == nil {
		return nil
	}
	e.busy[fn] = true
	var out []*item
	for _, s := range e.x.Sites(fn) {
		if g, ok := s.CallInstruction.(*ssa.Go); ok && !e.awaited(fn, g) {
			continue // nobody waits for it, so nobody repeats it
		}
		cuts := e.cuts()
		items := e.call(fn, s)
		again := len(items) > 0 && e.mayLoop(fn, s.CallInstruction)
		if again || e.cuts() != cuts || slices.ContainsFunc(items, (*item).adds) {
			e.adds[s.CallInstruction] = true
		}
		if len(items) > 0 && ignored(s) {
			items = slices.DeleteFunc(items, func(it *item) bool { return it.Opaque && len(it.Factors) == 0 }) // as of a logger
		}
		if again {
			items = e.inLoops(fn, s.CallInstruction, items)
		}
		out = append(out, items...)
	}
	delete(e.busy, fn)
	out = e.worst(e.statedOf(fn, out))
	e.sums[fn] = out
	return out
}

// cuts counts how often an answer was asked for that was still being made. An answer without
// a cut in it is the same whenever it is asked for.
func (e *Eval) cuts() int { return e.cut + e.lay.Cuts() }

// ignored tells whether nobody looks at what the call gives.
func ignored(c ssa.CallInstruction) bool {
	v := c.Value()
	return v == nil || v.Referrers() == nil || len(*v.Referrers()) == 0
}

// inLoops adds the factors of the loops of fn that repeat the call c, of which mayLoop is true.
func (e *Eval) inLoops(fn *ssa.Function, c ssa.CallInstruction, items []*item) []*item {
	if len(items) == 0 {
		return nil
	}
	for _, l := range e.loopsIn(fn) {
		if l.Optimistic || !runs(l, c) {
			continue
		}
		for i, it := range items {
			items[i] = e.looped(fn, l, it)
		}
	}
	return e.polled(fn, c, items)
}

// polled adds the loops of fn that run the function it is given, c, until that is done.
func (e *Eval) polled(fn *ssa.Function, c ssa.CallInstruction, items []*item) []*item {
	for i, it := range items {
		if it.end == nil || it.Method != "" || len(it.Factors) > 0 || c.Common().StaticCallee() != nil {
			continue
		}
		for _, l := range e.find.Polls(fn) {
			if l.Ops[0] == c {
				items[i] = e.looped(fn, l, it)
				items[i].Polls = true
			}
		}
	}
	return items
}

// runs tells whether the loop repeats the call c: its failure makes the loop go round, or
// that of a method of what it gives, as in rdb.Get(ctx, key).Bytes().
func runs(l *loops.Loop, c ssa.CallInstruction) bool {
	for _, op := range l.Ops {
		for range 4 { // results of results
			if op == c {
				return true
			}
			next, ok := ssacall.Receiver(op.Common()).(*ssa.Call)
			if !ok {
				break
			}
			op = next
		}
	}
	return false
}

// loopsIn returns the retries that are written in fn, innermost first.
func (e *Eval) loopsIn(fn *ssa.Function) []*loops.Loop {
	if out, ok := e.loops[fn]; ok {
		return out
	}
	out := e.find.Find(fn)
	slices.SortStableFunc(out, func(a, b *loops.Loop) int { return cmp.Compare(len(a.Blocks), len(b.Blocks)) })
	e.loops[fn] = out
	return out
}

// looped puts the loop l of fn around a chain.
func (e *Eval) looped(fn *ssa.Function, l *loops.Loop, it *item) *item {
	by := ByLoop
	if l.Recursion {
		by = "recursion"
	}
	n := e.loopAttempts(l)
	quick := n == attempts.Of(2) && !pauses(l)
	return e.around(it, Factor{In: name(l.Fn), By: by, Attempts: n, Quick: quick}, e.param(fn, n), e.step(l.Pos, fn, by+" ×"+n.String()))
}

// pauses tells whether the loop waits between attempts by something else than what can fail
// itself, as the operation may when it waits for its turn.
func pauses(l *loops.Loop) bool {
	return slices.ContainsFunc(l.Pause.Calls, func(in ssa.Instruction) bool {
		c, ok := in.(*ssa.Call)
		return !ok || !gotype.Fails(c.Call.Signature())
	})
}

// param returns the parameter that decides n, a count in fn. It is one of the declared
// function that fn is, or stands in, or, for a loop, of a function around it. It is nil
// where none does.
func (e *Eval) param(fn *ssa.Function, n attempts.Number) *ssa.Parameter {
	if n.Kind != attempts.FromParam {
		return nil
	}
	for g := fn; n.Name != "" && g != nil; g = g.Parent() {
		if n.Param < len(g.Params) && g.Params[n.Param].Name() == n.Name {
			return g.Params[n.Param]
		}
	}
	return paramOf(fn, n.Param)
}

// around puts a factor around a chain.
func (e *Eval) around(it *item, f Factor, of *ssa.Parameter, step trace.Step) *item {
	out := *it
	out.Factors = append([]Factor{f}, it.Factors...)
	out.of = append([]*ssa.Parameter{of}, it.of...)
	out.Path = trace.Join([]trace.Step{step}, it.Path)
	return &out
}

// step makes the step of a path at pos in fn.
func (e *Eval) step(pos token.Pos, fn *ssa.Function, note string) trace.Step {
	in, ok := e.names[fn]
	if !ok {
		in = name(fn)
		e.names[fn] = in
	}
	s := trace.Step{Kind: trace.Retry, Pkg: e.pass.Pkg.Path(), Func: in, Note: note}
	if pos.IsValid() {
		p := e.pass.Fset.Position(pos)
		s.File, s.Line, s.Col = filepath.Base(p.Filename), p.Line, p.Column
	}
	return s
}

// name names the declared function that fn is, or stands in, for a reader.
func name(fn *ssa.Function) string {
	if obj, ok := flow.Named(flow.Origin(fn)).Object().(*types.Func); ok {
		return deadlines.FuncName(obj)
	}
	if named := flow.Named(fn); named.Pkg != nil {
		return named.Pkg.Pkg.Name() + "." + named.Name() // the initialiser of package variables
	}
	return flow.Named(fn).Name()
}
