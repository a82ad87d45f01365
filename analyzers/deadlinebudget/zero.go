package deadlinebudget

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// zero reports durations that are nanoseconds by accident: a bare number where a
// time.Duration is wanted, and a number of seconds that is only converted. It reads the
// syntax, since in SSA form a constant no longer shows how it was written.
func (c *checker) zero() {
	at, suspects := c.durations()
	if len(at) == 0 {
		return
	}
	u := c.units(at)
	for _, f := range c.pass.Files {
		if c.quiet(f.Package) {
			continue
		}
		for _, d := range f.Decls {
			if !within(suspects, d) {
				continue // most declarations have nothing to do with time
			}
			ast.PreorderStack(d, []ast.Node{f}, func(n ast.Node, stack []ast.Node) bool {
				switch n := n.(type) {
				case ast.Expr:
					c.duration(n, stack, u)
				case ast.Stmt:
					return within(suspects, n)
				}
				return true
			})
		}
	}
}

// within tells whether one of the places, which are in order, is in n.
func within(at []token.Pos, n ast.Node) bool {
	i, _ := slices.BinarySearch(at, n.Pos())
	return i < len(at) && at[i] < n.End()
}

// durations returns where the expressions of type time.Duration begin, in order, and where
// those of them do that may be nanoseconds by accident: constants and conversions.
func (c *checker) durations() (at, suspects []token.Pos) {
	for e, tv := range c.pass.TypesInfo.Types {
		if !isDuration(tv.Type) {
			continue
		}
		at = append(at, e.Pos())
		if _, call := ast.Unparen(e).(*ast.CallExpr); call || tv.Value != nil {
			suspects = append(suspects, e.Pos())
		}
	}
	slices.Sort(at)
	slices.Sort(suspects)
	return at, suspects
}

func isDuration(t types.Type) bool {
	switch t.(type) {
	case *types.Named, *types.Alias: // no pointer to one
		_, pointer := types.Unalias(t).(*types.Pointer)
		return gotype.Is(t, "time", "Duration") && !pointer
	}
	return false
}

// maxBare is where a bare number begins to be one of nanoseconds on purpose.
const maxBare = time.Millisecond

// duration judges the expression e, whose parents are stack.
func (c *checker) duration(e ast.Expr, stack []ast.Node, u *units) {
	tv := c.pass.TypesInfo.Types[e]
	if !isDuration(tv.Type) || tv.IsType() {
		return
	}
	t, ok := c.target(e, stack)
	if !ok || u.scaled(t) {
		return
	}
	if tv.Value != nil {
		if !t.arith {
			c.bare(e, tv.Value, t)
		}
		return
	}
	c.converted(e, t)
}

// bare judges the constant e, of type time.Duration, that becomes the target.
func (c *checker) bare(e ast.Expr, v constant.Value, t target) {
	n, exact := constant.Int64Val(constant.ToInt(v))
	if !exact || n < 0 || n >= int64(maxBare) || !c.unitless(e) {
		return
	}
	if n == 0 {
		if t.expires {
			c.zeroFinding(e, t, fmt.Sprintf("%s gets a timeout of zero: the context has ended before it is used; give it a positive time, or take the context without a timeout", t.name), nil)
		}
		return
	}
	if n == 1 && !t.timeout {
		return // the shortest time there is, written so on purpose
	}
	c.zeroFinding(e, t, fmt.Sprintf("%s is %d nanoseconds, since a bare number that becomes a time.Duration counts nanoseconds; write the unit, as in %d*time.%s", t.name, n, n, likelyUnit(n)), c.unitFix(e, likelyUnit(n)))
}

// likelyUnit is what a bare number of a duration most likely counts.
func likelyUnit(n int64) string {
	if n >= 100 {
		return "Millisecond"
	}
	return "Second"
}

