// Package good is the example on the page of deadlinebudget/zero, right.
package good

import (
	"context"
	"time"
)

func poll(ctx context.Context, round func(context.Context)) {
	tick := time.NewTicker(30 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			round(ctx)
		case <-ctx.Done():
			return
		}
	}
}
