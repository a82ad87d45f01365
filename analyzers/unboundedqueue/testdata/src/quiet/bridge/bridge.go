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
		recv := in
		if len(q) >= 128 {
			recv = nil
		}
		select {
		case e := <-recv:
			q = append(q, e)
		case send <- first:
			q = q[1:]
		case <-ctx.Done():
			return
		}
	}
}
