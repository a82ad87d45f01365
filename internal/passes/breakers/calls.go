package breakers

import (
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/trial"
)

// asking are the calls in fn, not those in its literals, that can have to do with a breaker.
func (e *eval) asking(fn *ssa.Function) iter.Seq[ssa.CallInstruction] {
	return func(yield func(ssa.CallInstruction) bool) {
		sites := e.x.Sites(fn)
		for i := range sites {
			if e.mayAsk(&sites[i]) && !yield(sites[i].CallInstruction) {
				return
			}
		}
	}
}

// mayAsk tells whether a call can be one of a breaker, or one that comes back with a
// refusal: the catalogue or a fact has to know its function, and those of the package have
// theirs while they are made. It is the same for all calls of a target.
func (e *eval) mayAsk(s *flow.Site) bool {
	may, ok := e.may[s.Target]
	if !ok {
		may = s.Fn != nil && (s.Fn.Pkg() == e.pass.Pkg || slices.ContainsFunc(s.Entries(e.cat), isBreaker) ||
			gotype.Path(s.Fn) == failsafe || e.facts.Imported(s.Fn) != nil)
		e.may[s.Target] = may
	}
	return may
}

// breakerCall returns what is known of c as a call of a breaker, or nil.
func (e *eval) breakerCall(c ssa.CallInstruction) *Call {
	if k, ok := e.calls[c]; ok {
		return k
	}
	k := e.find(c)
	if k != nil {
		if k.Op != nil {
			k.Bodies = e.bodies(k.Op)
		}
	}
	e.calls[c] = k
	return k
}

func (e *eval) find(c ssa.CallInstruction) *Call {
	obj, recv := ssacall.Target(c.Common())
	if obj == nil {
		return nil
	}
	for _, en := range e.cat.Func(obj, recv) {
		if en.Kind != catalogue.KindBreaker {
			continue
		}
		k := &Call{Fn: c.Parent(), Call: c, Entry: en, Name: deadlines.FuncName(obj)}
		switch en.Does {
		case "wrap":
			if k.Op = ssacall.At(c.Common(), en.Op); k.Op == nil {
				return nil
			}
		case "allow":
		default:
			return nil
		}
		k.Open = opened(en, obj)
		return k
	}
	if k := e.failsafeCall(c, obj); k != nil {
		return k
	}
	f := e.facts.Get(obj)
	if f == nil {
		return nil
	}
	args := ssacall.Args(c.Common())
	for _, r := range f.Runs {
		if r.Param < len(args) {
			return &Call{Fn: c.Parent(), Call: c, Name: deadlines.FuncName(obj), Op: args[r.Param], Open: f.Refuses}
		}
	}
	if len(f.Reports) > 0 && e.guarded(c, f.Reports) {
		k := &Call{Fn: c.Parent(), Call: c, Name: deadlines.FuncName(obj)}
		if gotype.IsError(obj.Signature().Results().At(0).Type()) {
			k.Open = f.Refuses
		}
		return k
	}
	return nil
}

// opened lists what a library's breaker refuses with.
func opened(en *catalogue.Entry, fn *types.Func) []Refusal {
	var out []Refusal
	for _, n := range en.OpenErrors {
		// An entry may name the errors of more than one major version.
		if i := strings.LastIndex(n, "."); len(en.OpenErrors) > 1 && fn.Pkg() != nil && n[:i] != fn.Pkg().Path() {
			continue
		}
		out = append(out, Refusal{Names: []string{n}, Text: openText(n)})
	}
	if len(out) == 0 && gotype.Fails(fn.Signature()) {
		out = append(out, Refusal{Text: trial.Hole})
	}
	return out
}

// openTexts is what the errors of open breakers say, where the library's source says it.
var openTexts = map[string]string{
	"gobreaker.ErrOpenState":        "circuit breaker is open",
	"gobreaker.ErrTooManyRequests":  "too many requests",
	"hystrix.ErrCircuitOpen":        "hystrix: circuit open",
	"hystrix.ErrMaxConcurrency":     "hystrix: max concurrency",
	"hystrix.ErrTimeout":            "hystrix: timeout",
	"breaker.ErrServiceUnavailable": "circuit breaker is open",
	"breaker.ErrBreakerOpen":        "circuit breaker is open",
	"circuitbreaker.ErrOpen":        "circuit breaker open",
	"circuitbreaker.ErrNotAllowed":  "circuitbreaker: not allowed for circuit open",
	"circuitbreaker.ErrBreakerOpen": "breaker open",
	"breaker.ErrCircuitOpen":        "circuit open",
}

func openText(name string) string {
	name = strings.Replace(name, "/v2.", ".", 1)
	if t, ok := openTexts[name[strings.LastIndex(name, "/")+1:]]; ok {
		return t
	}
	return trial.Hole
}

// bodies returns the functions of the package that the function value v can be.
func (e *eval) bodies(v ssa.Value) []*ssa.Function {
	var out []*ssa.Function
	for _, l := range e.x.Resolve(v) {
		if l.Kind != flow.Func {
			continue
		}
		fn, ok := l.Value.(*ssa.Function)
		if mc, closure := l.Value.(*ssa.MakeClosure); closure {
			fn, ok = mc.Fn.(*ssa.Function)
		}
		if !ok {
			continue
		}
		if ssacall.Bound(fn) {
			if obj, isFunc := fn.Object().(*types.Func); isFunc {
				fn = fn.Prog.FuncValue(obj)
			}
		}
		if fn == nil {
			continue // a method of another package
		}
		if fn = flow.Origin(fn); len(fn.Blocks) > 0 {
			out = append(out, fn)
		}
	}
	return out
}
