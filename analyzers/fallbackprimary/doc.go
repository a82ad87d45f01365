// Package fallbackprimary reports fallbacks that lead back to what has just failed.
//
// # What it reports
//
// same: in the branch where a call has failed, another call to the same dependency, whose
// result takes the place of the first. An outage takes both, and callers wait twice.
//
// policy: the same in a fallback that is handed to a library, such as hystrix, failsafe-go,
// go-zero's breaker or heimdall, to a helper of the program that runs one function when
// another has failed, or to a chain of candidates of which all go to one client. Also the
// branch of a breaker's open error: there the breaker has just said that the dependency
// is to be left alone.
//
// ctx: a second call, in the branch where the first has failed, on the deadline that the
// first has used up. When the first times out, the second fails at once.
//
// pool: a fallback to another dependency that waits at the limiter, semaphore or worker
// pool, or runs in the circuit, of the primary.
//
// lie: a failure that is answered with an empty list, or with a struct that holds one, and
// no error.
//
// # Why it matters
//
// A fallback runs when something is broken, which is seldom, so that nobody sees that it
// does not help. One that goes to the same host, account, connection or database adds a
// second request for each that has failed: twice the load on what is down, twice the time
// for each caller, and, where callers retry, twice the attempts of each retry. A breaker
// that opens to give a dependency rest gives it none while the fallback calls it.
//
// A context's deadline is one for all that is done with it. A primary that hangs uses all
// of it, so that the fallback works whenever the primary is fast and wrong, and never when
// it is slow, which is what it is there for.
//
// # Example
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
// tell the error. Where the second call is meant for an answer of the first, such as "not
// found" or "unimplemented", ask for that answer before.
//
// # When it stays silent
//
// Where the branch proves an answer: a comparison with an error, code, status or type that
// does not speak of a failure of the far side, such as sql.ErrNoRows, codes.NotFound or
// 404. Where it has ruled the failures out. Where the same call is made again with the same
// arguments, which is a retry. Where the result of the second call does not become the
// function's: clean-up, compensation, metrics; where the second call gets the first one's
// error, because it reports or handles it; where it creates what a reading call has not
// found; where it is a GET after a HEAD.
//
// Where the two may be two: other fields or variables, other constant hosts, other elements
// of a list. Where a call meets several dependencies, or one that can't be followed. In
// tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A dependency is known by the value that is called: a client, a connection, a stub, an
// interface in a field or variable, also through accessors, constructors and function values
// in fields, as far as the package shows how these are set. Two fields count as one where a
// constructor or its caller puts one value into both, or opens both with the same address.
// A method of an interface counts as leaving the process where it takes a context and can
// fail.
//
// A fallback through another interface than its primary, or another field of one, is judged
// where the whole program is read: it is a finding where one variable is put into both, or where
// the only type behind each calls one constant host and nothing else.
//
// Calls are compared within one function, with what lies below them. A fallback in a
// deferred function or in another goroutine is not seen.
//
// # References
//
// Avoiding fallback in distributed systems, in the Amazon Builders' Library:
// https://aws.amazon.com/builders-library/avoiding-fallback-in-distributed-systems/.
//
// "Fallback via network" in https://github.com/Netflix/Hystrix/wiki/How-To-Use.
//
// Deadlines in a context: https://pkg.go.dev/context.
package fallbackprimary
