package deadlines

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Shared tells whether the literal fn does work for several callers at once, as one
// handed to singleflight or sync.Once does: the first caller's context must not end it.
func (e *Eval) Shared(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	for _, u := range e.uses(fn) {
		k := callee(u.call.Common())
		if k.Obj == nil || u.arg == NoParam {
			continue
		}
		name := k.Obj.FullName()
		if strings.Contains(name, "/singleflight.Group).Do") || strings.HasPrefix(name, "(*sync.Once).Do") || strings.HasPrefix(name, "sync.Once") {
			return true
		}
	}
	return false
}
