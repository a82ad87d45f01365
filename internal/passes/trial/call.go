package trial

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// args gives the arguments of a call, the receiver first. In a builtin's or a function
// value's call they are as written.
func (f *frame) args(c *ssa.CallCommon) []Value {
	var out []Value
	if c.IsInvoke() {
		out = append(out, f.get(c.Value))
	}
	for _, a := range c.Args {
		out = append(out, f.get(a))
	}
	return out
}

// call runs a call: by the hook, by what is known of the function, by its body.
func (f *frame) call(in ssa.CallInstruction, args []Value) Value {
	m, c := f.m, in.Common()
	if m.Call != nil {
		if v, ok := m.Call(m.path, in, args); ok {
			return v
		}
	}
	if m.over() {
		return Unknown{}
	}
	if obj, _ := ssacall.Target(c); obj != nil {
		if v, ok := known(obj, c, args); ok {
			return v
		}
		if v, ok := f.method(c, obj, args); ok {
			return v
		}
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(b, c, args)
	}
	callee := Func{Fn: c.StaticCallee()}
	if callee.Fn == nil && !c.IsInvoke() {
		callee, _ = f.get(c.Value).(Func)
	} else if mc, ok := c.Value.(*ssa.MakeClosure); ok {
		callee, _ = f.get(mc).(Func)
	}
	if fn := f.body(callee.Fn); fn != nil && m.depth < maxDepth {
		results, at := m.function(fn, args, callee.Captured)
		if at == nil {
			return Unknown{}
		}
		if len(results) == 1 {
			return results[0]
		}
		return Tuple(results)
	}
	return m.opaque(c, args)
}

// builtin answers len of what is not known with none or one, the same in a whole run: so
// that a loop over it and a test of its length agree.
func (f *frame) builtin(b *ssa.Builtin, c *ssa.CallCommon, args []Value) Value {
	if b.Name() != "len" || len(args) != 1 {
		return f.m.opaque(c, args)
	}
	switch v := args[0].(type) {
	case string:
		if !strings.Contains(v, Hole) {
			return int64(len(v))
		}
		return Unknown{Under: true}
	case slice:
		return int64(len(v.cells))
	case Nil:
		return int64(0)
	case Unknown:
		if v.Under {
			return v
		}
	}
	key := c.Args[0]
	if ld, ok := key.(*ssa.UnOp); ok && ld.Op == token.MUL {
		key = ld.X
	}
	n, ok := f.m.lens[key]
	if !ok {
		if f.m.choose() {
			n = 1
		}
		f.m.lens[key] = n
	}
	return n
}

// body gives the function to run for fn, where its body is in the package.
func (f *frame) body(fn *ssa.Function) *ssa.Function {
	if fn == nil {
		return nil
	}
	if len(fn.Blocks) == 0 {
		fn = flow.Origin(fn)
	}
	if len(fn.Blocks) == 0 || fn.Pkg != nil && fn.Pkg != f.m.Pkg {
		return nil
	}
	return fn
}

// opaque is what a call gives of which nothing is known but its arguments.
func (m *Machine) opaque(c *ssa.CallCommon, args []Value) Value {
	under := AnyUnder(args)
	if n := c.Signature().Results().Len(); n > 1 {
		t := make(Tuple, n)
		for i := range t {
			t[i] = m.fresh(under)
		}
		return t
	}
	return m.fresh(under)
}

// fresh is an unknown value that differs from all others.
func (m *Machine) fresh(under bool) Unknown {
	m.ids++
	return Unknown{Under: under, id: m.ids}
}

// method runs the method of a type of the package that stands in an interface.
func (f *frame) method(c *ssa.CallCommon, obj *types.Func, args []Value) (Value, bool) {
	if !c.IsInvoke() || len(args) == 0 {
		return nil, false
	}
	b, ok := args[0].(boxed)
	if !ok {
		return nil, false
	}
	sel := f.m.Pkg.Prog.MethodSets.MethodSet(b.t).Lookup(obj.Pkg(), obj.Name())
	if sel == nil {
		return nil, false
	}
	fn := f.m.Pkg.Prog.MethodValue(sel)
	if f.body(fn) == nil || f.m.depth >= maxDepth {
		return nil, false
	}
	results, at := f.m.function(fn, append([]Value{b.v}, args[1:]...), nil)
	if at == nil || len(results) != 1 {
		return Unknown{Under: true}, true
	}
	return results[0], true
}
