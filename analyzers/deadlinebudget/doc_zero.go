// # Kind zero
//
// # What it reports
//
// A bare number becomes a time.Duration and counts nanoseconds: Timeout: 30. Or a number
// that its name says is one of seconds, minutes or milliseconds is only converted:
// time.Duration(cfg.TimeoutSeconds). Or the timeout of a context is the constant 0, so that
// it has ended before it is used. This kind is told in programs that run once and end, too.
//
// # Why it matters
//
// A client with a timeout of 30 ns fails each call, which somebody sees at once. A pause of
// 30 ns does not fail: the loop of the example asks again as fast as the machine can. Where
// an answer takes 1 ms that is 1 s ÷ 1 ms = 1000 requests a second for each instance, and
// with the 30 s that were meant 1 s ÷ 30 s = 0.033: it is 30 s ÷ 1 ms = 30000 times as
// many.
//
// # Example
//
// The ticker ticks each 30 nanoseconds:
//
//	func poll(ctx context.Context, round func(context.Context)) {
//		tick := time.NewTicker(30)
//		defer tick.Stop()
//		for {
//			select {
//			case <-tick.C:
//				round(ctx)
//			case <-ctx.Done():
//				return
//			}
//		}
//	}
//
// This one ticks each 30 seconds:
//
//	func poll(ctx context.Context, round func(context.Context)) {
//		tick := time.NewTicker(30 * time.Second)
//		defer tick.Stop()
//		for {
//			select {
//			case <-tick.C:
//				round(ctx)
//			case <-ctx.Done():
//				return
//			}
//		}
//	}
//
// # How to fix
//
// Write the unit: 30*time.Second, time.Duration(n)*time.Second. Keep durations in the
// configuration as text with a unit, and read them with time.ParseDuration.
//
//   - hystrix-go takes plain numbers: the Timeout of a command is in milliseconds and no
//     time.Duration.
//   - YAML and JSON decode a bare number into a time.Duration as nanoseconds. Viper and
//     kelseyhightower/envconfig read 30s.
//   - pgxpool, go-redis, resty and AWS options take time.Duration: no number without a
//     unit.
//
// # When it stays silent
//
// For a number that is multiplied by a unit later, in any package of the program; one that
// stands in arithmetic; 1 where no timeout is meant; 0 as a setting, which means none in
// most libraries. In tests, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// A name is read for its unit only where the value is converted to a time.Duration as it
// is. A number in a configuration file is not seen.
//
// # References
//
// Durations are nanoseconds: https://pkg.go.dev/time#Duration.
package deadlinebudget
