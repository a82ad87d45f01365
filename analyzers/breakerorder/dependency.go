package breakerorder

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// leaves returns the entry of a call that leaves the process, or nil.
func (c *checker) leaves(call ssa.CallInstruction) *catalogue.Entry {
	obj, recv := ssacall.Target(call.Common())
	if obj == nil {
		return nil
	}
	for _, en := range c.cat.Func(obj, recv) {
		if en.Kind == catalogue.KindOutbound {
			return en
		}
	}
	return nil
}

// local are the packages whose functions take a context and stay in the process.
var local = []string{"context", "log", "log/slog", "go.opentelemetry.io/otel", "golang.org/x/time/rate", "golang.org/x/sync", "runtime"}

// dependency tells whether the call asks somebody outside the process, as far as its form
// shows: the catalogue knows it, or it takes a context or a request, its body is not in
// the package, and it can fail.
func (c *checker) dependency(call ssa.CallInstruction) bool {
	if c.leaves(call) != nil {
		return true
	}
	com := call.Common()
	if !gotype.Fails(com.Signature()) {
		return false
	}
	obj, _ := ssacall.Target(com)
	if obj == nil {
		_, builtin := com.Value.(*ssa.Builtin)
		return !builtin && len(c.pkg.Bodies(com.Value)) == 0
	}
	if fn := com.StaticCallee(); fn != nil && len(flow.Origin(fn).Blocks) > 0 {
		return false // its own calls are looked at
	}
	if r := ssacall.Receiver(com); r != nil {
		for fa, ok := r.(*ssa.FieldAddr); ok; fa, ok = r.(*ssa.FieldAddr) {
			r = fa.X // a method of what is embedded
		}
		if from, ok := r.(*ssa.Call); ok && c.leaves(from) != nil && !gotype.Fails(from.Common().Signature()) {
			return true // the result of a command: rdb.Get(ctx, key).Result()
		}
	}
	if obj.Pkg() == nil || c.cat.Owns(obj.Pkg().Path()) && com.StaticCallee() != nil {
		return false // the catalogue says what leaves the process
	}
	for _, p := range local {
		if obj.Pkg().Path() == p || strings.HasPrefix(obj.Pkg().Path(), p+"/") {
			return false
		}
	}
	return takesContext(obj.Signature())
}

func takesContext(s *types.Signature) bool {
	for i := range min(s.Params().Len(), 2) {
		t := s.Params().At(i).Type()
		if gotype.IsContext(t) || gotype.PointerTo(t, "net/http", "Request") && s.Results().Len() > 1 {
			return true
		}
	}
	return false
}

// callee names what is called, for a reader.
func callee(call ssa.CallInstruction) string {
	if obj, _ := ssacall.Target(call.Common()); obj != nil {
		return calleeName(obj)
	}
	return "the function it was given"
}
