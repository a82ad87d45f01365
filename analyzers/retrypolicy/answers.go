package retrypolicy

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// libraryPermanent is permanent for a library's retry.
func (c *checker) libraryPermanent(l *layer) {
	if l.op == nil || l.op.Blocks == nil || l.call == nil || few(l.lib.Attempts) || expects(l.fn) {
		return
	}
	if c.noRows(l) && l.repeatsScan() {
		c.reportNoRows(l)
		return
	}
	if !l.blanket() || judged(l.call, flow.WithLiterals(l.op)...) {
		return
	}
	path := c.eval.Refusal(l.op)
	if path != nil && !judged(l.call, path...) && l.leaves() {
		c.report(l, rule.Finding{Pos: l.pos, Kind: "permanent", Confidence: finding.High, Message: fmt.Sprintf(
			"%s repeats %s %s on answers such as 400 and 404 as well, which the same request gets again; mark the error of a client error other than 408 and 429 as final",
			l.lib.Name, l.what(), times(l.lib.Attempts))})
		return
	}
	if ctx := c.captured(l); ctx != "" && l.lib.Pauses && !l.lib.Ctx && !l.leaves() && l.lib.Attempts.Kind != attempts.Unbounded && !c.told(l) {
		c.report(l, rule.Finding{Pos: l.pos, Kind: "permanent", Confidence: finding.High, Message: fmt.Sprintf(
			"%s goes on after %s has ended and repeats its operation %s whatever the error is: an attempt on an ended context fails at once; hand %s to the retry",
			l.lib.Name, ctx, times(l.lib.Attempts), ctx)})
	}
}

// told tells whether something was said of the layer before: that its pause is deaf to the
// context is reason enough to hand it the context.
func (c *checker) told(l *layer) bool {
	at := c.pass.Fset.Position(l.pos)
	return slices.ContainsFunc(c.set.Findings, func(f finding.Finding) bool {
		return f.Location.Line == at.Line && f.Location.Column == at.Column && strings.HasSuffix(at.Filename, f.Location.File)
	})
}

// expects tells whether a function is there to wait for something to become so, or brings
// something up: what is missing now may be there soon.
func expects(fn *ssa.Function) bool {
	low := strings.ToLower(flow.Named(fn).Name())
	for _, w := range []string{"wait", "poll", "until", "ready", "health", "check", "ping", "eventual", "probe"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return startName(low)
}

// captured names the context from outside the operation that every call of it which gets
// one gets, or gives "": there is none, or the operation asks a context itself.
func (c *checker) captured(l *layer) string {
	s, out := l.scope(), ""
	for _, call := range s.calls() {
		obj, _ := ssacall.Target(&call.Call)
		if obj != nil && gotype.Path(obj) == "context" {
			return ""
		}
		for _, a := range ssacall.Args(&call.Call) {
			if !gotype.IsContext(a.Type()) {
				continue
			}
			name := ""
			for _, lf := range c.x.Resolve(a) {
				if lf.Value == nil || lf.Kind != flow.Param && lf.Kind != flow.Call || s.has(lf.Value) || rootless(lf.Value) {
					return ""
				}
				if name == "" {
					name = ctxName(a)
				}
			}
			if name == "" || obj == nil {
				return ""
			}
			out = name
		}
		if call.Call.IsInvoke() && gotype.IsContext(call.Call.Value.Type()) {
			return "" // asks the context whether it has ended
		}
	}
	return out
}

// rootless tells whether a context comes of none that a caller could end.
func rootless(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	obj, _ := ssacall.Target(&call.Call)
	return obj == nil || gotype.Path(obj) != "context" || obj.Name() == "Background" || obj.Name() == "TODO" || obj.Name() == "WithoutCancel"
}

func ctxName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		return ctxName(v.X)
	case *ssa.FreeVar, *ssa.Parameter:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	}
	return ""
}

// noRows tells whether what is repeated asks for one row that may not be there, and fails
// where it is not, though no row is an answer.
func (c *checker) noRows(l *layer) bool {
	s := l.scope()
	if s == nil {
		return false
	}
	for _, call := range s.calls() {
		obj, _ := ssacall.Target(&call.Call)
		if obj == nil || !gotype.IsFunc(obj, "(*database/sql.Row).Scan") || l.loop != nil && !c.isOp(l, call) {
			continue
		}
		if q, ok := origin(c.x.Resolve(call.Call.Args[0])).(*ssa.Call); ok && s.has(q) && lookup(queryText(q)) {
			return true
		}
	}
	return false
}

// isOp tells whether call is an operation of the loop, or reads what one gives.
func (c *checker) isOp(l *layer, call *ssa.Call) bool {
	from, _ := origin(c.x.Resolve(call.Call.Args[0])).(*ssa.Call)
	return slices.ContainsFunc(l.loop.Ops, func(op ssa.CallInstruction) bool { return op == call || from != nil && op == from })
}

