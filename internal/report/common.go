package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

// homepage is where this program is from.
const homepage = "https://github.com/resilint/resilint"

// rootPath gives a file name as those read it who have the repository: relative to its
// root, with forward slashes. A file outside keeps its whole name, and inside is false.
func (in Input) rootPath(file string) (path string, inside bool) {
	if rel, ok := below(in.Root, file); ok {
		return rel, true
	}
	path, absolute := slashed(file)
	return path, !absolute && path != ""
}

// rank orders severities, worst first.
func rank(s finding.Severity) int {
	switch s {
	case finding.Error:
		return 0
	case finding.Info:
		return 2
	}
	return 1
}

// bySeverity gives the findings with the worst first, and the surest first among those, so
// that a format which has no room for all leaves out the least.
func bySeverity(findings []finding.Finding) []finding.Finding {
	out := slices.Clone(findings)
	slices.SortStableFunc(out, compareSeverity)
	return out
}

func compareSeverity(a, b finding.Finding) int {
	return cmp.Or(cmp.Compare(rank(a.Severity), rank(b.Severity)),
		cmp.Compare(a.Confidence.Rank(), b.Confidence.Rank()))
}

// ended tells whether the end of a finding's text is known and not before its start.
func ended(f finding.Finding) bool {
	at, end := f.Location, f.End
	return end.Line > 0 && end.File == at.File && end.Pkg == at.Pkg && finding.CompareLocations(end, at) >= 0
}

// pathLines tells the path of a finding, a step a line: the kind, where it is, the function
// and what is done there.
func (in Input) pathLines(f finding.Finding) []string {
	var out []string
	for _, s := range f.Trace {
		file, _ := in.rootPath(fileOf(s))
		out = append(out, stepWords(s, file))
	}
	return out
}

// A problemPlace is a problem with its place, as far as one is known.
type problemPlace struct {
	text string // the package and what is wrong, one line
	path string // relative to the root; empty where no file of the repository is named
	line int
	col  int
}

// problemPlaces gives the problems as formats show them that have no word for them.
func (in Input) problemPlaces() []problemPlace {
	var out []problemPlace
	for _, p := range in.Problems {
		x := problemPlace{text: oneLine(p.Message)}
		if p.Pkg != "" {
			x.text = p.Pkg + ": " + x.text
		}
		if at := placeOf(p.Pos); at.File != "" {
			path, inside := in.rootPath(at.File)
			if inside {
				x.path, x.line, x.col = path, at.Line, at.Column
			} else {
				x.text = p.Pos + ": " + x.text
			}
		}
		out = append(out, x)
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// problemCode stands for the code where a problem is shown among findings.
const problemCode = "problem"

// notWhole is how a format opens what it says of problems.
const notWhole = "the answer is not whole"
