package flow

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// TextStart returns the constant text that v is, or begins with: a constant, a
// concatenation, the format of fmt.Sprintf, the host of net.JoinHostPort.
func TextStart(v ssa.Value) (string, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return text(v)
	case *ssa.BinOp, *ssa.Phi, *ssa.Call:
		return textStart(v, map[ssa.Value]bool{})
	}
	return "", false // as most values are
}

func text(k *ssa.Const) (string, bool) {
	if k.Value == nil || k.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(k.Value), true
}

// textStart keeps the values seen, since a text built in a loop comes back to itself.
func textStart(v ssa.Value, seen map[ssa.Value]bool) (string, bool) {
	if seen[v] {
		return "", false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return text(v)
	case *ssa.BinOp:
		return textStart(v.X, seen)
	case *ssa.Phi:
		for _, e := range v.Edges { // one of several: the first constant one stands for them
			if s, ok := textStart(e, seen); ok {
				return s, true
			}
		}
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || fn.Pkg == nil || len(v.Call.Args) == 0 {
			return "", false
		}
		switch fn.Pkg.Pkg.Path() + "." + fn.Name() {
		case "fmt.Sprintf", "net.JoinHostPort":
			return textStart(v.Call.Args[0], seen)
		}
	}
	return "", false
}
