package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// textFormat writes a line for each finding and, where asked for, the line of source
// with a mark below the place, and the path, a step a line.
type textFormat struct{}

func (textFormat) Name() string    { return "text" }
func (textFormat) Summary() string { return "path:line:column: message (code)" }

func (textFormat) Write(w io.Writer, in Input) error {
	b := bufio.NewWriter(w)
	src := newSources(in)
	for _, f := range in.Findings {
		fmt.Fprintf(b, "%s: %s (%s)\n", place(in.Dir, f.Location), Printable(f.Message), f.Code)
		if !in.Verbose {
			continue
		}
		if line, ok := src.line(f.Location); ok {
			fmt.Fprintf(b, "\t%s\n\t%s^\n", Printable(line), indent(line, f.Location.Column))
		}
		for _, s := range f.Trace {
			b.WriteString(stepLine(in.Dir, s))
		}
	}
	return b.Flush()
}

func place(dir string, l finding.Location) string {
	return fmt.Sprintf("%s:%d:%d", Printable(Shorten(dir, l.File)), l.Line, l.Column)
}

// stepLine is "  kind file:line func note", without what is not known.
func stepLine(dir string, s trace.Step) string {
	return "  " + stepWords(s, Shorten(dir, fileOf(s))) + "\n"
}

// stepWords is a step in a line, with its file under the given name.
func stepWords(s trace.Step, file string) string {
	words := []string{string(s.Kind), fmt.Sprintf("%s:%d", file, s.Line)}
	for _, word := range []string{s.Func, s.Note} {
		if word != "" {
			words = append(words, word)
		}
	}
	return Printable(strings.Join(words, " "))
}

// fileOf names the file of a step as well as is known.
func fileOf(s trace.Step) string { return cmp.Or(s.Path, s.File) }

// indent is the space that brings a mark below the column of line. Tabs stay tabs, so
// that they are as wide as in the line above.
func indent(line string, column int) string {
	before := Printable(line[:min(max(column-1, 0), len(line))])
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before)
}
