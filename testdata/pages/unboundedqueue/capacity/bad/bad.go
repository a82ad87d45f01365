// Package bad is the example on the page of unboundedqueue/capacity, wrong.
package bad

type sale struct {
	order int64
	sku   string
}

func newBoard() chan sale { return make(chan sale, 1_000_000) }
