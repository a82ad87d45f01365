// # Kind config
//
// # What it reports
//
// Settings with which a breaker opens too early, never, or for the wrong reason: a trip
// function that judges by a share of failures and says yes at 1 of 1; one that never says
// yes; one that divides whole numbers; an Interval or Timeout of some nanoseconds; a
// half-open state that lets everything through; an error percentage above 100; a
// failsafe-go breaker that nothing tells how many failures to wait for. And a breaker that
// takes the cancellation of its caller for a failure of the dependency.
//
// Trip functions and predicates are run on chosen counts and errors, not read for words.
//
// # Why it matters
//
// At four in the morning there is one call, and it fails by chance: 1 ÷ 1 = 1, a failure of
// 100 %, and the breaker of the example opens for 60 s. With a dependency that fails once
// in 1000 calls, the first call of an interval is that one at 1 ÷ 1000 = 0.001, and with an
// interval of a minute 1440 × 0.001 = 1.44 times a day a service that is well is cut off.
// With a minimum of 20 calls, 10 of them have to fail.
//
// resilint size breaker runs a breaker over a row of calls, with a window, a minimum and a
// share.
//
// # Example
//
// One failure of one call opens it:
//
//	func newBreaker() *gobreaker.CircuitBreaker[string] {
//		return gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
//			Name: "parcels",
//			ReadyToTrip: func(c gobreaker.Counts) bool {
//				return float64(c.TotalFailures)/float64(c.Requests) >= 0.5
//			},
//		})
//	}
//
// It asks for twenty calls first:
//
//	func newBreaker() *gobreaker.CircuitBreaker[string] {
//		return gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
//			Name: "parcels",
//			ReadyToTrip: func(c gobreaker.Counts) bool {
//				return c.Requests >= 20 && float64(c.TotalFailures)/float64(c.Requests) >= 0.5
//			},
//		})
//	}
//
// # How to fix
//
//   - gobreaker: c.Requests >= 20 && share >= 0.5 in ReadyToTrip, with floating point. Let
//     IsExcluded (v2) or IsSuccessful say that errors.Is(err, context.Canceled) is no
//     failure. MaxRequests is the number of probes; 0 means one.
//   - hystrix-go: RequestVolumeThreshold is the minimum, ErrorPercentThreshold a share up
//     to 100. Timeout and SleepWindow are milliseconds.
//   - failsafe-go: WithFailureRateThreshold(0.5, 20, time.Minute): share, minimum, window.
//     WithFailureThreshold(n) counts failures.
//   - go-zero and kratos: both are adaptive and have no such settings; let DoWithAcceptable
//     accept context.Canceled.
//   - go-resiliency: breaker.New(errors, successes, timeout) counts errors in a row of
//     time; all three must be above zero.
//
// # When it stays silent
//
// Where a number comes from configuration; where the trip function asks for a number of
// failures in a row, however small; where a constant says never. Cancellation: where the
// context does not come from the function's caller, and where the breaker is made in
// another package than it is used. Where nothing at all classifies errors it is told at
// medium confidence, and for a wrapper that runs what it is given at low. In tests, mocks,
// examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// Whether a threshold suits the traffic is not known: 20 calls may be an hour or a
// millisecond.
//
// # References
//
// https://pkg.go.dev/github.com/sony/gobreaker/v2#Settings,
// https://pkg.go.dev/github.com/afex/hystrix-go/hystrix#CommandConfig and
// https://pkg.go.dev/github.com/failsafe-go/failsafe-go/circuitbreaker.
package breakerorder
