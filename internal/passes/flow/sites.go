package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
)

// A Site is a call that stands in a function, with what it calls. Nearly all that a pass
// wants of a function is in its calls, and most functions have few among many instructions.
type Site struct {
	ssa.CallInstruction
	Fn   *types.Func // as Target gives it
	Recv types.Type

	// Target is the same for the calls of the package that the catalogue can't tell apart.
	Target *catalogue.Target
}

// Entries is cat.Func(s.Fn, s.Recv), which is looked up once for all that ask.
func (s Site) Entries(cat *catalogue.Catalogue) []*catalogue.Entry { return cat.At(s.Target) }

// Sites returns the calls in fn, in the order of its blocks: go and defer statements among
// them, and calls of builtins, but not the calls in its literals. For a function of the
// package's source it is made once, and the slice is shared: do not change it.
func (x *Index) Sites(fn *ssa.Function) []Site {
	if list, ok := x.sites[fn]; ok {
		return list
	}
	return targets{}.sites(fn) // a wrapper that the SSA form brings, or another package's
}

// targets are those of a package.
type targets map[targetKey]*catalogue.Target

type targetKey struct {
	fn   *types.Func
	stat *types.TypeName
}

func (m targets) of(fn *types.Func, recv types.Type) *catalogue.Target {
	var key targetKey
	if fn != nil {
		key.fn = fn.Origin()
		if n, ok := types.Unalias(deref(recv)).(*types.Named); ok {
			key.stat = n.Obj()
		}
	}
	t := m[key]
	if t == nil {
		t = catalogue.NewTarget(fn, recv)
		m[key] = t
	}
	return t
}

func (m targets) site(c ssa.CallInstruction) Site {
	s := Site{CallInstruction: c}
	s.Fn, s.Recv = Target(c.Common())
	s.Target = m.of(s.Fn, s.Recv)
	return s
}

// SiteOf is the site of one call, for those who do not come from its function.
func SiteOf(c ssa.CallInstruction) Site { return targets{}.site(c) }

// deref returns what t points to, or t.
func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (m targets) sites(fn *ssa.Function) []Site {
	var list []Site
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				list = append(list, m.site(c))
			}
		}
	}
	return list
}

// Target returns the declared function or interface method that c calls, with the static
// type of its receiver, or nil.
func Target(c *ssa.CallCommon) (fn *types.Func, recv types.Type) {
	if c.IsInvoke() {
		return c.Method, c.Value.Type()
	}
	callee := c.StaticCallee()
	if callee == nil {
		return nil, nil
	}
	fn, _ = Origin(callee).Object().(*types.Func)
	if fn != nil && callee.Signature.Recv() != nil && len(c.Args) > 0 {
		recv = c.Args[0].Type()
	}
	return fn, recv
}
