// Package bigcap is a case of its rule.
package bigcap

type W struct {
	q chan struct{}
	r chan []byte
}

func New(size int) *W { return &W{q: make(chan struct{}, 1<<20), r: make(chan []byte, size)} }
