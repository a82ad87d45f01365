package dependency

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
)

// Meets lists the dependencies that the call c meets, in terms of the declared function
// that it stands in. more is set where there are others that are not known.
func (p *Package) Meets(c ssa.CallInstruction) (meets []Meet, more bool) {
	if p.e == nil {
		return nil, false
	}
	l := p.e.expanded(p.e.meets(c), 0)
	return l.meets, l.more
}

// Ran lists the dependencies that the function value v meets when it is called.
func (p *Package) Ran(v ssa.Value) (meets []Meet, more bool) {
	if p.e == nil {
		return nil, false
	}
	l := p.e.expanded(p.e.body(v), 0)
	return l.meets, l.more
}

// Ref is what v is, where that is one known thing.
func (p *Package) Ref(v ssa.Value) Ref {
	if p.e == nil {
		return Ref{}
	}
	return p.e.one(v, "")
}

// Tries are the Tries of the function that c calls.
func (p *Package) Tries(c ssa.CallInstruction) []Try {
	if p.e == nil {
		return nil
	}
	if f := p.e.factOf(c); f != nil {
		return f.Tries
	}
	return nil
}

// Falls are the Falls of the function that c calls.
func (p *Package) Falls(c ssa.CallInstruction) []Fall {
	if p.e == nil {
		return nil
	}
	if f := p.e.factOf(c); f != nil {
		return f.Falls
	}
	return nil
}

// Key is what tells the dependency of m from others: its address where it is called
// through a client of many, else the client. It is not known where neither is, and for a
// function value, which may do anything.
func (m Meet) Key() Ref {
	if m.Kind == Value {
		return Ref{}
	}
	if m.Each || !m.Via.Known() {
		return m.Addr
	}
	return m.Via
}

// A Call is a call in the package that meets dependencies.
type Call struct {
	Fn    *ssa.Function
	Call  ssa.CallInstruction
	Meets []Meet
	More  bool
}

// Calls lists the calls of the package that meet a dependency themselves, not by a
// function of the program: the places at which the process is left.
func (p *Package) Calls() []Call {
	if p.e == nil {
		return nil
	}
	var out []Call
	for _, fn := range p.Index.SSA.Funcs {
		for _, s := range p.e.sites[fn] {
			c := s.CallInstruction
			if p.e.factOf(c) != nil {
				continue
			}
			if meets, more := p.Meets(c); len(meets) > 0 {
				out = append(out, Call{fn, c, meets, more})
			}
		}
	}
	return out
}

// A Making is a place at which a value is made that a Ref leads to.
type Making struct {
	Ref  Ref
	Pos  token.Pos
	Fn   *ssa.Function
	Kept bool // a field or package variable keeps it
}

// Makings lists where in the package what r names is made, as the constructors show it.
// r is seen from fn.
func (p *Package) Makings(r Ref) []Making {
	var out []Making
	for _, h := range p.e.homes(r) {
		for _, o := range h.outs {
			if o.val != nil && o.ref.Root == Made && o.ref.Path == "" {
				out = append(out, Making{o.ref, o.val.Pos(), o.val.Parent(), true})
			}
		}
	}
	return out
}

// Texts lists the constant texts and hosts that what r names may be.
func (p *Package) Texts(r Ref) []Ref {
	if r.Root == Text || r.Root == Host {
		return []Ref{r}
	}
	var out []Ref
	for _, h := range p.e.homes(r) {
		for _, o := range h.outs {
			if o.ref.Root == Text || o.ref.Root == Host {
				out = append(out, o.ref)
			}
		}
	}
	return out
}

// expanded replaces the calls of functions that are kept in fields by what those functions
// meet, as the constructors of the package show.
func (e *eval) expanded(l list, depth int) list {
	out := list{more: l.more}
	for _, m := range l.meets {
		if m.Kind != Value || depth > 2 {
			out.add(m)
			continue
		}
		known := false
		for _, h := range e.homes(m.Via) {
			for _, o := range h.outs {
				if funcOf(o.val) == nil {
					continue
				}
				known = true
				ran := e.expanded(e.body(o.val), depth+1)
				for _, n := range ran.meets {
					n.Via, n.Addr = h.seen(n.Via), h.seen(n.Addr)
					n.Path, n.Ctx = append(m.Path[:len(m.Path):len(m.Path)], n.Path...), NoParam
					out.add(n)
				}
				out.more = out.more || ran.more
			}
		}
		if !known {
			out.add(m)
		}
	}
	return out
}

// Named is the declared function that a call stands in.
func Named(c ssa.CallInstruction) *ssa.Function { return flow.Named(c.Parent()) }

// Detaches tells whether the function that c calls, of the program, does not hand its
// context to what it meets, as far as is known: it sets a deadline of its own.
func (p *Package) Detaches(c ssa.CallInstruction) bool {
	if p.e == nil {
		return false
	}
	f := p.e.factOf(c)
	if f == nil || len(f.Meets) == 0 {
		return false
	}
	for _, m := range f.Meets {
		if m.Ctx != NoParam {
			return false
		}
	}
	return true
}
