// Package bad is the example on the page of unboundedqueue/library, wrong.
package bad

import "github.com/panjf2000/ants/v2"

func newPrinters() (*ants.Pool, error) { return ants.NewPool(-1) }
