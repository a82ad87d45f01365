// Package bad is the example on the page of deadlinebudget/zero, wrong.
package bad

import (
	"context"
	"time"
)

func poll(ctx context.Context, round func(context.Context)) {
	tick := time.NewTicker(30)
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