// queryText is the constant text of the statement that a call hands to a database, or "".
func queryText(call *ssa.Call) string {
	obj, _ := ssacall.Target(&call.Call)
	if obj == nil || gotype.Path(obj) != "database/sql" {
		return ""
	}
	for _, a := range ssacall.Args(&call.Call) {
		if t := text(a); t != "" {
			return t
		}
	}
	return ""
}

// lookup tells whether a statement asks for a row that may not be there.
func lookup(sql string) bool {
	low := " " + strings.Join(strings.Fields(strings.ToLower(sql)), " ") + " "
	if !strings.HasPrefix(low, " select ") || !strings.Contains(low, " from ") || !strings.Contains(low, " where ") {
		return false
	}
	for _, w := range []string{"count(", "exists", "max(", "min(", "sum(", "avg(", "coalesce((", "pg_", "information_schema", " union "} {
		if strings.Contains(low, w) {
			return false
		}
	}
	return true
}

// repeatsScan tells whether the library's layer goes round on the error of a Scan in its
// operation: on any error, or on what the operation marks, without having asked what it is.
func (l *layer) repeatsScan() bool {
	if l.lib.Stops || !l.visible() && l.lib.Again == catalogue.AgainError {
		return false
	}
	fns := flow.WithLiterals(l.op)
	switch l.lib.Again {
	case catalogue.AgainError:
		return !judged(l.call, fns...) && returnsScan(l.op, "")
	case catalogue.AgainMarked:
		lib, _ := ssacall.Target(l.call.Common())
		return lib != nil && !sorted(l, fns) && returnsScan(l.op, gotype.Path(lib))
	}
	return false
}

// sorted is judged, but for the mark that makes an error one to be repeated.
func sorted(l *layer, fns []*ssa.Function) bool {
	for _, fn := range fns {
		for _, call := range (&scope{fns: []*ssa.Function{fn}}).calls() {
			if judges(call, nil) && !sameLib(call, l.call) {
				return true
			}
		}
	}
	return false
}

func sameLib(a *ssa.Call, b ssa.CallInstruction) bool {
	x, _ := ssacall.Target(&a.Call)
	y, _ := ssacall.Target(b.Common())
	return x != nil && y != nil && x.Pkg() == y.Pkg()
}

// returnsScan tells whether fn returns the error of a Scan, as it is, with words around it,
// or handed to a function of the package mark where that is not "".
func returnsScan(fn *ssa.Function, mark string) bool {
	n := fn.Signature.Results().Len()
	if n == 0 {
		return false
	}
	for _, v := range ssacall.Returned(fn, n-1) {
		if carries(v, mark, mark == "", 10) {
			return true
		}
	}
	return false
}

func carries(v ssa.Value, mark string, marked bool, depth int) bool {
	if depth == 0 {
		return false
	}
	down := func(x ssa.Value) bool { return carries(x, mark, marked, depth-1) }
	switch v := v.(type) {
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, down)
	case *ssa.MakeInterface:
		return down(v.X)
	case *ssa.ChangeInterface:
		return down(v.X)
	case *ssa.Extract:
		return down(v.Tuple)
	case *ssa.UnOp:
		return v.Op == token.MUL && storedErr(v.X, down)
	case *ssa.Slice:
		return elements(v.X, down)
	case *ssa.Call:
		obj, _ := ssacall.Target(&v.Call)
		if obj == nil {
			return false
		}
		if gotype.IsFunc(obj, "(*database/sql.Row).Scan") {
			return marked
		}
		marked = marked || gotype.Path(obj) == mark
		if p := gotype.Path(obj); p != mark && p != "fmt" && p != "github.com/pkg/errors" {
			return false
		}
		return slices.ContainsFunc(v.Call.Args, down)
	}
	return false
}

// storedErr asks down of what is stored in a variable.
func storedErr(addr ssa.Value, down func(ssa.Value) bool) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a && down(st.Val) {
			return true
		}
	}
	return false
}

// elements asks down of what is stored in an array.
func elements(arr ssa.Value, down func(ssa.Value) bool) bool {
	a, ok := arr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *ia.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ia && down(st.Val) {
				return true
			}
		}
	}
	return false
}

func (c *checker) reportNoRows(l *layer) {
	c.report(l, rule.Finding{Pos: l.pos, Kind: "permanent", Confidence: finding.High, Message: fmt.Sprintf(
		"%s repeats a lookup %s on sql.ErrNoRows as well, which is an answer: every lookup of what does not exist costs all attempts; end it on sql.ErrNoRows",
		l.who(), times(l.count()))})
}

// text is the constant text v, or "".
func text(v ssa.Value) string {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(k.Value)
}