// unitless tells whether e is made of numbers only: no unit and no other duration is in it.
func (c *checker) unitless(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		id, isIdent := n.(*ast.Ident)
		if !isIdent {
			return ok
		}
		switch obj := c.pass.TypesInfo.Uses[id].(type) {
		case *types.Const:
			b, basic := obj.Type().(*types.Basic)
			ok = ok && basic && b.Info()&types.IsNumeric != 0
		case *types.TypeName, *types.PkgName:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// converted judges time.Duration(x) where x is a number that its name says is one of
// seconds or the like.
func (c *checker) converted(e ast.Expr, t target) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !c.pass.TypesInfo.Types[call.Fun].IsType() {
		return
	}
	arg := ast.Unparen(call.Args[0])
	// A type of its own may well be one of durations.
	b, ok := types.Unalias(c.pass.TypesInfo.TypeOf(arg)).(*types.Basic)
	if !ok || b.Info()&types.IsNumeric == 0 {
		return
	}
	name := nameOf(arg)
	unit := unitOf(name)
	if unit == "" {
		return
	}
	c.zeroFinding(e, t, fmt.Sprintf("time.Duration(%s) counts nanoseconds, though its name says %s; multiply by time.%s", name, unitWord[unit], unit), c.unitFix(e, unit))
}

// unitFix multiplies e by a unit. Which one is meant is for a reader to say.
func (c *checker) unitFix(e ast.Expr, unit string) *finding.Fix {
	change := rule.NewChange(c.pass, "count in time."+unit)
	change.Manual()
	inner := e
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 && c.pass.TypesInfo.Types[e].Value != nil {
		inner = call.Args[0] // time.Duration(30): the number takes the unit's type by itself
	}
	change.Replace(e.Pos(), e.End(), change.Source(inner)+" * "+change.Import(e.Pos(), "time")+"."+unit)
	return change.Fix()
}

// nameOf returns the last name of what an expression reads: a variable, a field, a
// pointer to one, a method's result.
func nameOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return nameOf(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 0 {
			return nameOf(e.Fun)
		}
	}
	return ""
}

// unitSuffixes are the ends of names that say a unit, with the unit's name in package
// time. A lower-case word must stand alone or behind an underscore.
var unitSuffixes = []struct{ suffix, unit string }{
	{"Milliseconds", "Millisecond"}, {"Millis", "Millisecond"}, {"Msec", "Millisecond"}, {"Ms", "Millisecond"}, {"MS", "Millisecond"},
	{"Seconds", "Second"}, {"Secs", "Second"}, {"Sec", "Second"}, {"Minutes", "Minute"}, {"Mins", "Minute"}, {"Hours", "Hour"},
}

var unitWord = map[string]string{"Millisecond": "milliseconds", "Second": "seconds", "Minute": "minutes", "Hour": "hours"}

// unitOf returns the unit that a name ends in, or "".
func unitOf(name string) string {
	for _, s := range unitSuffixes {
		if rest, ok := strings.CutSuffix(name, s.suffix); ok && (rest == "" || rest[len(rest)-1] >= 'a' && rest[len(rest)-1] <= 'z' || rest[len(rest)-1] == '_' || rest[len(rest)-1] >= '0' && rest[len(rest)-1] <= '9') {
			return s.unit
		}
		if lower := strings.ToLower(s.suffix); strings.EqualFold(name, lower) || strings.HasSuffix(strings.ToLower(name), "_"+lower) {
			return s.unit
		}
	}
	return ""
}

func (c *checker) zeroFinding(e ast.Expr, t target, message string, fix *finding.Fix) {
	c.report(rule.Finding{
		Pos:        e.Pos(),
		End:        e.End(),
		Kind:       "zero",
		Severity:   finding.Error,
		Confidence: finding.High,
		Message:    message,
		Trace:      []trace.Step{rule.Step(c.pass, trace.Make, e.Pos(), t.fn, t.name)},
		Unless:     t.unless,
		// Whether another package multiplies it by a unit, only who reads that one knows.
		Whole:    len(t.unless) > 0 && t.obj.Pkg() != c.pass.Pkg,
		Anywhere: true,
		Fix:      fix,
	})
}

// enclosing names the function that the parents lie in.
func enclosing(stack []ast.Node) string {
	for _, n := range stack {
		if f, ok := n.(*ast.FuncDecl); ok {
			return f.Name.Name
		}
	}
	return ""
}
