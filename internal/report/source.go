package report

import (
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/resilint/resilint/internal/finding"
)

// sources gives lines of files, each of which it reads once.
type sources struct {
	read  func(name string) ([]byte, error)
	files map[string][]string
}

func newSources(in Input) *sources {
	return &sources{read: in.ReadFile, files: map[string][]string{}}
}

// lines gives a file's lines with their ends, or nothing where it cannot be read: that
// costs a report its line of source and nothing else.
func (s *sources) lines(file string) []string {
	if s.read == nil || !filepath.IsAbs(file) {
		return nil
	}
	lines, known := s.files[file]
	if !known {
		if data, err := s.read(file); err == nil {
			lines = strings.SplitAfter(string(data), "\n")
		}
		s.files[file] = lines
	}
	return lines
}

// line is the line of a place without its end.
func (s *sources) line(l finding.Location) (string, bool) {
	lines := s.lines(l.File)
	if l.Line < 1 || l.Line > len(lines) {
		return "", false
	}
	return strings.TrimRight(lines[l.Line-1], "\r\n"), true
}

// offset gives the place in a file of a byte.
func (s *sources) offset(file string, at int) (finding.Location, bool) {
	for i, line := range s.lines(file) {
		if at <= len(line) && (at < len(line) || !strings.HasSuffix(line, "\n")) {
			return finding.Location{File: file, Line: i + 1, Column: at + 1}, at >= 0
		}
		at -= len(line)
	}
	return finding.Location{}, false
}

// byteOrderMark may open a file and is no character of its first line.
const byteOrderMark = "\ufeff"

// utf16Column is the column in UTF-16 code units, which is how editors and SARIF count.
// Ours counts bytes, so the source must be there to tell, save for the first column.
func (s *sources) utf16Column(l finding.Location) (int, bool) {
	if l.Column == 1 {
		return 1, true
	}
	line, ok := s.line(l)
	if !ok || l.Column < 1 || l.Column > len(line)+1 {
		return 0, false
	}
	before := line[:l.Column-1]
	if l.Line == 1 {
		before = strings.TrimPrefix(before, byteOrderMark)
	}
	n := 1
	for _, r := range before {
		n += utf16.RuneLen(r)
	}
	return n, true
}
