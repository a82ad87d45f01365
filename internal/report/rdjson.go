package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// The types are messages of reviewdog's Diagnostic Format, with the fields that we fill.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Original    string         `json:"original_output"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"` // in bytes, as ours
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// rdjsonFormat writes one document for reviewdog. A file of the repository that could not be
// analysed is a diagnostic as well.
type rdjsonFormat struct{}

func (rdjsonFormat) Name() string    { return "rdjson" }
func (rdjsonFormat) Summary() string { return "reviewdog's JSON, with suggestions" }

func (rdjsonFormat) Write(w io.Writer, in Input) error {
	out := rdResult{Source: rdSource{"resilint", homepage}, Diagnostics: []rdDiagnostic{}}
	src := newSources(in)
	for _, f := range in.Findings {
		path, _ := in.rootPath(f.Location.File)
		out.Diagnostics = append(out.Diagnostics, rdDiagnostic{
			Message:     f.Message,
			Location:    rdLocation{path, rdRangeOf(f)},
			Severity:    rdSeverity(f.Severity),
			Code:        rdCode{f.Code, rule.PageURL(f.Code)},
			Suggestions: src.suggestions(f),
			Original:    fmt.Sprintf("%s:%d:%d: %s (%s)", path, f.Location.Line, f.Location.Column, f.Message, f.Code),
			Related:     in.rdRelated(f.Trace),
		})
	}
	for _, p := range in.problemPlaces() {
		if p.path == "" {
			continue // a diagnostic needs a file
		}
		text := notWhole + ": " + p.text
		d := rdDiagnostic{Message: text, Location: rdLocation{Path: p.path}, Severity: "ERROR", Code: rdCode{Value: problemCode}, Original: p.path + ": " + text}
		if p.line > 0 {
			d.Location.Range = &rdRange{Start: rdPosition{p.line, p.col}}
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}
	return writeJSON(w, out)
}

func rdRangeOf(f finding.Finding) *rdRange {
	if f.Location.Line < 1 {
		return nil
	}
	r := &rdRange{Start: rdPosition{f.Location.Line, f.Location.Column}}
	if ended(f) {
		r.End = &rdPosition{f.End.Line, f.End.Column}
	}
	return r
}

func (in Input) rdRelated(steps []trace.Step) []rdRelated {
	var out []rdRelated
	for _, s := range steps {
		if s.Path == "" {
			continue
		}
		path, _ := in.rootPath(s.Path)
		out = append(out, rdRelated{stepText(s), rdLocation{path, &rdRange{Start: rdPosition{s.Line, s.Col}}}})
	}
	return out
}

func rdSeverity(s finding.Severity) string { return strings.ToUpper(checkstyleSeverity(s)) }

// maxSuggested is how many lines a suggestion may span: reviewers are shown the whole of it.
const maxSuggested = 20

// suggestions gives the fix as one suggestion. It has to be of the finding's own file and
// of one place in it, since each suggestion is taken or left alone: half of a fix would not
// compile. One that a reader has to judge is none.
func (s *sources) suggestions(f finding.Finding) []rdSuggestion {
	if f.Fix == nil || f.Fix.Manual || len(f.Fix.Edits) == 0 {
		return nil
	}
	edits := slices.Clone(f.Fix.Edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return a.Start - b.Start })
	text := strings.Join(s.lines(f.Location.File), "")
	from := edits[0].Start
	done, b := from, strings.Builder{}
	for _, e := range edits {
		if e.File != f.Location.File || e.Start < done || e.End < e.Start || e.End > len(text) {
			return nil
		}
		b.WriteString(text[done:e.Start])
		b.WriteString(e.New)
		done = e.End
	}
	start, okStart := s.offset(f.Location.File, from)
	end, okEnd := s.offset(f.Location.File, done)
	if !okStart || !okEnd || end.Line-start.Line >= maxSuggested {
		return nil
	}
	return []rdSuggestion{{rdRange{rdPosition{start.Line, start.Column}, &rdPosition{end.Line, end.Column}}, b.String()}}
}
