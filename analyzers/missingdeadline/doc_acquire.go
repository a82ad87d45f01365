// # Kind acquire
//
// # What it reports
//
// A request waits for a slot of something that others hold as well, and nothing ends the
// wait: Acquire of a semaphore or Wait of a limiter with a context without deadline, a
// plain send to a channel that serves as a semaphore, a plain receive of what a pool keeps
// or a worker answers.
//
// It is told where the wait is, if a handler of the program comes there. What a function
// makes for itself, and a semaphore that only guards work of the machine, are no fault.
//
// # Why it matters
//
// In the example eight labels are printed at a time. A printer that jams holds its slot for
// 60 s, so that 8 ÷ 60 s = 0.13 labels leave a second. At 5 requests a second 5/s × 60 s =
// 300 have come after a minute and 8 hold a slot: 300 − 8 = 292 wait, with their
// connections. With a wait of 2 s at most, 5/s × 2 s = 10 wait, and the others are told at
// once that it does not work.
//
// # Example
//
// While the slots are held, every request stays here:
//
//	type printers struct {
//		slots chan struct{}
//		print func(ctx context.Context, label string) error
//	}
//
//	func newPrinters(print func(context.Context, string) error) *printers {
//		return &printers{slots: make(chan struct{}, 8), print: print}
//	}
//
//	func (p *printers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		p.slots <- struct{}{}
//		defer func() { <-p.slots }()
//		if err := p.print(r.Context(), r.URL.Path); err != nil {
//			w.WriteHeader(http.StatusBadGateway)
//		}
//	}
//
// Who gets no slot within two seconds is told so:
//
//	type printers struct {
//		slots chan struct{}
//		print func(ctx context.Context, label string) error
//	}
//
//	func newPrinters(print func(context.Context, string) error) *printers {
//		return &printers{slots: make(chan struct{}, 8), print: print}
//	}
//
//	func (p *printers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
//		defer cancel()
//		select {
//		case p.slots <- struct{}{}:
//		case <-ctx.Done():
//			w.WriteHeader(http.StatusServiceUnavailable)
//			return
//		}
//		defer func() { <-p.slots }()
//		if err := p.print(ctx, r.URL.Path); err != nil {
//			w.WriteHeader(http.StatusBadGateway)
//		}
//	}
//
// # How to fix
//
// Take the slot with a context that has a deadline, or refuse at once.
//
//   - A channel: a select with ctx.Done(), or with a default that refuses.
//   - x/sync/semaphore: Acquire(ctx, 1) with a deadline in ctx, or TryAcquire(1).
//   - x/time/rate: Wait(ctx) with a deadline, or Allow(). Wait fails at once where the
//     deadline comes before the slot.
//   - database/sql: the wait for a connection ends with the context of QueryContext.
//   - pgxpool: Acquire(ctx), or a deadline in the context of Query.
//   - go-redis: PoolTimeout bounds the wait for a connection; its default is ReadTimeout
//     and a second.
//   - ants: ants.WithNonblocking(true), or WithMaxBlockingTasks(n).
//   - failsafe-go: bulkhead.NewBuilder[R](n).WithMaxWaitTime(d).
//
// # When it stays silent
//
// Where the wait is in a select with a timer, a default or a context that ends; where the
// function itself makes what it waits for; where only work of the machine is guarded; in
// workers, which nobody waits for. In tests, examples, generated code and programs that run
// once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A request is recognised by the form of its handler: net/http, gin, echo, fiber, fasthttp
// and generated gRPC servers. A sync.Mutex that is held over a call to another process is
// not looked at.
//
// # References
//
// A semaphore that heeds its context:
// https://pkg.go.dev/golang.org/x/sync/semaphore#Weighted.Acquire.
//
// Little's law, by which the figures come: resilint size pool -h, and docs/size.md in
// https://github.com/resilint/resilint.
package missingdeadline
