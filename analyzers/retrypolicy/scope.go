package retrypolicy

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A scope is the code that a retry runs again: blocks of a function, or a function literal
// with those in it.
type scope struct {
	fns    []*ssa.Function
	blocks map[*ssa.BasicBlock]bool // nil for all of fns
}

// scope returns what l runs again, or nil where the package does not show it.
func (l *layer) scope() *scope {
	switch {
	case l.loop != nil && !l.loop.Recursion:
		return &scope{fns: []*ssa.Function{l.fn}, blocks: l.loop.Blocks}
	case l.loop == nil && l.op != nil && l.op.Blocks != nil:
		return &scope{fns: flow.WithLiterals(l.op)}
	}
	return nil
}

// each calls f with the instructions of the scope, in the order of the source's blocks.
func (s *scope) each(f func(ssa.Instruction)) {
	for _, fn := range s.fns {
		for _, b := range fn.Blocks {
			if s.blocks != nil && !s.blocks[b] {
				continue
			}
			for _, in := range b.Instrs {
				f(in)
			}
		}
	}
}

// has tells whether an instruction of the scope computes v, or one of its functions is
// given it.
func (s *scope) has(v ssa.Value) bool {
	fn := v.Parent()
	if p, ok := v.(*ssa.Parameter); ok {
		return s.blocks == nil && s.inside(p.Parent())
	}
	in, ok := v.(ssa.Instruction)
	if !ok || fn == nil || !s.inside(fn) {
		return false
	}
	return s.blocks == nil || s.blocks[in.Block()]
}

func (s *scope) inside(fn *ssa.Function) bool {
	for _, g := range s.fns {
		if g == fn {
			return true
		}
	}
	return false
}

// calls lists the calls of the scope that it waits for.
func (s *scope) calls() []*ssa.Call {
	var out []*ssa.Call
	s.each(func(in ssa.Instruction) {
		if c, ok := in.(*ssa.Call); ok {
			out = append(out, c)
		}
	})
	return out
}

// who names what repeats.
func (l *layer) who() string {
	if l.loop == nil && l.lib.Name != "" {
		return l.lib.Name
	}
	return name(l.fn)
}

// count is how often the layer tries.
func (l *layer) count() attempts.Number {
	if l.loop == nil {
		return l.lib.Attempts
	}
	return l.loop.Attempts
}

// blanket tells whether a library's layer goes round on any error of its operation, as far
// as the policy is to be seen.
func (l *layer) blanket() bool {
	return l.loop == nil && l.lib.Entry != nil && l.lib.Again == catalogue.AgainError && !l.lib.Stops && l.visible()
}

// visible tells whether the package shows how the policy of a library's layer is set up.
func (l *layer) visible() bool {
	switch l.lib.Attempts.Kind {
	case attempts.Exact, attempts.AtMost, attempts.AtLeast, attempts.Timed, attempts.Unbounded:
		return l.call != nil
	}
	return false
}

// judged tells whether the functions look at an error in some way, or use the library whose
// function call is: they may mark what is not to be repeated.
func judged(call ssa.CallInstruction, fns ...*ssa.Function) bool {
	lib, _ := ssacall.Target(call.Common())
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Call:
					if judges(in, lib) {
						return true
					}
				case *ssa.TypeAssert:
					if gotype.IsError(in.X.Type()) {
						return true
					}
				case *ssa.BinOp:
					if gotype.IsError(in.X.Type()) && !ssacall.IsNil(in.X) && !ssacall.IsNil(in.Y) {
						return true
					}
				case *ssa.Alloc:
					if of(in.Type(), lib) {
						return true // an error type of the library
					}
				}
			}
		}
	}
	return false
}

// judges tells whether a call asks what kind of error it is handed, or is one of the
// library's own.
func judges(c *ssa.Call, lib *types.Func) bool {
	obj, _ := ssacall.Target(&c.Call)
	if obj != nil && lib != nil && obj.Pkg() == lib.Pkg() {
		return true
	}
	for _, a := range ssacall.Args(&c.Call) {
		if !gotype.IsError(a.Type()) {
			continue
		}
		if obj == nil || obj.Name() == "Is" || obj.Name() == "As" || obj.Name() == "AsType" {
			return true
		}
		if path := gotype.Path(obj); path != "errors" && path != "fmt" && path != "log" && path != "log/slog" && obj.Name() != "Error" && !wraps(obj) {
			return true
		}
	}
	return false
}

// wraps tells whether a function is known to put words around an error and no more.
func wraps(fn *types.Func) bool {
	switch gotype.Path(fn) {
	case "github.com/pkg/errors", "go.uber.org/zap", "github.com/rs/zerolog", "github.com/sirupsen/logrus":
		return true
	}
	return false
}

func of(t types.Type, fn *types.Func) bool {
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	return ok && fn != nil && n.Obj().Pkg() == fn.Pkg()
}
