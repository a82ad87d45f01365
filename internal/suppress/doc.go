// Package suppress judges the comments that silence findings.
//
// # What it reports
//
// A comment that should silence a finding and does nothing, or says no reason:
//
//   - unused: the comment matches no finding. What it silenced is gone, or it stands in
//     the wrong place, or it names no check that there is.
//   - reason: the comment does not say why. Without one, //lint:ignore silences nothing.
//
// # Why it matters
//
// A comment that outlived its finding hides the next one on that line. A comment
// without a reason cannot be judged by whoever reads it next year.
//
// # Example
//
//	//lint:ignore missingdeadline/server behind a proxy that limits the header time
//	log.Fatal(http.ListenAndServe(addr, nil))
//
//	log.Fatal(http.ListenAndServe(addr, nil)) //nolint:resilint // behind a proxy
//
// # How to fix
//
// Remove the comment, or put it on the line of the finding or the line above, or write
// the reason: after the codes in //lint:ignore CODES reason, after a second pair of
// slashes in //nolint:resilint // reason.
//
// CODES is a list with commas, no spaces: a code (missingdeadline/server), all kinds of
// an analyzer (missingdeadline or missingdeadline/*), or everything (resilint). With
// //lint:file-ignore it counts for the whole file. //nolint takes the name resilint, or
// an analyzer's; alone above a declaration or statement it covers all its lines.
//
// # When it stays silent
//
// On comments that speak to other tools (//lint:ignore SA1019, //nolint:errcheck), on a
// bare //nolint and //nolint:all, on //lint:file-ignore that matches nothing, on
// comments about checks that are not asked for, and, for unused, wherever a part of the
// program could not be analysed.
//
// # Options
//
// None. Leave it out with -checks default,-suppress.
//
// # Limits
//
// A comment that is needed under other build tags only is called unused under these.
//
// # References
//
// https://staticcheck.dev/docs/configuration/#ignoring-problems and
// https://golangci-lint.run/docs/linters/false-positives/
package suppress

import (
	"embed"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
)

//go:embed doc*.go
var pages embed.FS

const name = "suppress"

// Info describes what this package itself reports, as a rule does.
func Info() rule.Info {
	return rule.Info{
		Name: name,
		Doc:  rule.Pages(pages),
		Kinds: []rule.Kind{
			{Name: "unused", Summary: "a comment that silences nothing",
				Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
			{Name: "reason", Summary: "a comment that silences without saying why",
				Severity: finding.Info, Confidence: finding.High, Default: rule.On},
		},
	}
}
