package clients

import (
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/ssacall"
)

// calledHere follows a value that a function literal returns to the calls of the literal,
// where nothing else happens to it than being called.
func (w *walker) calledHere(v ssa.Value, ret *ssa.Return) bool {
	calls := w.e.onlyCalled(ret.Parent())
	if len(calls) == 0 {
		return false
	}
	for i, r := range ret.Results {
		if r != v {
			continue
		}
		for _, c := range calls {
			if res := ssacall.Result(c, i); res != nil {
				w.value(res)
			}
		}
	}
	return true
}

// onlyCalled lists the calls of a function literal, where it is only called, by the
// function around it or a literal in it. It is empty for anything else.
func (e *eval) onlyCalled(lit *ssa.Function) []*ssa.Call {
	if lit.Parent() == nil {
		return nil
	}
	var out []*ssa.Call
	for _, c := range e.x.Callers(lit) {
		call, ok := c.(*ssa.Call)
		if !ok {
			return nil
		}
		out = append(out, call)
	}
	for _, b := range lit.Parent().Blocks {
		for _, in := range b.Instrs {
			var called ssa.Value
			if c, ok := in.(*ssa.Call); ok {
				called = c.Call.Value
			}
			for _, op := range in.Operands(nil) {
				switch x := (*op).(type) {
				case *ssa.Function:
					if _, mc := in.(*ssa.MakeClosure); x == lit && *op != called && !mc {
						return nil
					}
				case *ssa.MakeClosure:
					if x.Fn == lit && *op != called {
						return nil
					}
				}
			}
		}
	}
	return out
}
