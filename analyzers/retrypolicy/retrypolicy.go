package retrypolicy

import (
	"embed"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	on := func(name, summary string) rule.Kind {
		return rule.Kind{Name: name, Summary: summary, Severity: finding.Warning, Confidence: finding.High, Default: rule.On}
	}
	low := func(name, summary string) rule.Kind {
		return rule.Kind{Name: name, Summary: summary, Severity: finding.Info, Confidence: finding.Low, Default: rule.Low}
	}
	return rule.Info{Name: "retrypolicy", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		on("infinite", "a retry that nothing ends while a caller waits"),
		on("nobackoff", "a retry without a pause between attempts"),
		on("sleep", "a retry that waits without an eye on the context at hand"),
		on("permanent", "a retry of what cannot succeed"),
		on("body", "a retry of a request whose body was already read"),
		low("nonidempotent", "a retry of a write without an idempotency key"),
		low("nojitter", "a retry whose pauses are the same for all callers"),
	}}
}

// Options of the rule.
type Options struct{}

// Validate tells what is wrong with the options.
func (Options) Validate() error { return nil }

// New returns the rule. Its result is a *finding.Set.
func New(_ Options, p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "retrypolicy",
		Doc:        rule.PageFor(rule.Pages(pages), ""),
		Requires:   []*analysis.Analyzer{p.Deadlines, p.Retries},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{pass: pass, cat: p.Catalogue, set: &finding.Set{}, quiet: rule.Quiet(pass), support: deadlines.TestSupport(pass)}
			c.run(pass.ResultOf[p.Deadlines].(*deadlines.Package), pass.ResultOf[p.Retries].(*retries.Package))
			return c.set, nil
		},
	}
}

// A checker judges one package.
type checker struct {
	pass    *analysis.Pass
	cat     *catalogue.Catalogue
	set     *finding.Set
	quiet   func(token.Pos) bool
	support func(token.Pos) bool

	x    *flow.Index
	dead *deadlines.Package
	eval *retries.Eval
}

// A layer is one retry of the package, written by hand or by a library.
type layer struct {
	fn    *ssa.Function
	pos   token.Pos
	loop  *loops.Loop         // nil for a library's
	lib   layers.Layer        // with a library's
	call  ssa.CallInstruction // of the library
	op    *ssa.Function       // what a library repeats, where it is a function of the package
	chain retries.Chain       // to what is called in the end
	sites []*retries.Site
}

// leaves tells whether what is repeated is known to leave the process.
func (l *layer) leaves() bool {
	for _, s := range l.sites {
		if s.Chain.Callee != "" && !s.Chain.Opaque {
			return true
		}
	}
	return false
}

// what names what is repeated.
func (l *layer) what() string {
	for _, s := range l.sites {
		if s.Chain.Callee != "" {
			return s.Chain.Callee
		}
	}
	if l.loop == nil {
		return "its operation"
	}
	return operation(l.loop.Ops[0].Common())
}

// operation names what a call calls.
func operation(com *ssa.CallCommon) string {
	if obj, _ := ssacall.Target(com); obj != nil {
		return deadlines.FuncName(obj)
	}
	switch v := com.Value.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return v.Name()
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return flow.FieldVar(fa).Name()
		}
		if fv, ok := v.X.(*ssa.FreeVar); ok {
			return fv.Name()
		}
	}
	return "its operation"
}

func (c *checker) run(dead *deadlines.Package, p *retries.Package) {
	if p.Index == nil || outside.TestPath(c.pass.Pkg.Path()) {
		return
	}
	c.x, c.dead, c.eval = p.Index, dead, p.Eval
	dead.Eval.Lock() // in the same order as every rule
	defer dead.Eval.Unlock()
	p.Eval.Lock()
	defer p.Eval.Unlock()
	for _, l := range c.layers() {
		if c.quiet(l.pos) || c.support(l.pos) || deadlines.TestHelper(l.fn) {
			continue
		}
		c.pauses(l, c.infinite(l))
		c.permanent(l)
		c.body(l)
	}
	c.writes()
}

// layers lists the retries of the package in source order.
func (c *checker) layers() []*layer {
	var out []*layer
	byLoop := map[*loops.Loop]*layer{}
	for _, s := range c.eval.Sites() {
		switch {
		case s.Loop != nil:
			l := byLoop[s.Loop]
			if l == nil {
				l = &layer{fn: s.Fn, pos: s.Pos, loop: s.Loop, chain: s.Chain}
				byLoop[s.Loop] = l
				out = append(out, l)
			}
			l.sites = append(l.sites, s)
		case s.Call != nil:
			for _, w := range c.eval.Wrapped(s.Call) {
				l := &layer{fn: s.Fn, pos: s.Pos, lib: w.Layer, call: s.Call, chain: s.Chain, sites: []*retries.Site{s}}
				l.op = function(w.Op)
				out = append(out, l)
			}
		}
	}
	return out
}

// function returns the function of the package that v is, or nil.
func function(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return fn
	case *ssa.ChangeType:
		return function(v.X)
	case *ssa.MakeInterface:
		return function(v.X)
	}
	return nil
}

func (c *checker) report(l *layer, f rule.Finding) {
	if f.Severity == "" {
		f.Severity = finding.Warning
	}
	if f.Trace = l.chain.Path; len(f.Trace) == 0 {
		f.Trace = []trace.Step{rule.Step(c.pass, trace.Retry, f.Pos, name(l.fn), "repeats "+l.what())}
	}
	rule.Report(c.pass, c.set, f)
}

// name is what a reader calls the function, or the one that the literal fn stands in.
func name(fn *ssa.Function) string {
	if obj, ok := flow.Named(flow.Origin(fn)).Object().(*types.Func); ok {
		return deadlines.FuncName(obj)
	}
	return flow.Named(fn).Name()
}
