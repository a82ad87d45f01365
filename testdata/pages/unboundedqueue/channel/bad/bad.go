// Package bad is the example on the page of unboundedqueue/channel, wrong.
package bad

import "context"

func smooth(ctx context.Context, in <-chan string, out chan<- string) {
	var waiting []string
	for {
		var to chan<- string
		var first string
		if len(waiting) > 0 {
			to, first = out, waiting[0]
		}
		select {
		case p := <-in:
			waiting = append(waiting, p)
		case to <- first:
			waiting = waiting[1:]
		case <-ctx.Done():
			return
		}
	}
}
