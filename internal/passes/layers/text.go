package layers

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// unseen stands for a number in a text that source does not show. No setting is negative.
const unseen = -1

// text is the constant text that v is, the content of an embedded file among them. A
// number that is formatted into it and is not known stands in it as unseen.
func (e *Eval) text(v ssa.Value) (string, bool) { return e.textOf(v, 0) }

func (e *Eval) textOf(v ssa.Value, depth int) (string, bool) {
	if depth > maxNesting {
		return "", false
	}
	out, have := "", false
	for _, l := range e.x.Resolve(v) {
		s, ok := e.textLeaf(l, depth)
		if !ok || have && s != out {
			return "", false
		}
		out, have = s, true
	}
	return out, have
}

func (e *Eval) textLeaf(l flow.Leaf, depth int) (string, bool) {
	switch v := l.Value.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return constant.StringVal(v.Value), true
		}
	case *ssa.Global:
		if v.Pkg != e.x.SSA.Pkg {
			return "", false
		}
		switch stores := e.x.GlobalStores(v); len(stores) {
		case 0:
			return e.embedded(v)
		case 1:
			return e.textOf(stores[0].Val, depth+1)
		}
	case *ssa.BinOp:
		x, ok := e.textOf(v.X, depth+1)
		y, ok2 := e.textOf(v.Y, depth+1)
		return x + y, v.Op == token.ADD && ok && ok2
	case *ssa.Call:
		return e.textCall(v, depth)
	}
	return "", false
}

// textCall is the text that a function of the package, or fmt.Sprintf, returns.
func (e *Eval) textCall(c *ssa.Call, depth int) (string, bool) {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil {
		return "", false
	}
	if fn.Pkg == e.x.SSA.Pkg {
		rs := ssacall.Returned(flow.Origin(fn), 0)
		if len(rs) != 1 {
			return "", false
		}
		return e.textOf(rs[0], depth+1)
	}
	if fn.Pkg.Pkg.Path() != "fmt" || fn.Name() != "Sprintf" || len(c.Call.Args) != 2 {
		return "", false
	}
	format, ok := e.textOf(c.Call.Args[0], depth+1)
	if !ok {
		return "", false
	}
	els, _ := ssacall.Elements(c.Call.Args[1])
	return e.filled(format, els, depth)
}

// filled puts args into the verbs of the format: numbers as they are or unseen, texts as
// they are or as a word.
func (e *Eval) filled(format string, args []ssa.Value, depth int) (string, bool) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(format, "%")
		b.WriteString(before)
		if !ok {
			return b.String(), true
		}
		if strings.HasPrefix(rest, "%") {
			b.WriteByte('%')
			format = rest[1:]
			continue
		}
		i := strings.IndexAny(rest, "dsvqfg")
		if i < 0 || len(args) == 0 {
			return "", false
		}
		b.WriteString(e.verb(args[0], rest[i], depth))
		args, format = args[1:], rest[i+1:]
	}
}

func (e *Eval) verb(v ssa.Value, verb byte, depth int) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
		if ns := e.numbers(v); len(ns) == 1 && ns[0].n.Kind == attempts.Exact && b.Info()&types.IsInteger != 0 {
			return strconv.Itoa(ns[0].n.N)
		}
		return strconv.Itoa(unseen)
	}
	s, ok := e.textOf(v, depth+1)
	if !ok {
		s = "x"
	}
	if verb == 'q' {
		return fmt.Sprintf("%q", s)
	}
	return s
}
