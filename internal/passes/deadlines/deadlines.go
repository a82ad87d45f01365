// Package deadlines knows, for each function, which calls below it leave the process
// and can wait for ever, and what decides whether they do: the context, the request
// that carries it, the client.
//
// It reports nothing. It knows the size of a bound where constants show it or the owner
// states it, and it trusts a value that it can't follow: what is unknown counts as bounded.
package deadlines

import (
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/trace"
)

// New returns the pass, which asks the pass own what owners state and impl, package
// implement's, what stands behind interfaces. Its result is a *Package, its fact a *Func on
// functions.
func New(cat *catalogue.Catalogue, own, impl *analysis.Analyzer) *analysis.Analyzer {
	serves := &sync.Map{}
	return &analysis.Analyzer{
		Name:       "resilintdeadlines",
		Doc:        "which calls leave the process, and what bounds them in time",
		Requires:   []*analysis.Analyzer{ssabuild.Analyzer, own, impl},
		FactTypes:  []analysis.Fact{new(Func)},
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			e := newEval(pass, cat)
			e.serves = serves
			e.owner, e.impls = pass.ResultOf[own].(*owner.Package), pass.ResultOf[impl].(*implement.Index)
			return run(e), nil
		},
	}
}

// Package is what the pass found in one package.
type Package struct {
	// Index is nil where the package holds nothing of interest.
	Index *flow.Index
	// Calls are the calls that leave the process, or reach one that does, and whose
	// deadline is decided in this package.
	Calls []*Outbound
	Eval  *Eval
	// Links say what the package's methods mean to callers that reach them through an
	// interface only, in the words of finding.Set.Notes.
	Links []string
}

// An Outbound is a call with what is known of its bounds.
type Outbound struct {
	Fn      *ssa.Function // the function, or function literal, that it stands in
	Call    ssa.CallInstruction
	Entry   *catalogue.Entry // nil where the call only leads to one
	Callee  string           // what is called in the end, as a reader names it
	Sources []Source         // where its context can come from
	Client  Bound
	Child   bool
	Loop    bool // a callee waits in a loop that lives as long as the context
	Here    bool // the call stands in such a loop itself
	OS      bool
	Local   bool   // the database is embedded: only a dropped context is a fault
	Slot    bool   // it waits for a slot of something shared
	If      string // the method of which some implementation must wait, as finding.Finding.If is written
	SetUp   bool   // a statement that changes a database's schema

	path  []trace.Step // see Path
	eval  *Eval        // with a path that has yet to be made: who makes it,
	via   *types.Func  // the function that is called,
	below []trace.Step // and the path from there on
}

// Path leads from this call on. Most calls are their callers' to decide and need none, so
// that it is made when it is asked for. Do not change it.
func (o *Outbound) Path() []trace.Step {
	if o.path == nil && o.eval != nil {
		o.path = trace.Join([]trace.Step{o.eval.step(trace.Call, o.Call, o.eval.funcName(o.via))}, o.below)
	}
	return o.path
}

// SourceKind says where a context comes from.
type SourceKind uint8

// The kinds of a source.
const (
	Unknown SourceKind = iota
	Bounded            // it has a deadline
	Root               // Background, TODO, or a request or command made without a context
	Never              // a field that is never set, so that it is always nil
	Caller             // the function's parameter Param brings it
)

// A Source is one place a context can come from.
type Source struct {
	Kind   SourceKind
	Param  int           // with Caller: index among the parameters of Fn, the receiver first
	Fn     *ssa.Function // where the source stands
	Pos    token.Pos     // with Root: where it is made
	NoCtx  bool          // with Root: no context was given at all
	Cancel bool          // it can be cancelled, by a WithCancel or a signal
	Detach bool          // with Root: WithoutCancel dropped the deadline of another
	Branch bool          // with Root: another branch keeps the caller's
	Field  *types.Var    // the field it was kept in, where there is one
	Made   string        // with Root: what made it, as a reader names it
}

// BoundState says whether a client bounds its calls.
type BoundState uint8

// The states of a client.
const (
	BoundUnknown BoundState = iota
	BoundYes
	BoundNo
	BoundParam // as parameter Param does
)

// A Bound is what a client does to the time of its calls.
type Bound struct {
	State  BoundState
	Param  int
	Fn     *ssa.Function
	Pos    token.Pos // with BoundNo: where the client is made, if it is in this package
	What   string    // with BoundNo: what it is, as a reader names it
	Global bool      // with BoundNo: it is the process-wide default client
	Unless []string
	// Injected says that it is unknown because callers hand it in; Home is the field it is
	// kept in, if it is kept.
	Injected bool
	Unset    bool // an exported field that this package never sets
	Home     *types.Var
}

// run summarises the package bottom-up until nothing changes, exports the facts, and
// collects the calls whose deadline is decided here.
func run(e *Eval) *Package {
	pass := e.pass
	if !e.candidate() {
		return &Package{Eval: e}
	}
	s := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get()
	e.x = flow.New(s)
	e.hot = make(map[*ssa.Function][]site, len(s.Funcs))
	order := e.x.BottomUp()
	e.settle(order)
	e.reset()
	p := &Package{Index: e.x, Eval: e}
	for _, fn := range s.Funcs {
		p.Calls = append(p.Calls, e.outbound(fn)...)
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
		e.link(fn, f)
		if f = f.exported(); !f.empty() {
			pass.ExportObjectFact(obj, f)
		}
	}
	p.Links = e.links
	return p
}
