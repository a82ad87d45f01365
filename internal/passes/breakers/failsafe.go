package breakers

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// failsafe-go composes policies at run time: With(a, b) is a around b. What an executor
// does is decided by the values that With was given.

const failsafe = "github.com/failsafe-go/failsafe-go"

// IsBreakerPolicy tells whether t is the type of failsafe-go's circuit breaker.
func IsBreakerPolicy(t types.Type) bool {
	return gotype.Name(t) == failsafe+"/circuitbreaker.CircuitBreaker"
}

// IsRetryPolicy tells whether t is the type of failsafe-go's retry policy.
func IsRetryPolicy(t types.Type) bool {
	return gotype.Name(t) == failsafe+"/retrypolicy.RetryPolicy"
}

// Policies returns the policies that the call c composes, outermost first, each as the
// value of its own type, or nil where c composes none.
func Policies(c *ssa.CallCommon) []ssa.Value {
	obj, _ := ssacall.Target(c)
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != failsafe && !strings.HasPrefix(obj.Pkg().Path(), failsafe+"/") || !obj.Signature().Variadic() || len(c.Args) == 0 {
		return nil
	}
	switch obj.Name() {
	case "With", "NewExecutor", "NewRoundTripper", "NewRequest", "NewUnaryClientInterceptor":
		var out []ssa.Value
		for _, v := range Elements(c.Args[len(c.Args)-1]) {
			out = append(out, bare(v))
		}
		return out
	}
	return nil
}

func bare(v ssa.Value) ssa.Value {
	for range 4 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		}
	}
	return v
}

// Elements returns the elements of a slice that is written out, as a variadic argument
// is, in their order.
func Elements(v ssa.Value) []ssa.Value {
	els, whole := ssacall.Elements(v)
	if !whole {
		return nil
	}
	return els
}

// failsafeCall returns the call of an executor that has a breaker among its policies.
func (e *eval) failsafeCall(c ssa.CallInstruction, obj *types.Func) *Call {
	if obj.Pkg() == nil || obj.Pkg().Path() != failsafe || obj.Signature().Recv() == nil {
		return nil
	}
	if !strings.HasPrefix(obj.Name(), "Get") && !strings.HasPrefix(obj.Name(), "Run") || obj.Signature().Params().Len() != 1 {
		return nil
	}
	for _, v := range e.executorPolicies(ssacall.Receiver(c.Common()), 0) {
		if IsBreakerPolicy(v.Type()) {
			args := ssacall.Args(c.Common())
			name := failsafe + "/circuitbreaker.ErrOpen"
			return &Call{Fn: c.Parent(), Call: c, Name: deadlines.FuncName(obj), Op: args[len(args)-1],
				Open: []Refusal{{Names: []string{name}, Text: openText(name)}}}
		}
	}
	return nil
}

// executorPolicies returns the policies of the executor v, followed through builder
// methods, fields and variables of the package.
func (e *eval) executorPolicies(v ssa.Value, depth int) []ssa.Value {
	if v == nil || depth > 5 {
		return nil
	}
	for _, l := range e.x.Resolve(v) {
		var stores []*ssa.Store
		switch l.Kind {
		case flow.Call:
			c := &l.Value.(*ssa.Call).Call
			if ps := Policies(c); ps != nil {
				return ps
			}
			if r := ssacall.Receiver(c); r != nil {
				if ps := e.executorPolicies(r, depth+1); ps != nil {
					return ps
				}
			}
		case flow.Field:
			stores = e.x.FieldStores(l.Var)
		case flow.Global:
			stores = e.x.GlobalStores(l.Value.(*ssa.Global))
		}
		for _, st := range stores {
			if ps := e.executorPolicies(st.Val, depth+1); ps != nil {
				return ps
			}
		}
	}
	return nil
}
