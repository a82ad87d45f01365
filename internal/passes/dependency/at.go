package dependency

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Fact is what is known of the function of the program that c calls, or nil.
func (p *Package) Fact(c ssa.CallInstruction) *Func {
	if p.e == nil {
		return nil
	}
	return p.e.factOf(c)
}

// Gates lists what stands before the call c in the function itself: what that has waited
// at, and the breaker or pool that c is for what it runs.
func (p *Package) Gates(c ssa.CallInstruction) []Gate {
	if p.e == nil {
		return nil
	}
	out := p.e.gatesBefore(c)
	obj, recv := ssacall.Target(c.Common())
	if obj == nil {
		return out
	}
	for _, en := range p.e.cat.Func(obj, recv) {
		if g := p.e.guard(c, en); known(g) {
			out = appendGates(out, []Gate{g})
		}
	}
	return out
}

// Refs lists what v can be; whole is false where some of it is not known.
func (p *Package) Refs(v ssa.Value) (refs []Ref, whole bool) {
	if p.e == nil {
		return nil, false
	}
	out, whole := p.e.at(v, "")
	for _, o := range out {
		refs = append(refs, o.ref)
	}
	return refs, whole
}

// Made is the value that is made at the place that a Ref with the root Made names, where
// this package makes it and the pass has come across it.
func (p *Package) Made(name string) ssa.Value {
	if p.e == nil {
		return nil
	}
	return p.e.places[name]
}

// MeetsAs lists what the call c of a function value meets where that is the function obj, in
// terms of the function that c stands in, with what is known of obj, or nil.
func (p *Package) MeetsAs(c ssa.CallInstruction, obj *types.Func) (f *Func, meets []Meet) {
	if p.e == nil {
		return nil, nil
	}
	f = p.e.fact(obj)
	if f == nil {
		return nil, nil
	}
	return f, p.e.through(c, f, obj).meets
}
