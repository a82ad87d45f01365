// Package bigcap is a case of its rule.
package bigcap

type rec struct{ b []byte }

const depth = 1_000_000

type W struct{ q chan rec }

func New() *W { return &W{q: make(chan rec, depth)} } // want `(room for 1000000|unchecked).*unboundedqueue/capacity`
