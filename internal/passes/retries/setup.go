package retries

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// setups returns the places in fn at which a client with two layers, or more, is set up that
// fn returns: who calls through it may be in another package.
func (e *Eval) setups(fn *ssa.Function) []*Site {
	var out []*Site
	for i := range fn.Signature.Results().Len() {
		if !e.lay.Holds(fn.Signature.Results().At(i).Type()) {
			continue
		}
		for _, v := range ssacall.Returned(fn, i) {
			ls := apart(e.lay.Client(v).Layers)
			if len(ls) < 2 || setUpElsewhere(ls[0]) || !within(fn, ls[0].Pos) {
				continue
			}
			it := newItem(Chain{})
			for _, l := range slices.Backward(ls) {
				it = e.layer(it, fn, ls[0].Pos, name(fn), l)
			}
			it.added, it.at = len(ls)-1, ls[0].Pos
			out = append(out, e.site(fn, nil, nil, it, it.added))
		}
	}
	return out
}

// apart drops layers of one attempt, and all but one of those of a name: policies for
// different methods and interceptors for different kinds of calls never meet.
func apart(ls []layers.Layer) []layers.Layer {
	var out []layers.Layer
	for _, l := range ls {
		if l.Attempts == attempts.Once {
			continue
		}
		same := func(o layers.Layer) bool { return o.Name == l.Name && o.Entry == l.Entry && l.Entry != nil }
		if !slices.ContainsFunc(out, same) {
			out = append(out, l)
		}
	}
	return out
}

// setUpElsewhere tells whether another package has put the layer around what is inside.
func setUpElsewhere(l layers.Layer) bool { return l.Entry == nil && !l.Pos.IsValid() }

// within tells whether pos stands in the source of fn.
func within(fn *ssa.Function, pos token.Pos) bool {
	s := fn.Syntax()
	return s != nil && s.Pos() <= pos && pos < s.End()
}
