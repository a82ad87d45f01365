// Package good is the example on the page of unboundedqueue/capacity, right.
package good

type sale struct {
	order int64
	sku   string
}

func newBoard() chan sale { return make(chan sale, 16) }
