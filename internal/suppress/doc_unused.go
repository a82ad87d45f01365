// # Kind unused
//
// # What it reports
//
// A comment that silences matches no finding. What it silenced is gone, or it stands in the
// wrong place, or it names no check that there is.
//
// # Why it matters
//
// A comment that outlived its finding hides the next one on that line. Of 20 comments in a
// service, of which 12 match nothing any more, 20 − 12 = 8 are of use, and 12 places are
// left where the next fault is not shown to anybody.
//
// # Example
//
// The server has its limit by now, and the comment says that it has none:
//
//	func serve(addr string, h http.Handler) error {
//		//lint:ignore missingdeadline/server behind a proxy that limits the header time
//		s := &http.Server{Addr: addr, Handler: h, ReadHeaderTimeout: 5 * time.Second}
//		return s.ListenAndServe()
//	}
//
// Without the comment the next fault shows:
//
//	func serve(addr string, h http.Handler) error {
//		s := &http.Server{Addr: addr, Handler: h, ReadHeaderTimeout: 5 * time.Second}
//		return s.ListenAndServe()
//	}
//
// # How to fix
//
// Remove the comment, or put it on the line of the finding or the line above.
//
// The codes are a list with commas and without spaces: a code (missingdeadline/server), all
// kinds of an analyzer (missingdeadline or missingdeadline/*), or everything (resilint).
// With //lint:file-ignore they count for the whole file. //nolint takes the name resilint,
// or an analyzer's; alone above a declaration or statement it covers all its lines.
//
//   - staticcheck reads //lint:ignore as well, and checks only the names that it knows.
//   - golangci-lint: //nolint:resilint, and nolintlint reports those that are not needed.
//
// # When it stays silent
//
// On comments that speak to other tools (//lint:ignore SA1019, //nolint:errcheck), on a
// bare //nolint and //nolint:all, on //lint:file-ignore that matches nothing, on comments
// about checks that are not asked for, and wherever a part of the program could not be
// analysed.
//
// # Options
//
// None. Leave it out with -checks default,-suppress/unused.
//
// # Limits
//
// A comment that is needed under other build tags only is called unused under these.
//
// # References
//
// https://staticcheck.dev/docs/configuration/#ignoring-problems and
// https://golangci-lint.run/docs/linters/false-positives/.
package suppress
