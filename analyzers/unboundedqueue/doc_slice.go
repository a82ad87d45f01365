// # Kind slice
//
// # What it reports
//
// A slice, list, deque or heap in a field or package variable that one party adds to and
// another empties, with nothing that bounds it: no comparison of its length, no counter, no
// key that is kept once, no age.
//
// # Why it matters
//
// What comes faster than it goes stays. 200 requests a second too many, of 10 KB each, are
// 200/s × 10 KB = 2 MB a second and 2 MB × 60 = 120 MB a minute: with 1 GB to spare the
// process ends after 1000 MB ÷ 120 MB = 8.3 minutes, and all that was kept is lost at once.
// With a limit of 100 the 101st is told no, and 100 × 10 KB = 1 MB is what can be lost.
//
// # Example
//
// While the line stands still, each parcel stays here:
//
//	type outbox struct {
//		mu      sync.Mutex
//		parcels []string
//		pack    func(string)
//	}
//
//	func newOutbox(pack func(string)) *outbox {
//		o := &outbox{pack: pack}
//		go o.run()
//		return o
//	}
//
//	func (o *outbox) add(p string) {
//		o.mu.Lock()
//		defer o.mu.Unlock()
//		o.parcels = append(o.parcels, p)
//	}
//
//	func (o *outbox) run() {
//		for range time.Tick(time.Second) {
//			o.mu.Lock()
//			batch := o.parcels
//			o.parcels = nil
//			o.mu.Unlock()
//			for _, p := range batch {
//				o.pack(p)
//			}
//		}
//	}
//
// At a hundred it says no:
//
//	type outbox struct {
//		mu      sync.Mutex
//		parcels []string
//		pack    func(string)
//	}
//
//	var errFull = errors.New("the line is too far behind")
//
//	func newOutbox(pack func(string)) *outbox {
//		o := &outbox{pack: pack}
//		go o.run()
//		return o
//	}
//
//	func (o *outbox) add(p string) error {
//		o.mu.Lock()
//		defer o.mu.Unlock()
//		if len(o.parcels) >= 100 {
//			return errFull
//		}
//		o.parcels = append(o.parcels, p)
//		return nil
//	}
//
//	func (o *outbox) run() {
//		for range time.Tick(time.Second) {
//			o.mu.Lock()
//			batch := o.parcels
//			o.parcels = nil
//			o.mu.Unlock()
//			for _, p := range batch {
//				o.pack(p)
//			}
//		}
//	}
//
// # How to fix
//
// Compare the length before the append, or cut after it. Say what happens when it is full,
// and count how often it does: refuse, drop the oldest, wait with a bound, or cut the slow
// party off. A limit that is off while it is zero is no limit where nothing sets it.
//
//   - A bounded channel with a select is the shortest form of a queue with a limit.
//   - gammazero/deque and container/list: compare Len() first; eapache/queue: Length().
//   - OpenTelemetry's batch processor has WithMaxQueueSize and drops.
//   - What must not be lost belongs into a store that is made for it: a table read with
//     LIMIT, a log such as Kafka.
//
// resilint size queue -timeout 200ms -service 16ms -safety 0.8 says how long a queue may
// get. Where the owner wants it so, because a bound would deadlock, a comment says it with
// its reason: //lint:ignore unboundedqueue/slice publishers hold the subscribers' lock.
//
// # When it stays silent
//
// For worklists that die with the call, stacks, free lists, rings, lists of subscribers,
// and what one party both fills and empties. Where a length, a counter, a key or an age
// bounds it. In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A queue that another package fills through an exported field is not seen, nor a bound
// that a caller in another package keeps. How fast work comes is not known: what is said is
// that nothing in the program refuses.
//
// # References
//
// Queues with a limit: https://ferd.ca/queues-don-t-fix-overload.html.
//
// "Metastable Failures in Distributed Systems", HotOS 2021:
// https://sigops.org/s/conferences/hotos/2021/papers/hotos21-s11-bronson.pdf.
package unboundedqueue
