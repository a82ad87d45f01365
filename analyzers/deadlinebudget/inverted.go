package deadlinebudget

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// inverted reports timeouts that begin inside a shorter one and so never end anything.
// One that has a longer caller as well, anywhere in the program, has its use: what shows
// such a caller is noted.
func (c *checker) inverted(p *deadlines.Package) {
	for _, place := range c.eval.Unseen() {
		c.note("alive " + place)
	}
	for _, fn := range p.Index.SSA.Funcs {
		if deadlines.TakesTest(fn) {
			continue
		}
		for _, s := range c.eval.Spans(fn) {
			c.span(s)
		}
		c.handedOn(p.Index.Values(fn))
		if obj, ok := fn.Object().(*types.Func); ok && len(c.eval.Budgets(obj)) > 0 && len(p.Index.Callers(fn)) == 0 && c.implements(obj) {
			c.aliveBelow(obj)
		}
	}
}

// implements tells whether fn is a method that some interface asks for which this package
// sees, and does not call here by that interface: others call it, with what, is not seen.
func (c *checker) implements(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || c.invoked(fn.Name()) {
		return false
	}
	if c.ifaces == nil {
		c.ifaces = c.interfaces()
	}
	for _, i := range c.ifaces {
		if m, _, _ := types.LookupFieldOrMethod(i.iface, false, i.pkg, fn.Name()); m == nil {
			continue
		}
		if types.Implements(recv.Type(), i.iface) || types.Implements(types.NewPointer(recv.Type()), i.iface) {
			return true
		}
	}
	return false
}

// A declared interface, with the package that declares it.
type declared struct {
	pkg   *types.Package
	iface *types.Interface
}

// interfaces returns those that the package and its imports declare.
func (c *checker) interfaces() []declared {
	out := []declared{}
	for _, pkg := range append([]*types.Package{c.pass.Pkg}, c.pass.Pkg.Imports()...) {
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			if iface, ok := tn.Type().Underlying().(*types.Interface); ok && iface.IsMethodSet() {
				out = append(out, declared{pkg, iface})
			}
		}
	}
	return out
}

// invoked tells whether the package calls a method of that name through an interface.
func (c *checker) invoked(name string) bool {
	for _, sel := range c.pass.TypesInfo.Selections {
		if sel.Kind() == types.MethodVal && sel.Obj().Name() == name && types.IsInterface(sel.Recv()) {
			return true
		}
	}
	return false
}

// span judges one timeout where it begins.
func (c *checker) span(s *deadlines.Span) {
	forwarded := s.Under.Param != deadlines.NoParam && !deadlines.RequestParam(s.Under.Fn, s.Under.Param)
	switch {
	case s.Backstop: // when it ends at the latest, not what was chosen here
	case s.Under.Max == 0 && forwarded: // for the callers to decide
	case s.Under.Max > 0 && s.Amount >= s.Under.Max && !c.tried[deadlines.Place(s.Path)] && !c.life.Operator(s.Fn):
		c.reportSpan(s)
	case len(s.Path) > 1:
		c.note(alive(s.Path))
	}
}

// alive names the timeout at the end of a path as one that can end something.
func alive(path []trace.Step) string { return "alive " + deadlines.Place(path) }

func (c *checker) reportSpan(s *deadlines.Span) {
	last := s.Path[len(s.Path)-1]
	f := rule.Finding{
		Pos:        s.Call.Pos(),
		Kind:       "inverted",
		Severity:   finding.Warning,
		Confidence: finding.High,
		Message: fmt.Sprintf("a timeout of %s lies inside one of %s and never ends anything: %s; inside, give less than what the caller has",
			s.Amount, s.Under.Max, chain(s.Path)),
	}
	fn := s.Under.Fn
	if fn == nil {
		fn = s.Fn
	}
	var head []trace.Step
	if s.Under.Made.IsValid() {
		head = append(head, c.eval.Step(trace.Root, s.Under.Made, fn, fmt.Sprintf("timeout of %s", s.Under.Max)))
	}
	f.Trace = trace.Join(head, s.Path)
	if len(s.Path) > 1 {
		f.Unless, f.Whole = []string{alive(s.Path)}, c.reachable(s.Path)
		f.At = &finding.Location{Pkg: last.Pkg, File: last.File, Line: last.Line, Column: last.Col}
	}
	c.report(f)
}

// reachable tells whether other packages can come to the timeout, or retry, at the end of a
// path with contexts of their own: it stands in another package, or below an exported
// function of this one.
func (c *checker) reachable(path []trace.Step) bool {
	if path[len(path)-1].Pkg != c.pass.Pkg.Path() {
		return true
	}
	if c.open == nil {
		c.open = map[string]bool{}
		for _, obj := range c.pass.TypesInfo.Defs { // the order does not matter for a set
			fn, ok := obj.(*types.Func)
			if !ok || !fn.Exported() {
				continue
			}
			for _, place := range c.eval.Below(fn) {
				c.open[place] = true
			}
		}
	}
	return c.open[deadlines.Place(path)]
}

// chain names the functions from the start of a path to its end.
func chain(path []trace.Step) string {
	var names []string
	if len(path) > 0 && path[0].Func != "" {
		names = append(names, path[0].Func)
	}
	for _, s := range path {
		if s.Note != "" {
			names = append(names, s.Note)
		}
	}
	return strings.Join(names, " → ")
}

// handedOn notes the timeouts of functions that are used as values: who calls them, and with
// what, is not seen.
func (c *checker) handedOn(values []*ssa.Function) {
	for _, f := range values {
		if obj, ok := f.Object().(*types.Func); ok {
			c.aliveBelow(obj)
		}
	}
}

func (c *checker) aliveBelow(fn *types.Func) {
	for _, b := range c.eval.Budgets(fn) {
		c.note(alive(b.Path))
	}
}

// result i of the call c, or nil.
func extracted(c *ssa.Call, i int) ssa.Value {
	if c.Referrers() == nil {
		return nil
	}
	for _, ref := range *c.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}
