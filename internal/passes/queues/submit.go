package queues

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// submits returns the function that a call hands to a goroutine, or to a pool, and
// whether nothing bounds how many of them wait or run.
//
// A timer that is dropped is a goroutine that waits for its time; one that is kept can be
// stopped.
func (e *eval) submits(c *ssa.CallCommon) (op ssa.Value, always bool) {
	fn, recv := ssacall.Target(c)
	if fn == nil || fn.Pkg() == nil {
		return nil, false
	}
	switch e.fullName(fn) {
	case "(*sync.WaitGroup).Go":
		return c.Args[1], true
	case "time.AfterFunc":
		return c.Args[1], true
	}
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind != catalogue.KindLimiter || en.Does != "submit" || !en.Op.Stated() {
			continue
		}
		op := ssacall.At(c, en.Op)
		if op == nil {
			continue
		}
		// Where an option bounds it and blocks at the bound, a library that waits by
		// default is bounded by its number of workers.
		optional := len(en.Bound) > 0 && !strings.Contains(fn.Pkg().Path(), "ants")
		switch {
		case en.Queue != "unbounded":
			return op, false
		case en.Blocks == "no" && len(en.Bound) == 0:
			return op, !e.looksAt(c)
		case en.Blocks == "no" || optional:
			return op, !e.limited(c, en.Bound)
		}
		return op, false
	}
	return nil, false
}

// limited tells whether the receiver of a call, or anything like it that can't be told
// from it, is given a limit in this package.
func (e *eval) limited(c *ssa.CallCommon, bounds []string) bool {
	recv := ssacall.Receiver(c)
	mine := map[ssa.Value]bool{}
	home := ""
	if recv != nil {
		for _, a := range e.x.Aliases(recv) {
			mine[a] = true
		}
		for _, l := range e.x.Resolve(recv) {
			switch l.Kind {
			case flow.Param:
				return true // whoever made it knows
			case flow.Call:
				com := l.Value.(*ssa.Call).Common()
				if fn, _ := ssacall.Target(com); fn != nil && e.inProgram(fn) {
					return true
				}
				if e.limitsIn(com) {
					return true
				}
			case flow.Field:
				if len(e.x.FieldStores(l.Var)) == 0 && l.Var.Exported() {
					return true
				}
			}
		}
		home = e.keyOf(recv)
	}
	found := false
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				x, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				f, _ := ssacall.Target(x.Common())
				if f == nil || !slices.Contains(bounds, "func:"+catalogue.Name(f)) {
					continue
				}
				r := ssacall.Receiver(x.Common())
				if r == nil || mine[r] || e.keyOf(r) == home {
					found = true
				}
			}
		}
	}
	return found
}

// limitsIn tells whether the call that makes a pool is a chain of options, one of which
// limits it.
func (e *eval) limitsIn(c *ssa.CallCommon) bool {
	for range 6 {
		fn, _ := ssacall.Target(c)
		if fn == nil {
			return false
		}
		if strings.HasPrefix(fn.Name(), "WithMax") || strings.HasPrefix(fn.Name(), "WithLimit") || fn.Name() == "WithQueueSize" {
			return true
		}
		r := ssacall.Receiver(c)
		next, ok := r.(*ssa.Call)
		if !ok {
			return false
		}
		c = next.Common()
	}
	return false
}

// looksAt tells whether the function of a call compares what a method of the same
// receiver says: how many wait.
func (e *eval) looksAt(c *ssa.CallCommon) bool {
	recv := ssacall.Receiver(c)
	if recv == nil || recv.Parent() == nil {
		return false
	}
	name, found := e.keyOf(recv), false
	eachInstr(flow.Named(recv.Parent()), func(in ssa.Instruction) {
		x, ok := in.(*ssa.Call)
		if !ok || x.Common() == c {
			return
		}
		r := ssacall.Receiver(x.Common())
		if r == nil || e.keyOf(r) != name {
			return
		}
		for _, ref := range *x.Referrers() {
			if b, ok := ref.(*ssa.BinOp); ok && order(b.Op) {
				found = true
			}
		}
	})
	return found
}
