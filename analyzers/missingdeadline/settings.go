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

// settings reports time limits that a library sets by default and the program switches
// off: ReadTimeout: -1.
func (c *checker) settings(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		if deadlines.TestHelper(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
						c.setting(fn, fa.Pos(), in.Val, c.cat.Setting(c.symbol(fa)), flow.FieldVar(fa).Name())
					}
				case *ssa.Call:
					obj, args := option(in)
					if obj != nil && len(args) == 1 {
						c.setting(fn, in.Pos(), args[0], c.cat.Setting(c.name(obj)), obj.Name())
					}
				}
			}
		}
	}
}

// symbol spells a field as the catalogue does; "" where it can have no setting of it.
func (c *checker) symbol(fa *ssa.FieldAddr) string {
	t := fa.X.Type().Underlying().(*types.Pointer).Elem()
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !c.cat.Knows(n.Obj().Pkg().Path()) {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + flow.FieldVar(fa).Name()
}

// name spells a function as the catalogue does; "" where it can have no setting of it.
func (c *checker) name(fn *types.Func) string {
	if fn.Pkg() == nil || !c.cat.Knows(fn.Pkg().Path()) {
		return ""
	}
	return catalogue.Name(fn)
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
		if !switchedOff(v, s.Field) {
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
