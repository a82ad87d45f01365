// # Kind block
//
// # What it reports
//
// A send into a bounded queue, in a request or beside a context that the function's next
// wait heeds, with no way out while the queue is full. The pressure is thrown back at the
// callers.
//
// # Why it matters
//
// The disk of the audit log is full. After 64 lines the channel is, too, and each request
// waits at the send: at 20 a second 20/s × 60 s − 64 = 1136 of them hang after a minute,
// for a line in a log. With a select that gives up after 100 ms it is 20/s × 100 ms = 2.
//
// # Example
//
// While the log is slow all requests hang:
//
//	type station struct{ audit chan string }
//
//	func newStation(write func(string)) *station {
//		s := &station{audit: make(chan string, 64)}
//		go func() {
//			for line := range s.audit {
//				write(line)
//			}
//		}()
//		return s
//	}
//
//	func (s *station) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		s.audit <- r.URL.Path
//		w.WriteHeader(http.StatusNoContent)
//	}
//
// The request gives up with its context:
//
//	type station struct{ audit chan string }
//
//	func newStation(write func(string)) *station {
//		s := &station{audit: make(chan string, 64)}
//		go func() {
//			for line := range s.audit {
//				write(line)
//			}
//		}()
//		return s
//	}
//
//	func (s *station) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		select {
//		case s.audit <- r.URL.Path:
//			w.WriteHeader(http.StatusNoContent)
//		case <-r.Context().Done():
//		case <-time.After(100 * time.Millisecond):
//			w.WriteHeader(http.StatusServiceUnavailable)
//		}
//	}
//
// # How to fix
//
// Select on the context, a timer or a default as well. Where the function has a context, a
// fix is offered that gives up when it ends; it is for a reader to judge, since to drop may
// be better.
//
//   - sarama: Input() of the AsyncProducer in a select with ctx.Done(). franz-go: Produce
//     takes the context; TryProduce refuses.
//   - ants: Submit waits without end unless WithNonblocking(true) or
//     WithMaxBlockingTasks(n). pond v2: TrySubmit or a pool with WithNonBlocking(true).
//   - errgroup: TryGo in place of Go on a group with a limit.
//   - NATS: Publish writes into a buffer of a bounded size; PublishAsync of JetStream
//     stalls at nats.PublishAsyncMaxPending.
//
// # When it stays silent
//
// Where a case of the select leads out; where the channel has room for all its senders; for
// replies and signals; in workers, whose whole purpose is to wait; for a slot of a
// semaphore, which is missingdeadline/acquire. In tests, examples, generated code and
// programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A request is recognised by the form of its handler. A queue behind a function of another
// package is known by the catalogue only.
//
// # References
//
// Select: https://go.dev/ref/spec#Select_statements.
package unboundedqueue
