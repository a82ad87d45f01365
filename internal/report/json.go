package report

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// jsonFinding is one line. The first fields are staticcheck's, so that what reads its
// output reads ours.
type jsonFinding struct {
	Code        string        `json:"code"`
	Severity    string        `json:"severity"`
	Location    jsonPlace     `json:"location"`
	End         jsonPlace     `json:"end"`
	Message     string        `json:"message"`
	Related     []jsonRelated `json:"related,omitempty"`
	Confidence  string        `json:"confidence"`
	Trace       []trace.Step  `json:"trace,omitempty"`
	Fix         *finding.Fix  `json:"fix,omitempty"`
	Fingerprint string        `json:"fingerprint"`
}

type jsonPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type jsonRelated struct {
	Location jsonPlace `json:"location"`
	End      jsonPlace `json:"end"`
	Message  string    `json:"message"`
}

// jsonFormat writes one object a line.
type jsonFormat struct{}

func (jsonFormat) Name() string    { return "json" }
func (jsonFormat) Summary() string { return "one object a line, with staticcheck's fields" }

func (jsonFormat) Write(w io.Writer, in Input) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false) // messages name code, and "->" should read as such
	prints, _, _ := in.fingerprints()
	for i, f := range in.Findings {
		out := jsonFinding{
			Code:        f.Code,
			Severity:    string(f.Severity),
			Location:    jsonPlaceOf(f.Location),
			End:         jsonPlaceOf(f.End),
			Message:     f.Message,
			Related:     related(f.Trace),
			Confidence:  string(f.Confidence),
			Trace:       f.Trace,
			Fix:         f.Fix,
			Fingerprint: prints[i],
		}
		if err := enc.Encode(out); err != nil {
			return err
		}
	}
	return b.Flush()
}

func jsonPlaceOf(l finding.Location) jsonPlace {
	return jsonPlace{File: l.File, Line: l.Line, Column: l.Column}
}

// related says the path once more in staticcheck's form.
func related(steps []trace.Step) []jsonRelated {
	var out []jsonRelated
	for _, s := range steps {
		at := jsonPlace{File: fileOf(s), Line: s.Line, Column: s.Col}
		message := string(s.Kind)
		for _, word := range []string{s.Func, s.Note} {
			if word != "" {
				message += " " + word
			}
		}
		out = append(out, jsonRelated{Location: at, Message: message})
	}
	return out
}
