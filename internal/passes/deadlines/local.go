package deadlines

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Uses returns the instructions of the package that use v.
func (e *Eval) Uses(v ssa.Value) []ssa.Instruction { return e.x.Uses(v) }

// Origins returns what v can be, as the package shows it.
func (e *Eval) Origins(v ssa.Value) []flow.Leaf { return e.x.Resolve(v) }

// DialsSocket tells whether the function value v, a dialler, dials a socket of the file
// system.
func (e *Eval) DialsSocket(v ssa.Value) bool {
	for _, l := range e.x.Resolve(v) {
		fn := literal(l.Value)
		if fn == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok && strings.HasPrefix(network(c.Common()), "unix") {
					return true
				}
			}
		}
	}
	return false
}

// network returns the constant that a call gets as its parameter "network", or "".
func network(c *ssa.CallCommon) string {
	if s := textArg(c, "network"); len(s) == 1 {
		return s[0]
	}
	return ""
}

// textArg returns the text that a call gets as the parameter of a name, as a list of
// none or one.
func textArg(c *ssa.CallCommon, name string) []string {
	sig := c.Signature()
	for i := range sig.Params().Len() {
		if sig.Params().At(i).Name() != name {
			continue
		}
		if !c.IsInvoke() && sig.Recv() != nil {
			i++
		}
		if i >= len(c.Args) {
			return nil
		}
		if s, ok := flow.TextStart(c.Args[i]); ok {
			return []string{s}
		}
	}
	return nil
}

// ServedOn returns the listeners that the http.Server at v, under any of its names, is
// served on; all is false where it is also served on an address of its own.
func (e *Eval) ServedOn(v ssa.Value) (listeners []ssa.Value, all bool) {
	all = true
	for _, a := range e.x.Aliases(v) {
		for _, ref := range e.x.Uses(a) {
			c, ok := ref.(ssa.CallInstruction)
			if !ok || ssacall.Receiver(c.Common()) != a {
				continue
			}
			k := callee(c.Common())
			if k.Obj == nil {
				continue
			}
			switch k.Obj.FullName() {
			case "(*net/http.Server).Serve", "(*net/http.Server).ServeTLS":
				listeners = append(listeners, ssacall.Args(c.Common())[1])
			case "(*net/http.Server).ListenAndServe", "(*net/http.Server).ListenAndServeTLS":
				all = false
			}
		}
	}
	return listeners, all
}

// LocalListener tells whether the listener v, wherever it can come from, only takes
// connections from this machine: it listens on a socket of the file system or on a
// loopback address. loopback judges the address.
func (e *Eval) LocalListener(v ssa.Value, loopback func(string) bool) bool {
	return e.localListener(v, loopback, map[ssa.Value]bool{})
}

func (e *Eval) localListener(v ssa.Value, loopback func(string) bool, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	found := false
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Const:
			continue
		case flow.Field:
			stores := e.x.FieldStores(l.Var)
			for _, st := range stores {
				if !e.localListener(st.Val, loopback, seen) {
					return false
				}
			}
			if len(stores) == 0 {
				return false
			}
		case flow.Call:
			if !e.localListen(l.Value.(*ssa.Call).Common(), loopback, seen) {
				return false
			}
		default:
			return false
		}
		found = true
	}
	return found
}

// localListen judges the call that makes a listener, or wraps another.
func (e *Eval) localListen(c *ssa.CallCommon, loopback func(string) bool, seen map[ssa.Value]bool) bool {
	if strings.HasPrefix(network(c), "unix") {
		return true
	}
	for _, name := range []string{"address", "laddr", "addr"} {
		if s := textArg(c, name); len(s) == 1 {
			return loopback(s[0])
		}
	}
	i := slices.IndexFunc(c.Args, func(a ssa.Value) bool { return gotype.Is(a.Type(), "net", "Listener") })
	return i >= 0 && e.localListener(c.Args[i], loopback, seen)
}

// ValueFields returns the fields of the package's structs that are of the given type by
// value, in the order of the types' names.
func (e *Eval) ValueFields(pkg, name string) []*types.Var {
	var out []*types.Var
	scope := e.pass.Pkg.Scope()
	for _, n := range scope.Names() {
		tn, ok := scope.Lookup(n).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		st, ok := tn.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range st.NumFields() {
			f := st.Field(i)
			if _, ptr := f.Type().Underlying().(*types.Pointer); !ptr && gotype.Is(f.Type(), pkg, name) {
				out = append(out, f)
			}
		}
	}
	return out
}
