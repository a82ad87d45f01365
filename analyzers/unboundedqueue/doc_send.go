// # Kind send
//
// # What it reports
//
// A goroutine for each item whose whole work is to send it. The parked goroutines are the
// queue.
//
// # Why it matters
//
// A goroutine takes 2 KB of stack at least. A board that is not read for an hour, at 100
// sales a second, parks 100/s × 3600 s = 360000 goroutines, which are 360000 × 2 KB = 720
// MB, and the order of the items is lost. With a select that gives up, the channel's room
// of 16 is all that waits.
//
// # Example
//
// One goroutine a sale, for as long as nobody reads:
//
//	type board struct{ sales chan string }
//
//	func newBoard() *board { return &board{sales: make(chan string, 16)} }
//
//	func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		sku := r.URL.Path
//		go func() { b.sales <- sku }()
//	}
//
//	func (b *board) show(line func(string)) {
//		for s := range b.sales {
//			line(s)
//		}
//	}
//
// Who is not quick enough misses it:
//
//	type board struct{ sales chan string }
//
//	func newBoard() *board { return &board{sales: make(chan string, 16)} }
//
//	func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		select {
//		case b.sales <- r.URL.Path:
//		default:
//			w.WriteHeader(http.StatusServiceUnavailable)
//		}
//	}
//
//	func (b *board) show(line func(string)) {
//		for s := range b.sales {
//			line(s)
//		}
//	}
//
// # How to fix
//
// Send in the function itself, with a select that drops (default), gives up (a timer) or
// ends with the caller (ctx.Done()), on a buffered channel.
//
//   - sarama: the AsyncProducer's Input() is such a channel; a select with ctx.Done()
//     around it. franz-go: TryProduce refuses where Produce waits. confluent-kafka-go:
//     Produce gives kafka.ErrQueueFull.
//   - NATS: Publish buffers by itself; nats.ReconnectBufSize bounds it.
//   - client-go: a workqueue in place of a channel, so that one key is kept once.
//
// # When it stays silent
//
// For a reply to one who waits, a signal, an error; where the channel has room for all its
// senders; where the goroutine does work before it sends. In tests, examples, generated
// code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// As for slice: how fast items come is not known.
//
// # References
//
// Sends and receives: https://go.dev/ref/spec#Send_statements.
//
// How goroutines take memory: https://go.dev/doc/faq#goroutines.
package unboundedqueue
