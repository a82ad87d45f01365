package loops

import (
	"go/constant"
	"go/token"
	"go/types"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// kind says what is known of a value.
type kind uint8

const (
	unknown kind = iota
	isNil
	notNil
	integer
	boolean
)

// A val is what a walk knows of a value.
type val struct {
	kind kind
	n    int64
}

func intVal(n int64) val { return val{integer, n} }

func boolVal(b bool) val {
	if b {
		return val{boolean, 1}
	}
	return val{boolean, 0}
}

func (v val) not() val {
	if v.kind != boolean {
		return val{}
	}
	return val{boolean, 1 - v.n}
}

// A key names a place that a walk keeps a value for: a phi, a load or a select under
// itself, a variable or field under its root and the way from there.
type key struct {
	root ssa.Value
	path string
}

// env is what a walk knows. It is never changed once it is made.
type env map[key]val

func (e env) with(k key, v val) env {
	if have, ok := e[k]; ok && have == v || !ok && v.kind == unknown {
		return e
	}
	out := make(env, len(e)+1)
	for k, v := range e {
		out[k] = v
	}
	if v.kind == unknown {
		delete(out, k)
	} else {
		out[k] = v
	}
	return out
}

// text spells the environment so that equal ones have equal texts.
func (e env) text(id func(ssa.Value) int) string {
	if len(e) == 0 {
		return ""
	}
	parts := make([]string, 0, len(e))
	for k, v := range e {
		// Written by hand: most of the time of a walk goes by here.
		b := strconv.AppendInt(make([]byte, 0, 32), int64(id(k.root)), 10)
		b = append(append(b, k.path...), '=')
		b = append(strconv.AppendInt(b, int64(v.kind), 10), ':')
		parts = append(parts, string(strconv.AppendInt(b, v.n, 10)))
	}
	sort.Strings(parts)
	return strings.Join(parts, ",")
}

// maxPath bounds the fields between a root and a place.
const maxPath = 6

// place gives the key of the variable or field at addr.
func place(addr ssa.Value) (key, bool) {
	path := ""
	for range maxPath {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			path = "." + strconv.Itoa(a.Field) + path
			addr = a.X
		case *ssa.UnOp:
			if a.Op != token.MUL {
				return key{a, path}, true
			}
			path = "*" + path
			addr = a.X
		case *ssa.Alloc, *ssa.Global, *ssa.FreeVar, *ssa.Parameter, *ssa.Phi, *ssa.Call, *ssa.Extract, *ssa.MakeInterface, *ssa.TypeAssert:
			return key{a, path + "*"}, true
		default:
			return key{}, false
		}
	}
	return key{}, false
}

func basic(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

func isBool(t types.Type) bool { return basic(t, types.IsBoolean) }

func isInt(t types.Type) bool { return basic(t, types.IsInteger) }

// constVal is what a constant is.
func constVal(c *ssa.Const) val {
	switch {
	case c.Value == nil:
		if _, ok := c.Type().Underlying().(*types.Basic); !ok {
			return val{kind: isNil}
		}
	case c.Value.Kind() == constant.Bool:
		return boolVal(constant.BoolVal(c.Value))
	case c.Value.Kind() == constant.Int && isInt(c.Type()):
		if n, ok := constant.Int64Val(c.Value); ok {
			return intVal(n)
		}
	}
	return val{}
}

// zeroVal is what a new variable of type t holds.
func zeroVal(t types.Type) val {
	switch {
	case isBool(t):
		return boolVal(false)
	case isInt(t):
		return intVal(0)
	}
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return val{kind: isNil}
	}
	return val{}
}

// binary computes x op y.
func binary(op token.Token, x, y val) val {
	switch {
	case x.kind == integer && y.kind == integer:
		return intBinary(op, x.n, y.n)
	case x.kind == boolean && y.kind == boolean:
		switch op {
		case token.EQL:
			return boolVal(x.n == y.n)
		case token.NEQ:
			return boolVal(x.n != y.n)
		}
	case x.kind == isNil && y.kind == isNil:
		return boolVal(op == token.EQL)
	case x.kind == isNil && y.kind == notNil, x.kind == notNil && y.kind == isNil:
		return boolVal(op == token.NEQ)
	}
	return val{}
}

func intBinary(op token.Token, x, y int64) val {
	switch op {
	case token.EQL:
		return boolVal(x == y)
	case token.NEQ:
		return boolVal(x != y)
	case token.LSS:
		return boolVal(x < y)
	case token.LEQ:
		return boolVal(x <= y)
	case token.GTR:
		return boolVal(x > y)
	case token.GEQ:
		return boolVal(x >= y)
	case token.ADD:
		return intVal(x + y)
	case token.SUB:
		return intVal(x - y)
	case token.MUL:
		return intVal(x * y)
	case token.QUO:
		if y != 0 {
			return intVal(x / y)
		}
	case token.REM:
		if y != 0 {
			return intVal(x % y)
		}
	case token.SHL:
		if y >= 0 && y < 63 {
			return intVal(x << y)
		}
	case token.SHR:
		if y >= 0 && y < 63 {
			return intVal(x >> y)
		}
	}
	return val{}
}
