package suppress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

// Config says what there is to be silenced.
type Config struct {
	// Codes lists every code there is, and Enabled tells which are asked for. A comment
	// about a check that is not asked for is not judged.
	Codes   []string
	Enabled func(code string) bool
	// Partial says that findings may be missing, so that none can be called unused.
	Partial bool
}

// Silenced is a finding with the comments that silence it, at least one.
type Silenced struct {
	finding.Finding
	By []Comment
}

// A Comment is a comment that silences.
type Comment struct {
	Location, End finding.Location
	Reason        string // as it stands there; empty where none does
}

// Apply is Split without the findings that are silenced.
func Apply(set *finding.Set, c Config) []finding.Finding {
	left, _ := Split(set, c)
	return left
}

// Split parts the findings of set: those that no directive silences, together with what
// is wrong with the directives themselves, and those that one does. Both are sorted. It
// does not change set.
//
// Give it all findings, also those that will not be shown: a comment that silences a
// finding of low confidence is used.
func Split(set *finding.Set, c Config) (left []finding.Finding, silenced []Silenced) {
	dirs := slices.Clone(set.Directives)
	slices.SortFunc(dirs, compareDirectives)
	// A package and its test variant both bring the directives of the same file.
	dirs = slices.CompactFunc(dirs, func(a, b finding.Directive) bool { return compareDirectives(a, b) == 0 })

	byFile := map[string][]int{} // indexes of dirs
	parsed := make([]directive, len(dirs))
	used := make([]bool, len(dirs))
	for i, d := range dirs {
		parsed[i] = parse(d.Text)
		byFile[d.Location.File] = append(byFile[d.Location.File], i)
	}

	for _, f := range set.Findings {
		var by []Comment
		for _, i := range byFile[f.Location.File] {
			if parsed[i].silences() && covers(dirs[i], f.Location) && parsed[i].matches(strings.ToLower(f.Code)) {
				// All that match are used: removing one of two need not be wrong.
				used[i] = true
				by = append(by, Comment{Location: dirs[i].Location, End: endOf(dirs[i]), Reason: parsed[i].reason})
			}
		}
		if len(by) == 0 {
			left = append(left, f)
		} else {
			silenced = append(silenced, Silenced{f, by})
		}
	}
	for i, d := range dirs {
		if f, ok := c.judge(d, parsed[i], used[i]); ok {
			left = append(left, f)
		}
	}
	slices.SortFunc(left, finding.Compare)
	slices.SortFunc(silenced, func(a, b Silenced) int { return finding.Compare(a.Finding, b.Finding) })
	return left, silenced
}

// silences tells whether the directive has an effect: one of the lint kind needs a
// reason for it, as in staticcheck.
func (d directive) silences() bool {
	switch d.form {
	case lineIgnore, fileIgnore:
		return d.reason != ""
	case nolint:
		return true
	}
	return false
}

// judge says what is wrong with a directive, if anything is and if it is our business.
func (c Config) judge(dir finding.Directive, d directive, used bool) (finding.Finding, bool) {
	aimed, unknown := c.aim(d)
	if len(aimed)+len(unknown) == 0 {
		return finding.Finding{}, false
	}
	command := commandOf(dir.Text)
	if d.reason == "" {
		if d.form == nolint {
			return report(dir, "reason", command+" says no reason: write it after a second //"), true
		}
		return report(dir, "reason", command+" says no reason, so it silences nothing: write it after the codes"), true
	}
	if len(unknown) > 0 {
		return report(dir, "unused", fmt.Sprintf("%s names %s, which is no check", command, strings.Join(unknown, ", "))), true
	}
	asked := c.Enabled != nil && slices.ContainsFunc(aimed, c.Enabled)
	if used || c.Partial || !asked || d.form == fileIgnore {
		return finding.Finding{}, false
	}
	return report(dir, "unused", command+" matches no finding: remove it, or move it to the finding's line"), true
}

// aim gives the codes that a directive names among ours, and the names in it that are
// meant for us but are no code.
func (c Config) aim(d directive) (codes, unknown []string) {
	for _, n := range d.names {
		hit, ours := false, false
		analyzer, _, _ := strings.Cut(n, "/")
		for _, code := range c.Codes {
			a, _, _ := strings.Cut(code, "/")
			ours = ours || a == analyzer
			if nameMatches(n, code) {
				hit = true
				codes = append(codes, code)
			}
		}
		if ours && !hit {
			unknown = append(unknown, n)
		}
	}
	return codes, unknown
}

func report(dir finding.Directive, kind, message string) finding.Finding {
	k, _ := Info().Kind(kind)
	return finding.Finding{
		Code:       name + "/" + kind,
		Severity:   k.Severity,
		Confidence: k.Confidence,
		Location:   dir.Location,
		End:        endOf(dir),
		Message:    message,
	}
}

func endOf(dir finding.Directive) finding.Location {
	end := dir.Location
	end.Column += len(dir.Text)
	return end
}

// commandOf is the directive's own word, for messages.
func commandOf(text string) string {
	if word, _, _ := strings.Cut(text, " "); strings.HasPrefix(word, "//lint:") {
		return word
	}
	return "//nolint"
}

func compareDirectives(a, b finding.Directive) int {
	if c := finding.CompareLocations(a.Location, b.Location); c != 0 {
		return c
	}
	if c := strings.Compare(a.Text, b.Text); c != 0 {
		return c
	}
	if a.From != b.From {
		return a.From - b.From
	}
	return a.To - b.To
}
