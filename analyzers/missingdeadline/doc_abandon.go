// # Kind abandon
//
// # What it reports
//
// A select gives up at a timer, and the goroutine that it waited for goes on. Where that
// one sends on a channel without room, it is stuck on the send for ever. Where it calls out
// with nothing to end the call, the work goes on for nobody.
//
// # Why it matters
//
// In the example each timeout leaves one goroutine behind, with what it holds. A service
// that asks 50 times a second and sees one in a hundred time out loses 50/s × 0.01 × 3600 s
// = 1800 goroutines an hour, each with the data of its answer. With 100 KB each that is
// 1800 × 100 KB = 180 MB. With room for one answer in the channel each of them ends by
// itself.
//
// # Example
//
// After the second nobody receives, and the goroutine stays at its send:
//
//	func preview(draw func() []byte) ([]byte, error) {
//		drawn := make(chan []byte)
//		go func() { drawn <- draw() }()
//		select {
//		case picture := <-drawn:
//			return picture, nil
//		case <-time.After(time.Second):
//			return nil, errors.New("drawing takes too long")
//		}
//	}
//
// The channel has room, and the work is told to end:
//
//	func preview(ctx context.Context, draw func(context.Context) []byte) ([]byte, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		drawn := make(chan []byte, 1)
//		go func() { drawn <- draw(ctx) }()
//		select {
//		case picture := <-drawn:
//			return picture, nil
//		case <-ctx.Done():
//			return nil, ctx.Err()
//		}
//	}
//
// # How to fix
//
// Give the channel room for one answer, and hand the work a context that ends with the
// wait.
//
//   - net/http, database/sql, gRPC: the call takes the context and ends; a goroutine with a
//     select around it is not needed at all.
//   - go-redis v9: set ContextTimeoutEnabled, else the call goes on to its ReadTimeout.
//   - hystrix-go: the Timeout of a command ends the waiting only, in Do and DoC. Give the
//     call a context with a timeout of its own, a little shorter.
//   - failsafe-go: timeout.New[R](d) with GetWithExecution, whose exec.Context() ends with
//     the timeout.
//   - errgroup: errgroup.WithContext, and Wait for all.
//   - A library that takes no context: bound it by its own timeout, shorter than the wait.
//
// # When it stays silent
//
// Where the select is in a loop that comes back to the wait; where the channel has room and
// the work has a context that ends, or is bounded in another way; where the goroutine sends
// in a select that gives up. A function parameter that can't be stopped is told at low
// confidence. In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// Only a goroutine that the same function starts is judged. What it calls is followed as in
// the rest of the rule.
//
// # References
//
// Sends that nobody receives: https://go.dev/blog/pipelines, under "Explicit cancellation".
package missingdeadline
