package deadlines

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// timeFields are the fields whose value bounds a call, by the struct that has them.
var timeFields = map[string][]string{
	"net/http.Client":                {"Timeout"},
	"net/http.Transport":             {"ResponseHeaderTimeout"},
	"net/http.Server":                {"ReadHeaderTimeout", "ReadTimeout"},
	"net.Dialer":                     {"Timeout", "Deadline"},
	"crypto/tls.Dialer":              {"NetDialer"},
	"net/http/httputil.ReverseProxy": {"Transport"},
}

// Bounds tells whether a field that bounds the time of the client, transport or server
// at v is set: in its literal, later, by a function that gets it, or through the field
// or variable it is kept in.
func (e *Eval) Bounds(v ssa.Value) bool {
	return e.fieldsSet(v).State == BoundYes || e.setByCallee(v) || e.setThroughHome(v) || e.setByCaller(v)
}

// setByCaller tells whether a caller of the function that makes v, and returns it, sets
// such a field on what it gets.
func (e *Eval) setByCaller(v ssa.Value) bool {
	fn := v.Parent()
	if fn == nil {
		return false
	}
	for _, c := range e.x.Callers(fn) {
		call, ok := c.(*ssa.Call)
		if ok && types.Identical(call.Type(), v.Type()) && (e.fieldsSet(call).State == BoundYes || e.setByCallee(call) || e.setThroughHome(call)) {
			return true
		}
	}
	return false
}

// fieldsSet tells whether a field that bounds the call gets a value other than zero
// through addr.
func (e *Eval) fieldsSet(addr ssa.Value) Bound {
	for _, f := range e.boundFields(addr.Type()) {
		for _, st := range e.x.StoresInto(addr, f) {
			if !zero(st.Val) {
				return Bound{State: BoundYes}
			}
		}
	}
	return Bound{}
}

// boundFields returns the fields of the struct that t points to which bound a call.
func (e *Eval) boundFields(t types.Type) []*types.Var {
	owner := gotype.Name(t)
	st, ok := gotype.Deref(t).Underlying().(*types.Struct)
	if !ok || owner == "" {
		return nil
	}
	var out []*types.Var
	for i := range st.NumFields() {
		if e.bounding(owner, st.Field(i).Name()) {
			out = append(out, st.Field(i))
		}
	}
	return out
}

// waitRoles are the settings by which a client or server bounds how long it waits.
var waitRoles = []string{"timeout", "attempt_timeout", "read_timeout", "header_timeout"}

// bounding tells whether the field of owner, pkg.T, bounds a call: by the table, by an
// outbound entry that names it, or by the catalogue's word on the setting.
func (e *Eval) bounding(owner, field string) bool {
	if names, ok := timeFields[owner]; ok {
		return slices.Contains(names, field)
	}
	symbol := owner + "." + field
	if e.fields[symbol] {
		return true
	}
	return slices.ContainsFunc(e.cat.Setting(symbol), func(s catalogue.Setting) bool {
		return slices.Contains(waitRoles, s.Field.Role)
	})
}

// zero tells whether v is a constant that switches a timeout off: zero, negative, nil.
func zero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if c.Value == nil {
		return true
	}
	return c.Value.Kind() == constant.Int && constant.Sign(c.Value) <= 0
}

// setByCallee tells whether the value is handed to a function that sets such a field.
func (e *Eval) setByCallee(v ssa.Value) bool {
	owner := gotype.Name(v.Type())
	for _, ref := range e.x.Uses(v) {
		c, ok := ref.(ssa.CallInstruction)
		if !ok {
			continue
		}
		sets := e.callSets(c.Common())
		for i, a := range ssacall.Args(c.Common()) {
			if a == v && e.setsBound(sets, i, owner) {
				return true
			}
		}
	}
	return false
}

// setsBound tells whether one of the sets is that of a bounding field of owner through
// parameter i.
func (e *Eval) setsBound(sets []Set, i int, owner string) bool {
	for _, s := range sets {
		if s.Param == i && ownerOf(s.Field) == owner && e.bounding(owner, s.Field[len(owner)+1:]) {
			return true
		}
	}
	return false
}

// setThroughHome tells whether the package sets such a field through another name of the
// value: the field or variable it is kept in, as options do, or an element of a list.
func (e *Eval) setThroughHome(v ssa.Value) bool {
	for _, a := range e.x.Aliases(v) {
		if a != v && (e.fieldsSet(a).State == BoundYes || e.setByCallee(a)) {
			return true
		}
		if e.setThroughElement(a) {
			return true
		}
	}
	for _, ref := range e.x.Uses(v) {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Val != v {
			continue
		}
		var home func(base ssa.Value) bool
		switch addr := st.Addr.(type) {
		case *ssa.FieldAddr:
			home = func(base ssa.Value) bool { return loadsField(base, flow.FieldVar(addr)) }
		case *ssa.Global:
			home = func(base ssa.Value) bool { return loads(base, addr) }
		default:
			continue
		}
		if e.fieldSetThrough(home, v.Type()) {
			return true
		}
	}
	return false
}

// Stored returns what is stored into the named field of the struct at v, a variable of a
// function or of the package.
func (e *Eval) Stored(v ssa.Value, name string) []ssa.Value {
	st, ok := gotype.Deref(v.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for i := range st.NumFields() {
		if st.Field(i).Name() != name {
			continue
		}
		for _, s := range e.x.StoresInto(v, st.Field(i)) {
			out = append(out, s.Val)
		}
	}
	return out
}

// fieldSetThrough tells whether a bounding field of the struct that t points to is set
// somewhere in the package through a base that home accepts.
func (e *Eval) fieldSetThrough(home func(ssa.Value) bool, t types.Type) bool {
	for _, f := range e.boundFields(t) {
		for _, fa := range e.x.FieldAddrs(f) {
			if !home(fa.X) {
				continue
			}
			for _, ref := range *fa.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == fa && !zero(st.Val) {
					return true
				}
			}
		}
	}
	return false
}

// loads tells whether v reads the package variable g.
func loads(v ssa.Value, g *ssa.Global) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.X == g
}

// loadsField tells whether v reads field f of some value.
func loadsField(v ssa.Value, f *types.Var) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	return ok && flow.FieldVar(fa) == f.Origin()
}

// HTTPAllocs returns the servers and transports of net/http that fn makes. The package is
// read once for all of them, and the slice is kept: do not change it.
func (e *Eval) HTTPAllocs(fn *ssa.Function) []*ssa.Alloc {
	if e.allocs == nil {
		e.allocs = map[*ssa.Function][]*ssa.Alloc{}
		for _, fn := range e.x.SSA.Funcs {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if a, ok := in.(*ssa.Alloc); ok && gotype.In(a.Type(), "net/http", "Server", "Transport") {
						e.allocs[fn] = append(e.allocs[fn], a)
					}
				}
			}
		}
	}
	return e.allocs[fn]
}
