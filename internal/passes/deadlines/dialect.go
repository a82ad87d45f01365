package deadlines

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A program that can use an embedded or a networked database keeps them in handles of
// their own, and what it says to a handle shows which of the two it is.

// sqliteWords stand only in the grammar of SQLite.
var sqliteWords = []string{"INSERT OR ", "UPDATE OR ", "JULIANDAY(", "STRFTIME(", "SQLITE_MASTER", "SQLITE_SCHEMA",
	"VACUUM INTO", "PRAGMA ", "AUTOINCREMENT"}

// handle is where a database handle is kept: a *types.Var for a field, a *ssa.Global for
// a package variable.
type handle any

// handles returns where the handle v is kept, or nil where that is not known for all of
// its origins.
func (e *Eval) handles(v ssa.Value) []handle {
	var out []handle
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Global:
			out = append(out, l.Value)
		case flow.Field:
			out = append(out, l.Var.Origin())
		case flow.Call: // a statement or transaction of a handle
			r := ssacall.Receiver(&l.Value.(*ssa.Call).Call)
			if r == nil || r == v {
				return nil
			}
			inner := e.handles(r)
			if inner == nil {
				return nil
			}
			out = append(out, inner...)
		default:
			return nil
		}
	}
	return out
}

// speaksSQLite tells whether the package says something to the handle v that only
// SQLite understands.
func (e *Eval) speaksSQLite(v ssa.Value) bool {
	if e.sqlite == nil {
		e.sqlite = e.sqliteHandles()
	}
	hs := e.handles(v)
	for _, h := range hs {
		if !e.sqlite[h] {
			return false
		}
	}
	return len(hs) > 0
}

func (e *Eval) sqliteHandles() map[handle]bool {
	out := map[handle]bool{}
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(ssa.CallInstruction)
				if !ok || ssacall.Receiver(c.Common()) == nil || !sqliteOnly(c.Common()) {
					continue
				}
				for _, h := range e.handles(ssacall.Receiver(c.Common())) {
					out[h] = !e.opensNetwork(h)
				}
			}
		}
	}
	return out
}

// opensNetwork tells whether the handle also gets a database that the package opens by
// the name of another driver: one handle for whichever the configuration says.
func (e *Eval) opensNetwork(h handle) bool {
	var stores []*ssa.Store
	switch h := h.(type) {
	case *ssa.Global:
		stores = e.x.GlobalStores(h)
	case *types.Var:
		stores = e.x.FieldStores(h)
	}
	for _, st := range stores {
		for _, l := range e.x.Resolve(st.Val) {
			call, ok := l.Value.(*ssa.Call)
			if !ok || l.Kind != flow.Call || len(call.Call.Args) == 0 {
				continue
			}
			k := callee(&call.Call)
			if k.Obj == nil || k.Obj.Pkg() == nil || !sqlPackages[k.Obj.Pkg().Path()] {
				continue
			}
			if name := constantText(call.Call.Args[0], 0); name != "" && !slices.Contains(embeddedNames, name) {
				return true
			}
		}
	}
	return false
}

func sqliteOnly(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		text := strings.ToUpper(constantText(a, 0))
		for _, w := range sqliteWords {
			if strings.Contains(text, w) {
				return true
			}
		}
	}
	return false
}

// constantText returns the constant parts of a text.
func constantText(v ssa.Value, depth int) string {
	if depth > 6 {
		return ""
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return constant.StringVal(v.Value)
		}
	case *ssa.BinOp:
		return constantText(v.X, depth+1) + constantText(v.Y, depth+1)
	}
	return ""
}
