// # Kind capacity
//
// # What it reports
//
// A channel with room for 100000 items or more, or of a capacity that a request says and
// nothing compares.
//
// # Why it matters
//
// A slow reader is noticed when the channel is full. At 100 items a second a channel of
// 1000000 is full after 1000000 ÷ 100/s = 10000 s, which is nearly three hours; what is
// read then was true three hours ago. With 16, it is noticed after 16 ÷ 100/s = 0.16 s. A
// capacity that a request names is memory that a request takes: 1000000 × 16 B is 16 MB for
// one.
//
// # Example
//
// A board that hangs is noticed a million sales later:
//
//	type sale struct {
//		order int64
//		sku   string
//	}
//
//	func newBoard() chan sale { return make(chan sale, 1_000_000) }
//
// Room for what comes in a moment:
//
//	type sale struct {
//		order int64
//		sku   string
//	}
//
//	func newBoard() chan sale { return make(chan sale, 16) }
//
// # How to fix
//
// Size it by what its callers wait for: their timeout ÷ the time of one item × a safety
// below one. resilint size queue -timeout 200ms -service 16ms -safety 0.8 gives 10. Compare
// a number that a request brings with a limit: min(n, 100).
//
//   - sarama: ChannelBufferSize, 256 by default. kafka-go: QueueCapacity of a ReaderConfig,
//     100 by default. franz-go: MaxBufferedRecords.
//   - NATS: the channel of ChanSubscribe is yours; a slow consumer is told by an error.
//   - What has to be kept for hours belongs into a log or a table.
//
// # When it stays silent
//
// Below the limit; where the number is compared first; where a function makes the channel
// with room for all its senders, as in make(chan result, len(items)). In tests, examples,
// generated code and programs that run once and end.
//
// # Options
//
// capacity: the least constant capacity of a channel that is reported, 100000 where it is
// not set.
//
// # Limits
//
// Slices and maps that a request sizes are not looked at. A capacity from configuration is
// not judged.
//
// # References
//
// https://ferd.ca/queues-don-t-fix-overload.html.
//
// Where the formula comes from: docs/size.md in https://github.com/resilint/resilint.
package unboundedqueue
