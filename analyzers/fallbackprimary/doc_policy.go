// # Kind policy
//
// # What it reports
//
// The fallback that is handed to a library, such as hystrix, failsafe-go, go-zero's breaker
// or heimdall, to a helper of the program that runs one function when another has failed,
// or to a chain of candidates of which all go to one client, leads back to its primary.
// Also the branch of a breaker's open error: there the breaker has just said that the
// dependency is to be left alone.
//
// # Why it matters
//
// A breaker opens so that the dependency gets rest. If each of 50 refused calls a second is
// answered by its fallback from the same host, 50/s × 60 s = 3000 requests reach it in the
// minute for which the breaker is open, and 0 were to. Each of these callers waits for a
// second timeout: with 2 s for each, 2 s + 2 s = 4 s.
//
// # Example
//
// The second function asks the firm that has just failed:
//
//	type adviser struct{ trends *http.Client }
//
//	func (a *adviser) ask(path string) (*http.Response, error) {
//		return a.trends.Get("https://trends.example.com" + path)
//	}
//
//	func (a *adviser) season(month string) (*http.Response, error) {
//		return orElse(
//			func() (*http.Response, error) { return a.ask("/season/" + month) },
//			func() (*http.Response, error) { return a.ask("/year") },
//		)
//	}
//
//	func orElse(first, second func() (*http.Response, error)) (*http.Response, error) {
//		resp, err := first()
//		if err != nil {
//			return second()
//		}
//		return resp, nil
//	}
//
// It answers with what is at hand:
//
//	type adviser struct {
//		trends *http.Client
//		last   func() (*http.Response, error)
//	}
//
//	func (a *adviser) ask(path string) (*http.Response, error) {
//		return a.trends.Get("https://trends.example.com" + path)
//	}
//
//	func (a *adviser) season(month string) (*http.Response, error) {
//		return orElse(
//			func() (*http.Response, error) { return a.ask("/season/" + month) },
//			a.last,
//		)
//	}
//
//	func orElse(first, second func() (*http.Response, error)) (*http.Response, error) {
//		resp, err := first()
//		if err != nil {
//			return second()
//		}
//		return resp, nil
//	}
//
// # How to fix
//
// Answer from what needs nobody who can be down.
//
//   - hystrix-go: the third argument of hystrix.Do returns a value that is kept, or the
//     error.
//   - failsafe-go: fallback.NewWithResult(v), or NewWithFunc with a function that calls
//     nobody.
//   - go-zero: DoWithFallback likewise. heimdall: hystrix.WithFallbackFunc.
//   - gobreaker: in the branch of errors.Is(err, gobreaker.ErrOpenState) return what is
//     kept.
//
// A wrapper of your own is known once models: in .resilint.yml says where its operation and
// its fallback stand:
//
//	models:
//	- kind: fallback
//	  sym: example.com/kit/resilience.WithFallback
//	  op: {arg: 1, type: "func(context.Context) error"}
//	  fallback: {arg: 2, type: "func(context.Context) error"}
//
// # When it stays silent
//
// Where the fallback meets another client, host or connection; where either meets several
// dependencies, or one that can't be followed; where the fallback looks at the error first
// and goes on for an answer only. In tests, examples, generated code and programs that run
// once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A helper of another package is known by its model only.
//
// # References
//
// "Fallback via network" in https://github.com/Netflix/Hystrix/wiki/How-To-Use.
package fallbackprimary
