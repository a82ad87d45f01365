// # Kind same
//
// # What it reports
//
// In the branch where a call has failed, another call to the same dependency, whose result
// takes the place of the first. An outage takes both, and callers wait twice.
//
// A dependency is known by the value that is called: a client, a connection, a stub, an
// interface in a field or variable, also through helpers, accessors, aliases and
// constructors where the second may be the first.
//
// # Why it matters
//
// The fallback of the example goes to the host that has just failed. Each failed request
// becomes two: at 100 a second 100/s × 2 = 200 requests hit what is down, and with a
// timeout of 2 s each caller waits 2 × 2 s = 4 s, so that 100/s × 4 s = 400 are in flight
// instead of 100/s × 2 s = 200. If callers repeat three times it is 100/s × 2 × 3 = 600 a
// second.
//
// # Example
//
// The small model is where the large one is:
//
//	type answers struct{ models *http.Client }
//
//	func (a *answers) ask(ctx context.Context, model string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://models.example.com/"+model, nil)
//		if err != nil {
//			return nil, err
//		}
//		return a.models.Do(req)
//	}
//
//	func (a *answers) answer(ctx context.Context) (*http.Response, error) {
//		resp, err := a.ask(ctx, "large")
//		if err != nil {
//			resp, err = a.ask(ctx, "small")
//		}
//		return resp, err
//	}
//
// Another provider, with a client of its own, may be up when the first is down:
//
//	type answers struct {
//		models, others *http.Client
//	}
//
//	func (a *answers) ask(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.Do(req)
//	}
//
//	func (a *answers) answer(ctx context.Context) (*http.Response, error) {
//		resp, err := a.ask(ctx, a.models, "https://models.example.com/large")
//		if err != nil {
//			resp, err = a.ask(ctx, a.others, "https://other.example.org/medium")
//		}
//		return resp, err
//	}
//
// # How to fix
//
// Answer from what does not need the dependency: the last good value, a default that says
// it is one, another provider with a client of its own. Where there is nothing of the kind,
// return the error.
//
// Where the second call is meant for an answer of the first, ask for that answer before:
//
//   - database/sql: errors.Is(err, sql.ErrNoRows). pgx: pgx.ErrNoRows. gorm:
//     gorm.ErrRecordNotFound.
//   - go-redis: errors.Is(err, redis.Nil). gomemcache: memcache.ErrCacheMiss.
//   - gRPC: status.Code(err) == codes.NotFound or codes.Unimplemented.
//   - net/http: resp.StatusCode == http.StatusNotFound.
//   - MongoDB: mongo.ErrNoDocuments. aws-sdk-go-v2: errors.As with *types.NoSuchKey and its
//     like.
//   - client-go: apierrors.IsNotFound(err).
//
// # When it stays silent
//
// Where the branch proves an answer, or has ruled the failures out. Where the same call is
// made again with the same arguments, which is a retry. Where the result of the second call
// does not become the function's: clean-up, compensation, metrics; where the second call
// gets the first one's error; where it creates what a reading call has not found; where it
// is a GET after a HEAD. Where the two may be two: other fields, other constant hosts,
// other elements of a list. In tests, examples, generated code and programs that run once
// and end.
//
// # Options
//
// None.
//
// # Limits
//
// Calls are compared within one function, with what lies below them. A fallback in a
// deferred function or in another goroutine is not seen.
//
// # References
//
// Avoiding fallback in distributed systems:
// https://aws.amazon.com/builders-library/avoiding-fallback-in-distributed-systems/.
package fallbackprimary
