// # Kind channel
//
// # What it reports
//
// A channel of a library that never refuses, or a goroutine that takes from a bounded
// channel, keeps what it took in a slice, and hands it on: the bound of the channel is
// undone.
//
// # Why it matters
//
// The channel in front of the mover holds 10, so that the sender is to slow down with the
// line. The mover empties it at once: at 50 items a second, and a line that stands still
// for 10 min, 50/s × 600 s = 30000 are in its slice, and the sender has noticed nothing.
// Without the mover, or with a limit of 100 in it, it is 10 + 100 = 110.
//
// # Example
//
// All that comes is kept:
//
//	func smooth(ctx context.Context, in <-chan string, out chan<- string) {
//		var waiting []string
//		for {
//			var to chan<- string
//			var first string
//			if len(waiting) > 0 {
//				to, first = out, waiting[0]
//			}
//			select {
//			case p := <-in:
//				waiting = append(waiting, p)
//			case to <- first:
//				waiting = waiting[1:]
//			case <-ctx.Done():
//				return
//			}
//		}
//	}
//
// At a hundred it stops receiving:
//
//	func smooth(ctx context.Context, in <-chan string, out chan<- string) {
//		var waiting []string
//		for {
//			var to chan<- string
//			var first string
//			if len(waiting) > 0 {
//				to, first = out, waiting[0]
//			}
//			from := in
//			if len(waiting) >= 100 {
//				from = nil
//			}
//			select {
//			case p := <-from:
//				waiting = append(waiting, p)
//			case to <- first:
//				waiting = waiting[1:]
//			case <-ctx.Done():
//				return
//			}
//		}
//	}
//
// # How to fix
//
// Stop receiving, refuse or drop when it is full: a nil channel in a select is never ready.
//
//   - eapache/channels: NewNativeChannel(n) or NewOverflowingChannel(n) in place of
//     NewInfiniteChannel.
//   - smallnest/chanx and other unbounded channels: a make(chan T, n) and a select with a
//     default.
//   - gammazero/workerpool: its queue has no end. Ask WaitingQueueSize() before Submit, or
//     use ants with WithMaxBlockingTasks, or pond with a queue size.
//   - watermill's GoChannel: OutputChannelBuffer is its bound.
//
// # When it stays silent
//
// Where the slice is compared with a limit, where the mover stops receiving, and where the
// slice is a batch that is handed on as a whole at a size or time. In tests, examples,
// generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A mover is known where receiving, keeping and handing on stand in one function.
//
// # References
//
// A nil channel in a select: https://go.dev/ref/spec#Select_statements.
//
// https://ferd.ca/queues-don-t-fix-overload.html.
package unboundedqueue
