// Package report writes findings down, in one file a format. It sees findings only: it
// knows no program, no flag, and decides nothing about what is shown.
package report

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/resilint/resilint/internal/finding"
)

// Input is what there is to be written.
type Input struct {
	Findings []finding.Finding // sorted, with absolute file names
	// Dir is the folder that names of files are shown relative to, where a format shows
	// names to people.
	Dir string
	// Verbose asks for all there is to a finding: the source line and the path.
	Verbose bool
	// ReadFile reads a file of source; nil where none is to be read.
	ReadFile func(name string) ([]byte, error)
}

// A Format is a way to write findings.
type Format struct {
	Name    string // as given with -f
	Summary string
	Write   func(w io.Writer, in Input) error
}

// Formats lists the formats; the first is the one used where none is asked for.
func Formats() []Format {
	return []Format{
		{Name: "text", Summary: "path:line:column: message (code)", Write: writeText},
		{Name: "json", Summary: "one object a line", Write: writeJSON},
	}
}

// Lookup finds a format by its name.
func Lookup(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}

// Shorten gives an absolute file name, with or without a line, as seen from dir where
// that is shorter.
func Shorten(dir, name string) string {
	if dir == "" || !filepath.IsAbs(name) {
		return name
	}
	rel, err := filepath.Rel(dir, name)
	if err != nil || len(rel) >= len(name) {
		return name
	}
	return rel
}
