package queues

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/ssa"
)

func (e *eval) dbg(c *container) {
	w := os.Getenv("UQDBG")
	if w == "" || c.name != w {
		return
	}
	fmt.Fprintln(os.Stderr, "CONT", c.name, c.key, "elem", c.elem)
	for _, ch := range c.changes {
		fmt.Fprintln(os.Stderr, "  change", ch.op, ch.fn, e.pass.Fset.Position(ch.at.Pos()), "locks", e.locks(ch.fn, 0), "roots", e.roots(ch.fn, nil), "ext", e.external(ch.fn, map[*ssa.Function]bool{}))
		if ch.op == fill {
			fmt.Fprintln(os.Stderr, "    admitted", e.admitted(c, ch, 0), "guarded", e.guarded(region{fn: ch.fn}, ch.at), "slot", e.slotBefore(region{fn: ch.fn}, ch.at), "cut", e.cutAfter(c, ch), "searched", e.searched(c, ch))
		}
	}
	for _, l := range c.lens {
		fmt.Fprintln(os.Stderr, "  len", e.pass.Fset.Position(l.Pos()), e.compared(l, 0))
	}
	fmt.Fprintln(os.Stderr, "  deliveries", len(e.deliveries(c)), "bounded", e.bounded(c))
}
