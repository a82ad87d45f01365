// # Kind library
//
// # What it reports
//
// The limit of a library's queue or pool is switched off: a pool of size -1, a subscription
// without pending limits, a consumer without a prefetch count.
//
// # Why it matters
//
// ants.NewPool(-1) starts a goroutine for each task as go does. A printer that jams for 5
// min, at 20 labels a second, has 20/s × 300 s = 6000 goroutines, each with its label of 50
// KB: 6000 × 50 KB = 300 MB. With a pool of 4 and 16 that wait it is 4 + 16 = 20, and the
// 21st is told ErrPoolOverload.
//
// # Example
//
// Minus one means no limit:
//
//	func newPrinters() (*ants.Pool, error) { return ants.NewPool(-1) }
//
// So many at once, and so many that wait:
//
//	func newPrinters() (*ants.Pool, error) { return ants.NewPool(4, ants.WithMaxBlockingTasks(16)) }
//
// # How to fix
//
// Set the limit, and what happens at it.
//
//   - ants: a size above zero; WithMaxBlockingTasks(n), since 0 lets any number wait, or
//     WithNonblocking(true).
//   - errgroup: SetLimit(n); a negative number means none.
//   - NATS: sub.SetPendingLimits(msgs, bytes) with numbers above zero; -1 means none. The
//     defaults are 512 × 1024 messages and 64 MB.
//   - AMQP: ch.Qos(n, 0, false) before Consume with autoAck false; 0 means all that the
//     queue has.
//   - go-redis: PoolSize; MaxActiveConns bounds what is made beyond it.
//   - net/http: MaxConnsPerHost; 0 means none.
//   - Pub/Sub: ReceiveSettings.MaxOutstandingMessages; a negative number means none.
//   - gRPC servers: grpc.MaxConcurrentStreams(n).
//
// # When it stays silent
//
// Where the number comes from configuration, and for limits that are off by default and
// that nobody touched, except where the catalogue says that they are needed. In tests,
// examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// Libraries that the catalogue does not describe are not known. A limit that the far side
// sets, as a broker may, is not seen.
//
// # References
//
// https://pkg.go.dev/github.com/panjf2000/ants/v2#Options.
//
// Prefetch: https://www.rabbitmq.com/docs/consumer-prefetch.
package unboundedqueue
