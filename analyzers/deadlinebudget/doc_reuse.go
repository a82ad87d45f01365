// # Kind reuse
//
// # What it reports
//
// A context with a timeout is made before a loop and used for each of its items. When the
// time is over, every later item fails at once. It is told where the loop goes on for as
// long as it is given work, and where a job that nobody waits for goes over a list, if the
// loop neither asks whether the context is done nor ends at the first failure.
//
// # Why it matters
//
// In the example an item takes 50 ms, so that the 10 s are spent after 10 s ÷ 50 ms = 200
// items. The 201st fails, and so does each one after it, without a single request being
// sent, for as long as the process runs. With a timeout for each item each has its own 10
// s.
//
// # Example
//
// From the eleventh second on each look-up fails:
//
//	type parcels struct{ client *http.Client }
//
//	func (p *parcels) follow(ctx context.Context, ids <-chan string, seen func(*http.Response, error)) {
//		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
//		defer cancel()
//		for id := range ids {
//			seen(p.find(ctx, id))
//		}
//	}
//
//	func (p *parcels) find(ctx context.Context, id string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://parcels.internal/"+id, nil)
//		if err != nil {
//			return nil, err
//		}
//		return p.client.Do(req)
//	}
//
// Each look-up has a timeout of its own:
//
//	type parcels struct{ client *http.Client }
//
//	func (p *parcels) follow(ctx context.Context, ids <-chan string, seen func(*http.Response, error)) {
//		for id := range ids {
//			seen(p.find(ctx, id))
//		}
//	}
//
//	func (p *parcels) find(ctx context.Context, id string) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://parcels.internal/"+id, nil)
//		if err != nil {
//			return nil, err
//		}
//		return p.client.Do(req)
//	}
//
// # How to fix
//
// Make the context in the loop, and call its cancel function at the end of the round; best
// in a function of its own, where defer does it. Where one deadline for all is meant, leave
// the loop when ctx.Err() is not nil.
//
//   - Kafka, NATS, AMQP and SQS consumers: a context for each message, derived from the
//     consumer's.
//   - database/sql: a context for each statement. One for a transaction counts for all of
//     it.
//   - errgroup: one timeout for a group that starts together is right.
//   - client-go: wait.UntilWithContext hands each round the same context. Derive from it.
//
// # When it stays silent
//
// Where the loop ends with the context or at the first failure; where the context is used
// outside the loop as well; where each item has a timeout of its own or all start together;
// in retries, and for clean-up. In tests, examples and generated code, and for what only an
// operator's command runs.
//
// # Options
//
// None.
//
// # Limits
//
// A loop is one of the function that makes the context, or of a function that it hands it
// to. A recursion, and a method that a library calls for each item, are not seen.
//
// # References
//
// A context's deadline is one point in time: https://pkg.go.dev/context#WithTimeout.
package deadlinebudget
