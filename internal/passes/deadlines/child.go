package deadlines

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// child judges the run of a child process: false where a person sits before it, where
// something else ends it, or where it is started here and awaited elsewhere.
func (e *Eval) child(o *Outbound, cmd ssa.Value) bool {
	for _, l := range e.x.Resolve(cmd) {
		if l.Kind != flow.Call {
			return false
		}
		for _, a := range e.x.Aliases(l.Value) {
			for _, ref := range e.x.Uses(a) {
				if e.attended(o, a, ref) {
					return false
				}
			}
		}
	}
	o.Child = true
	o.Client = Bound{State: BoundNo, Fn: o.Fn}
	o.Sources = e.Context(cmd)
	return true
}

// attended tells whether the use of the command cmd shows that the run o needs no
// deadline of its own.
func (e *Eval) attended(o *Outbound, cmd ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.FieldAddr:
		switch flow.FieldVar(use).Name() {
		case "Stdin":
			return stdin(use)
		case "Process":
			return kills(use)
		}
	case ssa.CallInstruction:
		if k := callee(use.Common()); k.Obj == nil || k.Obj.Name() != "Start" || ssacall.Receiver(use.Common()) != cmd {
			return false
		}
		// Started and awaited in one go, it is as if run; otherwise it is looked after.
		_, isGo := o.Call.(*ssa.Go)
		return isGo || use.Parent() != o.Fn
	}
	return false
}

// kills tells whether the process in the field is ended or signalled, by its own methods
// or by its number.
func kills(process *ssa.FieldAddr) bool {
	for _, ref := range *process.Referrers() {
		ld, ok := ref.(*ssa.UnOp)
		if !ok || ld.Op != token.MUL {
			continue
		}
		for _, use := range *ld.Referrers() {
			switch use := use.(type) {
			case ssa.CallInstruction:
				if k := callee(use.Common()); k.Obj != nil && (k.Obj.Name() == "Kill" || k.Obj.Name() == "Signal") {
					return true
				}
			case *ssa.FieldAddr:
				if flow.FieldVar(use).Name() == "Pid" && killed(use, 0) {
					return true
				}
			}
		}
	}
	return false
}

// killed tells whether a process number, read from v or computed from it, is handed to a
// function Kill: syscall.Kill(-cmd.Process.Pid, …).
func killed(v ssa.Value, depth int) bool {
	if depth > 3 || v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case ssa.CallInstruction:
			if k := callee(ref.Common()); k.Obj != nil && k.Obj.Name() == "Kill" {
				return true
			}
		case *ssa.UnOp:
			if killed(ref, depth+1) {
				return true
			}
		case *ssa.BinOp:
			if killed(ref, depth+1) {
				return true
			}
		}
	}
	return false
}

// stdin tells whether os.Stdin is stored into the field.
func stdin(fa *ssa.FieldAddr) bool {
	for _, ref := range *fa.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok {
			continue
		}
		v := st.Val
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		if u, ok := v.(*ssa.UnOp); ok {
			if g, ok := u.X.(*ssa.Global); ok && g.Name() == "Stdin" && g.Pkg.Pkg.Path() == "os" {
				return true
			}
		}
	}
	return false
}
