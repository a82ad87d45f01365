// # Kind spawn
//
// # What it reports
//
// A goroutine, or a task for a pool that never refuses, for each message, datagram, request
// or event, with no slot taken between the loop and the start, directly or through calls,
// helpers and callbacks; for each item of a list that a request brings, too. Goroutines
// that requests start and that wait for the same thing are reported once for a package.
//
// # Why it matters
//
// Whoever sends decides how many run. A work of 50 ms at 100 datagrams a second is 100/s ×
// 50 ms = 5 at a time. When what it waits for slows to 5 s, it is 100/s × 5 s = 500, each
// with a connection and its memory; and when it hangs, 100/s × 60 s = 6000 after a minute.
// With 256 slots it is never more than 256, and what does not fit is refused at once.
//
// # Example
//
// Whoever sends the datagrams decides how many goroutines run:
//
//	type handler interface {
//		answer(query []byte) ([]byte, error)
//	}
//
//	func serve(pc net.PacketConn, h handler) error {
//		for {
//			b := make([]byte, 1232)
//			n, from, err := pc.ReadFrom(b)
//			if err != nil {
//				return err
//			}
//			go func() {
//				if a, err := h.answer(b[:n]); err == nil {
//					pc.WriteTo(a, from)
//				}
//			}()
//		}
//	}
//
// With a slot for each the server decides:
//
//	type handler interface {
//		answer(query []byte) ([]byte, error)
//	}
//
//	func serve(pc net.PacketConn, h handler) error {
//		running := make(chan struct{}, 256)
//		for {
//			b := make([]byte, 1232)
//			n, from, err := pc.ReadFrom(b)
//			if err != nil {
//				return err
//			}
//			select {
//			case running <- struct{}{}:
//			default:
//				continue // whoever asks asks again
//			}
//			go func() {
//				defer func() { <-running }()
//				if a, err := h.answer(b[:n]); err == nil {
//					pc.WriteTo(a, from)
//				}
//			}()
//		}
//	}
//
// # How to fix
//
// Take a slot before the start: a send to a channel of struct{}, Acquire of a semaphore, or
// a fixed set of workers that range over a channel.
//
//   - errgroup: g.SetLimit(n) before the first Go; TryGo refuses.
//   - sourcegraph/conc: pool.New().WithMaxGoroutines(n). ants: NewPool(n) with
//     WithNonblocking(true) or WithMaxBlockingTasks(m). pond v2: NewPool(n,
//     pond.WithQueueSize(m), pond.WithNonBlocking(true)).
//   - Kafka: franz-go and sarama hand over one partition at a time; work on it in that
//     goroutine, or on n workers, and commit what is done.
//   - AMQP: ch.Qos(n, 0, false) bounds what is unacknowledged. NATS JetStream:
//     MaxAckPending. SQS: MaxNumberOfMessages, and no new receive while all workers are
//     taken. Pub/Sub: ReceiveSettings.MaxOutstandingMessages.
//   - miekg/dns and net/http start one goroutine a request by themselves: bound the work in
//     it, by a semaphore in a middleware.
//
// # When it stays silent
//
// For loops over constants, configuration and what is in memory; for loops that accept
// connections, and goroutines that live as long as one; for event loops that start one
// goroutine at a time; where the goroutine is awaited; where a rate is waited for; where
// work is kept once for each key. In tests, examples, generated code and programs that run
// once and end.
//
// # Options
//
// None.
//
// # Limits
//
// Calls through interfaces are followed where the interface and what implements it stand in
// one package. A slot that a caller in another package takes is not seen.
//
// # References
//
// SetLimit: https://pkg.go.dev/golang.org/x/sync/errgroup#Group.SetLimit.
//
// "Metastable Failures in Distributed Systems", HotOS 2021:
// https://sigops.org/s/conferences/hotos/2021/papers/hotos21-s11-bronson.pdf.
package unboundedqueue
