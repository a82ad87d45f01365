// Package bridge is a case of its rule.
package bridge

import "context"

type ev struct{ n int }

func Bridge(ctx context.Context, in <-chan ev, out chan<- ev) {
	var q []ev
	for {
		var send chan<- ev
		var first ev
		if len(q) > 0 {
			send, first = out, q[0]
		}

		select {
		case e := <-in:
			q = append(q, e) // want `is undone.*unboundedqueue/channel`
		case send <- first:
			q = q[1:]
		case <-ctx.Done():
			return
		}
	}
}
