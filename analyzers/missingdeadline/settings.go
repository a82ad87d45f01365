package missingdeadline

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// stored reports a time limit that a library sets by default and the program switches off:
// ReadTimeout: -1.
func (c *checker) stored(fn *ssa.Function, st *ssa.Store) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if _, constant := st.Val.(*ssa.Const); ok && constant {
		c.setting(fn, fa.Pos(), st.Val, c.ofField(fa).settings, flow.FieldVar(fa).Name())
	}
}

// called is stored for an option or a setter: the call of obj with the arguments.
func (c *checker) called(fn *ssa.Function, call *ssa.Call, obj *types.Func, args []ssa.Value) {
	if len(args) != 1 {
		return
	}
	if _, constant := args[0].(*ssa.Const); constant {
		c.setting(fn, call.Pos(), args[0], c.ofFunc(obj).settings, obj.Name())
	}
}

// A knob is a field or a function as the catalogue spells it, with its settings; name is ""
// where it can have none.
type knob struct {
	name     string
	settings []catalogue.Setting
	entries  []*catalogue.Entry // of a function, whatever it is called through
}

// A member is a field of a named type.
type member struct {
	of    *types.TypeName
	field int
}

// ofField returns what the catalogue knows of the field at fa.
func (c *checker) ofField(fa *ssa.FieldAddr) knob {
	t := fa.X.Type().Underlying().(*types.Pointer).Elem()
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return knob{}
	}
	if !c.knows(n.Obj().Pkg()) {
		return knob{}
	}
	of := member{n.Obj(), fa.Field}
	k, ok := c.fields[of]
	if !ok {
		k.name = n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + flow.FieldVar(fa).Name()
		k.settings = c.cat.Setting(k.name)
		c.fields[of] = k
	}
	return k
}

// knows tells whether the catalogue may speak of what a package declares.
func (c *checker) knows(p *types.Package) bool {
	known, ok := c.known[p]
	if !ok {
		known = c.cat.Knows(p.Path())
		c.known[p] = known
	}
	return known
}

// ofFunc returns what the catalogue knows of fn, an option or a setter.
func (c *checker) ofFunc(fn *types.Func) knob { return c.funcs[fn.Origin()] }

// knobs asks the catalogue of the functions that the package uses. It knows of few of them,
// while the package may call them at very many places.
func (c *checker) knobs() map[*types.Func]knob {
	out := map[*types.Func]knob{}
	for _, obj := range c.ssa.Used() {
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		fn = fn.Origin()
		k := knob{entries: c.cat.Func(fn, nil)}
		if fn.Pkg() != nil && c.knows(fn.Pkg()) {
			k.name = catalogue.Name(fn)
			k.settings = c.cat.Setting(k.name)
		}
		if len(k.entries)+len(k.settings) > 0 {
			out[fn] = k
		}
	}
	return out
}

// option returns the function that a call calls and its arguments without the receiver.
func option(c *ssa.Call) (*types.Func, []ssa.Value) {
	callee := c.Call.StaticCallee()
	if callee == nil {
		return nil, nil
	}
	obj, ok := callee.Object().(*types.Func)
	if !ok {
		return nil, nil
	}
	args := c.Call.Args
	if c.Call.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	return obj, args
}

// waitRoles are the settings that bound a call's wait.
var waitRoles = []string{"timeout", "attempt_timeout", "read_timeout", "write_timeout"}

func (c *checker) setting(fn *ssa.Function, pos token.Pos, v ssa.Value, settings []catalogue.Setting, name string) {
	for _, s := range settings {
		if s.Entry.Kind != catalogue.KindClientNew || !slices.Contains(waitRoles, s.Field.Role) || strings.HasPrefix(s.Field.Default, "none") {
			continue
		}
		if !switchedOff(v, s.Field) || deadlines.TakesTest(fn) {
			continue
		}
		c.reportSetting(fn, pos, s, name)
		return
	}
}

// switchedOff tells whether the constant v means "no limit" for the setting.
func switchedOff(v ssa.Value, f *catalogue.Field) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return false
	}
	switch constant.Sign(k.Value) {
	case -1:
		return f.Neg == catalogue.OffNone
	case 0:
		return f.Zero == catalogue.OffNone
	}
	return false
}

func (c *checker) reportSetting(fn *ssa.Function, pos token.Pos, s catalogue.Setting, name string) {
	makes := strings.TrimPrefix(s.Entry.Makes, "*")
	makes = makes[strings.LastIndexByte(makes, '/')+1:]
	c.report(rule.Finding{
		Pos:        pos,
		Kind:       "client",
		Severity:   finding.Warning,
		Confidence: finding.High,
		Message:    fmt.Sprintf("%s is switched off: calls of the client wait for ever for an answer (the default is %s); set a positive limit", name, s.Field.Default),
		Trace:      []trace.Step{c.eval.Step(trace.Make, pos, fn, makes)},
	})
}
