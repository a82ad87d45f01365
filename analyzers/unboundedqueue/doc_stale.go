// # Kind stale
//
// # What it reports
//
// Work that is taken from a queue with the context of whoever waits for it, at which nobody
// looks. Told at low confidence.
//
// # Why it matters
//
// A queue of 100 items of 16 ms each is answered after 101 × 16 ms = 1.616s; callers wait
// 200 ms. The last 100 − 12 = 88 of them have left: 88 × 16 ms = 1408 ms are worked for
// nobody, while new ones come and get old. resilint size recover -queue 100 shows that such
// a service stays down when its trigger is gone. To ask the context takes no time, and the
// queue is empty at once.
//
// # Example
//
// Nobody asks whether the caller still waits:
//
//	type job struct {
//		ctx  context.Context
//		sku  string
//		done chan string
//	}
//
//	type desk struct {
//		jobs chan job
//		look func(string) string
//	}
//
//	func (d *desk) run() {
//		for j := range d.jobs {
//			j.done <- d.look(j.sku)
//		}
//	}
//
//	func (d *desk) ask(ctx context.Context, sku string) (string, error) {
//		j := job{ctx, sku, make(chan string, 1)}
//		select {
//		case d.jobs <- j:
//		case <-ctx.Done():
//			return "", ctx.Err()
//		}
//		select {
//		case v := <-j.done:
//			return v, nil
//		case <-ctx.Done():
//			return "", ctx.Err()
//		}
//	}
//
// Whoever has left is passed over:
//
//	type job struct {
//		ctx  context.Context
//		sku  string
//		done chan string
//	}
//
//	type desk struct {
//		jobs chan job
//		look func(string) string
//	}
//
//	func (d *desk) run() {
//		for j := range d.jobs {
//			if j.ctx.Err() != nil {
//				continue
//			}
//			j.done <- d.look(j.sku)
//		}
//	}
//
//	func (d *desk) ask(ctx context.Context, sku string) (string, error) {
//		j := job{ctx, sku, make(chan string, 1)}
//		select {
//		case d.jobs <- j:
//		case <-ctx.Done():
//			return "", ctx.Err()
//		}
//		select {
//		case v := <-j.done:
//			return v, nil
//		case <-ctx.Done():
//			return "", ctx.Err()
//		}
//	}
//
// # How to fix
//
// Ask the context that travels with the work whether it has ended, before the work is done,
// and hand it on to the work. Where a deadline travels, compare it with the time that the
// work takes.
//
//   - gRPC: the context of the handler has the caller's deadline, and
//     status.FromContextError(ctx.Err()) is the answer.
//   - Kafka, AMQP, SQS: a header with the time until which the answer is of use; AMQP's
//     per-message expiration does it by itself.
//   - ants, pond, errgroup: the function that is handed over begins with if ctx.Err() !=
//     nil { return }.
//   - asynq: asynq.Deadline or asynq.Timeout of a task.
//
// # When it stays silent
//
// Where the context is asked, or handed on to what is called. Where no context or deadline
// travels with the work. In tests, examples, generated code and programs that run once and
// end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks unboundedqueue/stale.
//
// # Limits
//
// Work that changes something for good may have to be done though its caller has left; only
// its owner knows.
//
// # References
//
// "Metastable Failures in Distributed Systems", HotOS 2021:
// https://sigops.org/s/conferences/hotos/2021/papers/hotos21-s11-bronson.pdf.
package unboundedqueue
