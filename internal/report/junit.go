package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

type junitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
	Stderr   string      `xml:"system-err,omitempty"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr"`
	Failure *junitFailure `xml:"failure"`
	Error   *junitFailure `xml:"error"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junitFormat writes a test that fails for each finding, a suite a file. What could not be
// done is a test with an error, and a run that found nothing is one test that passes, so
// that it shows as run.
type junitFormat struct{}

func (junitFormat) Name() string    { return "junit" }
func (junitFormat) Summary() string { return "JUnit XML: a failed test for each finding" }

// zero stands for the time that a test took: none of ours is known.
const zero = "0"

func (junitFormat) Write(w io.Writer, in Input) error {
	out := junitReport{Name: "resilint"}
	for _, f := range in.Findings {
		path, _ := in.rootPath(f.Location.File)
		s := out.suite(path)
		s.Failures++
		s.add(junitCase{Name: strings.TrimSpace(f.Code + " " + f.Func()), Class: className(path), File: path, Line: f.Location.Line,
			Failure: &junitFailure{Type: string(f.Severity), Message: f.Message, Text: in.junitText(f, path)}})
	}
	for _, p := range in.problemPlaces() {
		s := out.suite("resilint")
		s.Errors++
		s.add(junitCase{Name: p.text, Class: "resilint", File: p.path, Line: p.line,
			Error: &junitFailure{Type: problemCode, Message: notWhole + ": " + p.text}})
	}
	if len(out.Suites) == 0 {
		out.suite("resilint").add(junitCase{Name: "nothing found", Class: "resilint"})
	}
	if len(in.Warnings) > 0 {
		out.suite("resilint").Stderr = strings.Join(in.Warnings, "\n")
	}
	for _, s := range out.Suites {
		out.Tests, out.Failures, out.Errors = out.Tests+s.Tests, out.Failures+s.Failures, out.Errors+s.Errors
	}
	return writeXML(w, out)
}

// suite is the one with the name, a new one where there is none.
func (r *junitReport) suite(name string) *junitSuite {
	i := slices.IndexFunc(r.Suites, func(s junitSuite) bool { return s.Name == name })
	if i < 0 {
		i = len(r.Suites)
		r.Suites = append(r.Suites, junitSuite{Name: name, Time: zero})
	}
	return &r.Suites[i]
}

// add adds a test. Servers tell tests of two runs apart by their names, so that no two have
// one, and none has a line in it.
func (s *junitSuite) add(c junitCase) {
	name := c.Name
	for n := 2; slices.ContainsFunc(s.Cases, func(o junitCase) bool { return o.Name == c.Name }); n++ {
		c.Name = name + " " + strconv.Itoa(n)
	}
	c.Time = zero
	s.Tests++
	s.Cases = append(s.Cases, c)
}

func (in Input) junitText(f finding.Finding, path string) string {
	lines := []string{fmt.Sprintf("%s:%d:%d: %s (%s)", path, f.Location.Line, f.Location.Column, f.Message, f.Code)}
	return strings.Join(append(lines, in.pathLines(f)...), "\n")
}

// className names a file as servers read the names of classes: package and name are parted
// by the last dot.
func className(path string) string {
	return strings.ReplaceAll(strings.Trim(strings.TrimSuffix(path, ".go"), "/"), "/", ".")
}
