package trial

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func (f *frame) binary(in *ssa.BinOp) Value {
	x, y := f.get(in.X), f.get(in.Y)
	switch a := x.(type) {
	case int64:
		if b, ok := y.(int64); ok {
			return f.ints(in, a, b)
		}
	case float64:
		if b, ok := y.(float64); ok {
			return floats(in.Op, a, b)
		}
	case string:
		if b, ok := y.(string); ok {
			return texts(in.Op, a, b)
		}
	}
	if in.Op == token.EQL || in.Op == token.NEQ {
		if same, known := equal(x, y); known {
			return same == (in.Op == token.EQL)
		}
		if same, ok := f.isNil(x, y); ok {
			return same == (in.Op == token.EQL)
		}
	}
	return Unknown{Under: under(x) || under(y)}
}

func (f *frame) ints(in *ssa.BinOp, a, b int64) Value {
	t := in.X.Type()
	u := unsigned(t)
	less := a < b
	if u {
		less = uint64(a) < uint64(b)
	}
	switch in.Op {
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	case token.LSS:
		return less
	case token.GEQ:
		return !less
	case token.LEQ:
		return less || a == b
	case token.GTR:
		return !less && a != b
	case token.ADD:
		return wrap(a+b, t)
	case token.SUB:
		return wrap(a-b, t)
	case token.MUL:
		return wrap(a*b, t)
	case token.QUO, token.REM:
		if b == 0 {
			f.m.lost = true
			return Unknown{}
		}
		return divide(in.Op, a, b, u)
	}
	return Unknown{}
}

func divide(op token.Token, a, b int64, unsigned bool) Value {
	switch {
	case op == token.QUO && unsigned:
		return int64(uint64(a) / uint64(b))
	case op == token.QUO:
		return a / b
	case unsigned:
		return int64(uint64(a) % uint64(b))
	}
	return a % b
}

func unsigned(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0
}

func floats(op token.Token, a, b float64) Value {
	switch op {
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL:
		return a * b
	case token.QUO:
		return a / b
	}
	return Unknown{}
}

func texts(op token.Token, a, b string) Value {
	if op == token.ADD {
		return a + b
	}
	if strings.Contains(a+b, Hole) {
		return Unknown{Under: true}
	}
	switch op {
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	}
	return Unknown{}
}

// equal compares two values that are no numbers and texts.
func equal(x, y Value) (same, known bool) {
	if _, ok := x.(Nil); ok {
		return isNil(y)
	}
	if _, ok := y.(Nil); ok {
		return isNil(x)
	}
	switch a := x.(type) {
	case bool:
		b, ok := y.(bool)
		return a == b, ok
	case *Error:
		if b, ok := y.(*Error); ok {
			return a == b || a.Name != "" && a.Name == b.Name, true
		}
		_, other := y.(boxed)
		return false, other
	case *Cell:
		if b, ok := y.(*Cell); ok {
			return a == b, true
		}
	}
	return false, false
}

func isNil(v Value) (yes, known bool) {
	switch v.(type) {
	case Nil:
		return true, true
	case Unknown:
		return false, false
	}
	return false, true
}

// isNil compares an unknown value with nil, and gives the same answer in a whole run.
func (f *frame) isNil(x, y Value) (yes, ok bool) {
	if _, isNil := x.(Nil); isNil {
		x, y = y, x
	}
	u, unknown := x.(Unknown)
	if _, isNil := y.(Nil); !unknown || !isNil || u.id == 0 {
		return false, false
	}
	yes, ok = f.m.nils[u.id]
	if !ok {
		yes = f.decide(u)
		f.m.nils[u.id] = yes
	}
	return yes, true
}
