// # Kind budget
//
// # What it reports
//
// A capacity that is larger than what the owner of the queue wrote about it allows: a note
// on the line that makes the channel, or on its field, such as //resilint:queue
// timeout=200ms service=16ms safety=0.8. Off until it is named in the checks.
//
// # Why it matters
//
// A queue is of use as long as its last item is answered before its caller gives up. The
// longest such queue is timeout ÷ service × safety: 200 ms ÷ 16 ms × 0.8 = 10. In a queue
// of 100 the last one is answered after 101 × 16 ms = 1616 ms, eight times as long as its
// caller waits. A larger queue serves nobody better.
//
// resilint size queue -timeout 200ms -service 16ms -safety 0.8 does the sum.
//
// # Example
//
// A hundred may wait, of which ninety wait in vain:
//
//	//resilint:queue timeout=200ms service=16ms safety=0.8
//	var jobs = make(chan func(), 100)
//
// Ten may wait:
//
//	//resilint:queue timeout=200ms service=16ms safety=0.8
//	var jobs = make(chan func(), 10)
//
// # How to fix
//
// Take the capacity that the message names, or mend the note. service is the time between
// two items that leave: with four workers a fourth of what one item takes. Refuse when the
// queue is full: a select with a default.
//
//   - ants: WithMaxBlockingTasks(n). pond: WithQueueSize(n). hystrix-go:
//     MaxConcurrentRequests.
//   - net/http and gRPC: refuse with 503 or codes.ResourceExhausted, and let clients wait
//     for Retry-After.
//   - failsafe-go: a bulkhead with WithMaxWaitTime.
//
// # When it stays silent
//
// Where there is no note, and where the capacity is not constant. In tests, examples,
// generated code and programs that run once and end.
//
// # Options
//
// None. Name it: -checks default,unboundedqueue/budget. The note is described in
// docs/statements.md.
//
// # Limits
//
// The times are the owner's, and are not measured.
//
// # References
//
// Where the formula comes from: docs/size.md in https://github.com/resilint/resilint.
//
// "Metastable Failures in Distributed Systems", HotOS 2021:
// https://sigops.org/s/conferences/hotos/2021/papers/hotos21-s11-bronson.pdf.
package unboundedqueue
