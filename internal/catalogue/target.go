package catalogue

import (
	"go/types"
	"sync/atomic"
)

// A Target is what calls go to: a function, with the static type of the receiver or nil. It
// remembers the answer of the catalogue that is asked about it, so that all who ask again,
// as each pass does of each call, need no look-up. It is safe for concurrent use.
type Target struct {
	fn   *types.Func // nil for a function value or a builtin
	recv types.Type
	told atomic.Pointer[toldOf]
}

type toldOf struct {
	by *Catalogue
	*answer
}

// NewTarget makes one. fn may be nil.
func NewTarget(fn *types.Func, recv types.Type) *Target { return &Target{fn: fn, recv: recv} }

// At is Func for a target.
func (c *Catalogue) At(t *Target) []*Entry { return c.at(t).entries }

// RetriesAt is Retries for a target.
func (c *Catalogue) RetriesAt(t *Target) []*Entry { return c.at(t).retries }

func (c *Catalogue) at(t *Target) *answer {
	if t.fn == nil {
		return nothing
	}
	of := t.told.Load()
	if of == nil || of.by != c {
		of = &toldOf{by: c, answer: c.answer(t.fn, t.recv)}
		t.told.Store(of)
	}
	return of.answer
}
