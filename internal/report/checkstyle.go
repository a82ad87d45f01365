package report

import (
	"encoding/xml"
	"io"
	"slices"

	"github.com/resilint/resilint/internal/finding"
)

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyleFormat writes what Checkstyle writes, which Jenkins, reviewdog and others read.
// A file of the repository that could not be analysed has an error that says so.
type checkstyleFormat struct{}

func (checkstyleFormat) Name() string    { return "checkstyle" }
func (checkstyleFormat) Summary() string { return "XML as Checkstyle writes it" }

// checkstyleVersion is that of the form, which has not changed since.
const checkstyleVersion = "5.0"

func (checkstyleFormat) Write(w io.Writer, in Input) error {
	out := checkstyleReport{Version: checkstyleVersion}
	add := func(path string, e checkstyleError) {
		i := slices.IndexFunc(out.Files, func(f checkstyleFile) bool { return f.Name == path })
		if i < 0 {
			i = len(out.Files)
			out.Files = append(out.Files, checkstyleFile{Name: path})
		}
		out.Files[i].Errors = append(out.Files[i].Errors, e)
	}
	for _, f := range in.Findings {
		path, _ := in.rootPath(f.Location.File)
		add(path, checkstyleError{
			Line:     max(f.Location.Line, 1),
			Column:   f.Location.Column,
			Severity: checkstyleSeverity(f.Severity),
			Message:  f.Message,
			Source:   "resilint." + f.Code, // readers part a category from a type at the last dot
		})
	}
	for _, p := range in.problemPlaces() {
		if p.path != "" {
			add(p.path, checkstyleError{max(p.line, 1), p.col, "error", notWhole + ": " + p.text, "resilint." + problemCode})
		}
	}
	return writeXML(w, out)
}

func checkstyleSeverity(s finding.Severity) string {
	switch s {
	case finding.Error, finding.Info:
		return string(s)
	}
	return "warning"
}
