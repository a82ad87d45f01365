// Package good is the example on the page of unboundedqueue/library, right.
package good

import "github.com/panjf2000/ants/v2"

func newPrinters() (*ants.Pool, error) { return ants.NewPool(4, ants.WithMaxBlockingTasks(16)) }
