package breakerorder

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// settings is one value of a library's settings type, with what is stored in its fields.
type settings struct {
	fn     *ssa.Function
	base   ssa.Value // the address of the struct
	typ    string    // "pkg.T"
	fields map[string]*ssa.Store
	order  []*ssa.Store
}

const (
	gobreakerV1 = "github.com/sony/gobreaker"
	gobreakerV2 = "github.com/sony/gobreaker/v2"
	hystrix     = "github.com/afex/hystrix-go/hystrix"
	eapache     = "github.com/eapache/go-resiliency/breaker"
	rubyist     = "github.com/rubyist/circuitbreaker"
	failsafeCB  = "github.com/failsafe-go/failsafe-go/circuitbreaker"
	goZero      = "github.com/zeromicro/go-zero/core/breaker"
)

// settingsType names the type of settings that t is or points to, or is empty.
func settingsType(t types.Type) string {
	if n, ok := types.Unalias(gotype.Deref(t)).(*types.Named); !ok || n.Obj().Name() != "Settings" && n.Obj().Name() != "CommandConfig" {
		return "" // nearly all
	}
	switch name := gotype.Name(t); name {
	case gobreakerV1 + ".Settings", gobreakerV2 + ".Settings", hystrix + ".CommandConfig":
		return name
	}
	return ""
}

// findSettings finds the settings in the package, in source order.
func (c *checker) findSettings() []*settings {
	var out []*settings
	by := map[ssa.Value]*settings{}
	for _, fn := range c.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				typ := settingsType(fa.X.Type())
				if typ == "" {
					continue
				}
				s := by[fa.X]
				if s == nil {
					s = &settings{fn: fn, base: fa.X, typ: typ, fields: map[string]*ssa.Store{}}
					by[fa.X] = s
					out = append(out, s)
				}
				s.fields[flow.FieldVar(fa).Name()] = st
				s.order = append(s.order, st)
			}
		}
	}
	return out
}

// text is the constant text in a field, quoted, or empty.
func (s *settings) text(field string) string {
	st := s.fields[field]
	if st == nil {
		return ""
	}
	if k, ok := st.Val.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String && constant.StringVal(k.Value) != "" {
		return " of " + k.Value.String()
	}
	return ""
}

// number is the constant number that v is, within the package.
func (c *checker) number(v ssa.Value) (float64, bool) {
	if v == nil {
		return 0, false
	}
	leaves := c.x.Resolve(v)
	if len(leaves) != 1 || leaves[0].Kind != flow.Const {
		return 0, false
	}
	k, ok := leaves[0].Value.(*ssa.Const)
	if !ok || k.Value == nil {
		return 0, false
	}
	switch k.Value.Kind() {
	case constant.Int, constant.Float:
		f, _ := constant.Float64Val(constant.ToFloat(k.Value))
		return f, true
	}
	return 0, false
}

// functions are the functions of the package that v can be, those that callers of the
// function around it hand over among them. known is false where there may be others.
func (c *checker) functions(v ssa.Value, depth int) (fns []*ssa.Function, known bool) {
	known = true
	for _, l := range c.x.Resolve(v) {
		switch l.Kind {
		case flow.Func, flow.Const:
		case flow.Param:
			p := l.Value.(*ssa.Parameter)
			callers := c.x.Callers(flow.Origin(p.Parent()))
			if depth > 2 || len(callers) == 0 {
				known = false
			}
			for _, call := range callers {
				args := ssacall.Args(call.Common())
				i := ssacall.ParamIndex(p)
				if depth > 2 || i >= len(args) {
					known = false
					continue
				}
				more, ok := c.functions(args[i], depth+1)
				fns, known = append(fns, more...), known && ok
			}
		default:
			known = false
		}
	}
	return append(fns, c.pkg.Bodies(v)...), known
}

// fieldType is the type of the named field of a settings value.
func fieldType(base ssa.Value, name string) types.Type {
	st, ok := gotype.Deref(base.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return st.Field(i).Type()
		}
	}
	return nil
}

// at is where a store stands: at the key of a literal's field, or at the assignment.
func at(st *ssa.Store) token.Pos {
	if st.Pos().IsValid() {
		return st.Pos()
	}
	return st.Addr.Pos()
}
