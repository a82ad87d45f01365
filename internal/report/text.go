package report

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// writeText writes a line for each finding and, where asked for, the line of source
// with a mark below the place, and the path, a step a line.
func writeText(w io.Writer, in Input) error {
	b := bufio.NewWriter(w)
	src := sources{read: in.ReadFile}
	for _, f := range in.Findings {
		fmt.Fprintf(b, "%s: %s (%s)\n", place(in.Dir, f.Location), f.Message, f.Code)
		if !in.Verbose {
			continue
		}
		if line, ok := src.line(f.Location); ok {
			fmt.Fprintf(b, "\t%s\n\t%s^\n", line, indent(line, f.Location.Column))
		}
		for _, s := range f.Trace {
			b.WriteString(stepLine(in.Dir, s))
		}
	}
	return b.Flush()
}

func place(dir string, l finding.Location) string {
	return fmt.Sprintf("%s:%d:%d", Shorten(dir, l.File), l.Line, l.Column)
}

// stepLine is "  kind file:line func note", without what is not known.
func stepLine(dir string, s trace.Step) string {
	words := []string{string(s.Kind), fmt.Sprintf("%s:%d", Shorten(dir, s.File), s.Line)}
	for _, word := range []string{s.Func, s.Note} {
		if word != "" {
			words = append(words, word)
		}
	}
	return "  " + strings.Join(words, " ") + "\n"
}

// indent is the space that brings a mark below the column of line. Tabs stay tabs, so
// that they are as wide as in the line above.
func indent(line string, column int) string {
	before := line[:min(max(column-1, 0), len(line))]
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before)
}

// sources gives lines of files and keeps the last file, since findings come sorted.
type sources struct {
	read  func(name string) ([]byte, error)
	name  string
	lines []string
}

func (s *sources) line(l finding.Location) (string, bool) {
	if s.read == nil || !filepath.IsAbs(l.File) {
		return "", false
	}
	if s.name != l.File {
		s.name, s.lines = l.File, nil
		// A file that cannot be read costs its line of source and nothing else.
		if data, err := s.read(l.File); err == nil {
			s.lines = strings.Split(string(data), "\n")
		}
	}
	if l.Line < 1 || l.Line > len(s.lines) {
		return "", false
	}
	return strings.TrimRight(s.lines[l.Line-1], "\r"), true
}
