// Package funcfact keeps what a pass knows of functions: the facts it is making for the
// package under analysis, and those it imported.
//
// It exports nothing and knows nothing of what a fact says.
package funcfact

import (
	"encoding/gob"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/factcode"
)

// A Fact is a fact about a function, whose written form is the same for the same fact.
type Fact[F any] interface {
	*F
	analysis.Fact
	gob.GobEncoder
	factcode.Coder
}

// A Table holds the facts F of one pass. It serves one goroutine at a time.
type Table[F any, P Fact[F]] struct {
	// Own are the facts of the package under analysis, as far as they are made.
	Own      map[*types.Func]P
	pass     *analysis.Pass
	imported map[*types.Func]P
	asked    map[*types.Func]bool // functions of the package whose fact was read in this round
	stale    bool                 // one of them has another fact by now
	spare    P                    // an empty fact, or nil
}

// New makes an empty table for pass.
func New[F any, P Fact[F]](pass *analysis.Pass) Table[F, P] {
	return Table[F, P]{Own: map[*types.Func]P{}, pass: pass, imported: map[*types.Func]P{}, asked: map[*types.Func]bool{}}
}

// Get returns the fact of fn, or of the generic function it is an instance of, or nil.
func (t *Table[F, P]) Get(fn *types.Func) P {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() == t.pass.Pkg {
		t.asked[fn] = true
		return t.Own[fn]
	}
	return t.Imported(fn)
}

// Settled ends a round of a search for a fixed point. It tells whether each fact that was
// read in the round is still the same, so that another round would give nothing else: a
// round that goes bottom-up reads what it has yet to make only where functions recur.
func (t *Table[F, P]) Settled() bool {
	settled := !t.stale
	t.stale = false
	clear(t.asked)
	return settled
}

// Imported returns the fact of a function of another package, or nil.
func (t *Table[F, P]) Imported(fn *types.Func) P {
	fn = fn.Origin()
	if fn.Pkg() == nil || fn.Pkg() == t.pass.Pkg {
		return nil
	}
	if f, ok := t.imported[fn]; ok {
		return f
	}
	// Most functions have no fact: what is made for the question serves for the next one.
	if t.spare == nil {
		t.spare = new(F)
	}
	var f P
	if t.pass.ImportObjectFact(fn, t.spare) {
		f, t.spare = t.spare, nil
	}
	t.imported[fn] = f
	return f
}

// Put keeps the fact f of fn, a function of the package, and tells whether it says
// anything else than the one before.
func (t *Table[F, P]) Put(fn *types.Func, f P) bool {
	if old := t.Own[fn]; old != nil && factcode.Equal(old, f) {
		return false
	}
	t.Own[fn] = f
	t.stale = t.stale || t.asked[fn]
	return true
}
