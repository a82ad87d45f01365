// Package unboundedqueue reports places where work piles up and a producer is never told
// no.
//
// # What it reports
//
// slice: a slice, list, deque or heap in a field or package variable that one party adds
// to and another empties, with nothing that bounds it: no comparison of its length, no
// counter, no key that is kept once, no age.
//
// channel: a channel of a library that never refuses, or a goroutine that takes from a
// bounded channel, keeps what it took in a slice, and hands it on.
//
// send: a goroutine for each item whose whole work is to send it. The parked goroutines
// are the queue.
//
// spawn: a goroutine, or a task for a pool that never refuses, for each message, datagram,
// request or event, with no slot taken between the loop and the start, directly or through
// calls, helpers and callbacks; for each item of a list that a request brings, too.
//
// library: the limit of a library's queue or pool is switched off: a pool of size -1, a
// subscription without pending limits, a consumer without a prefetch count.
//
// capacity: a channel with room for 100000 items or more, or of a capacity that a request
// says and nothing compares.
//
// pending: a map of calls in flight which a call that times out, or is given up, never
// leaves.
//
// block: a send into a bounded queue, in a request or beside a context that the function's
// next wait heeds, with no way out while the queue is full.
//
// stale, at low confidence: work that is taken from a queue with the context of whoever
// waits for it, at which nobody looks.
//
// read, at low confidence: a query without LIMIT, or a read of a whole key of redis, in a
// loop that polls.
//
// pool, at low confidence: a sql.DB without SetMaxOpenConns.
//
// budget, only where it is asked for: a capacity that is larger than what the owner of the
// queue wrote about it allows.
//
// # Why it matters
//
// A queue without a limit is a memory leak that leaks slowly. 200 requests a second too
// many, of 10 KB each, are 2 MB a second and 120 MB a minute; the process ends within
// minutes, and its neighbours on the host with it. Long before that the queue is longer
// than its callers wait: what is served is what nobody awaits any more, so that the
// service stays down when its trigger is gone.
//
// Where a dependency slows, requests in flight grow as rate × time: 20 requests a second
// that take 5 s are 100 goroutines.
//
// # Example
//
//	type Handler interface {
//		Answer(query []byte) ([]byte, error)
//	}
//
//	func serve(pc net.PacketConn, h Handler) error {
//		for {
//			b := make([]byte, 1232)
//			n, from, err := pc.ReadFrom(b)
//			if err != nil {
//				return err
//			}
//			go func() {
//				if a, err := h.Answer(b[:n]); err == nil {
//					pc.WriteTo(a, from)
//				}
//			}()
//		}
//	}
//
// Whoever sends the datagrams decides how many goroutines run. With a slot for each the
// server decides:
//
//	type Handler interface {
//		Answer(query []byte) ([]byte, error)
//	}
//
//	func serve(pc net.PacketConn, h Handler) error {
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
//				if a, err := h.Answer(b[:n]); err == nil {
//					pc.WriteTo(a, from)
//				}
//			}()
//		}
//	}
//
// # How to fix
//
// Say what happens when it is full, and count how often it does: refuse, drop the oldest,
// wait with a bound, or cut the slow party off. Size the queue by what its callers wait
// for: their timeout ÷ the time of one item × a safety below one; 200 ms ÷ 16 ms × 0.8 is
// 10. A larger queue serves nobody better.
//
// Where the owner wants it so, because a bound would deadlock, a comment says it with its
// reason: //lint:ignore unboundedqueue/slice publishers hold the subscribers' lock.
//
// # When it stays silent
//
// In tests, examples, generated code and programs that run once and end.
//
// For loops over constants, configuration and what is in memory; for loops that accept
// connections, and goroutines that live as long as one; for event loops that start one
// goroutine at a time; where the goroutine is awaited; where a rate is waited for; where
// work is kept once for each key.
//
// For worklists that die with the call, stacks, free lists, rings, lists of subscribers,
// and what one party both fills and empties.
//
// For channels that carry replies, signals or errors, and for channels that one call makes
// with room for all its senders.
//
// # Options
//
// capacity: the least constant capacity of a channel that is reported, 100000 where it is
// not set.
//
// # Limits
//
// A queue that another package fills through an exported field is not seen, nor a bound
// that a caller in another package keeps. Calls through interfaces are followed where the
// interface and what implements it stand in one package. How fast work comes is not known:
// what is said is that nothing in the program refuses.
//
// # References
//
// Little's law; "Metastable Failures in Distributed Systems", HotOS 2021,
// https://sigops.org/s/conferences/hotos/2021/papers/hotos21-s11-bronson.pdf; SetLimit in
// https://pkg.go.dev/golang.org/x/sync/errgroup.
package unboundedqueue
