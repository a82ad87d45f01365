// # Kind reason
//
// # What it reports
//
// A comment that silences does not say why. Without a reason //lint:ignore silences
// nothing; //nolint does, and is told.
//
// # Why it matters
//
// A comment without a reason cannot be judged by whoever reads it next year: 1 line costs
// its writer a minute, and each later reader as long as it takes to find the reason again.
// Of 2 who wrote 30 comments, 2 − 2 = 0 may be left when the first of the 30 has to go.
//
// # Example
//
// Nobody can tell whether this is still right:
//
//	func serve(addr string, h http.Handler) error {
//		return http.ListenAndServe(addr, h) //nolint:resilint
//	}
//
// This can be judged:
//
//	func serve(addr string, h http.Handler) error {
//		return http.ListenAndServe(addr, h) //nolint:resilint // behind a proxy that limits the header time
//	}
//
// # How to fix
//
// Write the reason: after the codes in //lint:ignore CODES reason, after a second pair of
// slashes in //nolint:resilint // reason. Say what makes the finding harmless here, not
// that it is.
//
//   - golangci-lint: nolintlint with require-explanation asks the same of all linters.
//   - staticcheck: //lint:ignore without a reason is an error there, too.
//
// # When it stays silent
//
// On comments that speak to other tools, on a bare //nolint and //nolint:all, and on
// comments about checks that are not asked for.
//
// # Options
//
// None. Leave it out with -checks default,-suppress/reason.
//
// # Limits
//
// Whether the reason is a good one is not judged: any text will do.
//
// # References
//
// https://staticcheck.dev/docs/configuration/#ignoring-problems and
// https://golangci-lint.run/docs/linters/false-positives/.
package suppress
