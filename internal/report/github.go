package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

// GitHub shows so many annotations of each kind that a step writes, and drops the others
// without a word. Few of the errors are for what could not be done, so that findings are left
// room.
const (
	maxAnnotations = 10
	maxProblems    = 3
)

// githubFormat writes workflow commands, which GitHub shows beside the changed lines. What
// there is no room for is told in a notice and follows as lines of the log.
type githubFormat struct{}

func (githubFormat) Name() string { return "github" }
func (githubFormat) Summary() string {
	return "annotations of GitHub Actions, with the path of each finding"
}

func (githubFormat) Write(w io.Writer, in Input) error {
	g := &githubWriter{in: in, src: newSources(in), w: bufio.NewWriter(w), room: map[string]int{
		"error": maxAnnotations, "warning": maxAnnotations, "notice": maxAnnotations - 1, // one for what is left out
	}}
	for i, p := range in.problemPlaces() {
		g.problem(p, i < maxProblems)
	}
	for _, text := range in.Warnings {
		g.annotate("warning", nil, oneLine(text), true)
	}
	if len(in.Outdated) > 0 {
		g.annotate("notice", []string{"title=resilint"}, strings.Join(append([]string{"in the baseline, and no longer so:"}, in.Outdated...), "\n"), true)
	}
	for _, f := range bySeverity(in.Findings) {
		g.finding(f)
	}
	g.leftOut()
	return g.w.Flush()
}

type githubWriter struct {
	in   Input
	src  *sources
	w    *bufio.Writer
	room map[string]int // of a kind of annotation
	left []string       // lines for what there is no room for
	out  map[string]int // how many of each kind these are
}

// annotate writes an annotation, where it is wanted and there is room for it.
func (g *githubWriter) annotate(kind string, properties []string, text string, wanted bool) bool {
	if !wanted || g.room[kind] == 0 {
		if g.out == nil {
			g.out = map[string]int{}
		}
		g.out[kind]++
		return false
	}
	g.room[kind]--
	command := kind
	if len(properties) > 0 {
		command += " " + strings.Join(properties, ",")
	}
	fmt.Fprintf(g.w, "::%s::%s\n", command, escapeData.Replace(text))
	return true
}

func (g *githubWriter) problem(p problemPlace, wanted bool) {
	properties := []string{"title=resilint"}
	if p.path != "" {
		properties = append(properties, property("file", p.path))
		if p.line > 0 {
			properties = append(properties, property("line", strconv.Itoa(p.line)))
		}
	}
	if text := notWhole + ": " + p.text; !g.annotate("error", properties, text, wanted) {
		g.left = append(g.left, text)
	}
}

func (g *githubWriter) finding(f finding.Finding) {
	text := strings.Join(append([]string{Printable(f.Message)}, g.in.pathLines(f)...), "\n")
	path, inside := g.in.rootPath(f.Location.File)
	properties := []string{property("title", f.Code)}
	switch {
	case inside:
		properties = append(g.place(f, path), properties...)
	case path != "":
		text = fmt.Sprintf("%s:%d: %s", path, f.Location.Line, text)
	}
	if !g.annotate(command(f.Severity), properties, text, true) {
		g.left = append(g.left, fmt.Sprintf("%s:%d:%d: %s (%s)", path, f.Location.Line, f.Location.Column, f.Message, f.Code))
	}
}

// place says where a finding is. GitHub takes columns only where they are of one line.
func (g *githubWriter) place(f finding.Finding, path string) []string {
	at := f.Location
	out := []string{property("file", path), property("line", strconv.Itoa(max(at.Line, 1)))}
	end := at
	if ended(f) {
		end = f.End
		out = append(out, property("endLine", strconv.Itoa(end.Line)))
	}
	if column, ok := g.src.utf16Column(at); ok && end.Line == at.Line {
		out = append(out, property("col", strconv.Itoa(column)))
		if column, ok := g.src.utf16Column(end); ok && end != at {
			out = append(out, property("endColumn", strconv.Itoa(column)))
		}
	}
	return out
}

// leftOut says what there was no room for. The lines begin with a word of their own, so that
// none of them is taken for a command.
func (g *githubWriter) leftOut() {
	if len(g.left) == 0 {
		return
	}
	var kinds []string
	for _, kind := range []string{"error", "warning", "notice"} {
		if n := g.out[kind]; n > 0 {
			kinds = append(kinds, counted(n, kind))
		}
	}
	text := fmt.Sprintf("not shown as annotations, but in the log of this step: %s; GitHub shows %d of a kind",
		strings.Join(kinds, ", "), maxAnnotations)
	fmt.Fprintf(g.w, "::notice title=resilint::%s\n", escapeData.Replace(text))
	for _, line := range g.left {
		fmt.Fprintf(g.w, "also %s\n", strings.ReplaceAll(oneLine(line), "##[", "## ["))
	}
}

// command is the workflow command for a severity.
func command(s finding.Severity) string {
	switch s {
	case finding.Error:
		return "error"
	case finding.Info:
		return "notice"
	}
	return "warning"
}

// Workflow commands end with the line, and properties with a comma or a colon.
var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func property(name, value string) string { return name + "=" + escapeProperty.Replace(value) }
