package queues

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// told tells whether a call hands a length to a part of the program that may keep a limit:
// not to what only shows it.
func (e *eval) told(c *ssa.Call) bool {
	fn, _ := ssacall.Target(c.Common())
	if fn == nil || !e.inProgram(fn) {
		return false
	}
	name := strings.ToLower(fn.FullName())
	for _, w := range []string{"metric", "gauge", "stat", "log", "observe", "report", "trace", "telemetry", "counter", "format", "tag"} {
		if strings.Contains(name, w) {
			return false
		}
	}
	return true
}

// counted tells whether the function of a fill adds to a counter, of bytes or of cost,
// that some function of the package compares with a limit.
func (e *eval) counted(f change) bool {
	found := false
	eachInstr(f.fn, func(in ssa.Instruction) {
		st, ok := in.(*ssa.Store)
		if !ok || found {
			return
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		sum, isSum := st.Val.(*ssa.BinOp)
		if !ok || !isSum || sum.Op != token.ADD || localBase(fa.X) {
			return
		}
		if !e.falls(flow.FieldVar(fa)) {
			return // it counts what ever came, not what is there
		}
		for _, other := range e.x.FieldAddrs(flow.FieldVar(fa)) {
			for _, ref := range *other.Referrers() {
				if u, ok := ref.(*ssa.UnOp); ok && e.compared(u, 0) {
					found = true
				}
			}
		}
	})
	return found
}

// falls tells whether a counter is ever lowered or set back.
func (e *eval) falls(f *types.Var) bool {
	for _, st := range e.x.FieldStores(f) {
		if fresh(st.Addr) {
			continue
		}
		if b, ok := st.Val.(*ssa.BinOp); ok && b.Op == token.SUB {
			return true
		}
		if _, ok := st.Val.(*ssa.Const); ok {
			return true
		}
	}
	return false
}

// fieldCompared tells whether what is kept in a field is compared with a limit.
func (e *eval) fieldCompared(f *types.Var, depth int) bool {
	for _, fa := range e.x.FieldAddrs(f) {
		for _, ref := range *fa.Referrers() {
			if u, ok := ref.(*ssa.UnOp); ok && u.Op == token.MUL && e.compared(u, depth+1) {
				return true
			}
		}
	}
	return false
}
