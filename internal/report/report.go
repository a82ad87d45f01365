// Package report writes findings down, in one file a format. It sees findings only: it
// knows no program, no flag, and decides nothing about what is shown.
package report

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
)

// Input is what there is to be written. A format takes of it what it has a place for.
type Input struct {
	Findings []finding.Finding // sorted, with absolute file names
	// Silenced are the findings that a comment silences, sorted. Only a format that can
	// say so shows them.
	Silenced []Silenced
	// Known are the findings that a baseline has, sorted; Baseline is that file's name, and
	// empty where there is none. Only a format that can say so shows them.
	Known    []finding.Finding
	Baseline string
	// Outdated says, a line each, which entries of the baseline no longer hold and why.
	Outdated []string
	// Left are findings that are not to be written. They count where equal ones are numbered,
	// so that a finding has one fingerprint whatever else is shown.
	Left []finding.Finding
	// Problems say what could not be done, so that the findings are not all there are.
	// Warnings took nothing from the findings.
	Problems []Problem
	Warnings []string
	// Dir is the folder that names of files are shown relative to, where a format shows
	// names to people.
	Dir string
	// Root is the folder that holds all of the source, the repository's as a rule, for
	// formats that are read elsewhere. It is absolute, or empty where there is none.
	Root string
	// Rules describe all that can be found, and Version this program.
	Rules   []rule.Info
	Version string
	// Verbose asks for all there is to a finding: the source line and the path.
	Verbose bool
	// ReadFile reads a file of source; nil where none is to be read.
	ReadFile func(name string) ([]byte, error)
}

// Silenced is a finding with the comments that silence it.
type Silenced struct {
	finding.Finding
	By []Comment
}

// A Comment is a comment that silences.
type Comment struct {
	Location, End finding.Location
	Reason        string // empty where the comment says none
}

// A Problem is something that could not be done.
type Problem struct {
	Pkg     string // import path, where one is known
	Pos     string // file:line:column or a part of it, where one is known
	Message string
}

// A Format is a way to write findings.
type Format interface {
	Name() string    // as given with -f
	Summary() string // what it looks like, for the help text
	Write(w io.Writer, in Input) error
}

// Formats lists the formats; the first is the one used where none is asked for.
func Formats() []Format {
	return []Format{
		textFormat{},
		jsonFormat{},
		sarifFormat{},
		sarifFormat{upload: true},
		githubFormat{},
		gitlabFormat{},
		checkstyleFormat{},
		junitFormat{},
		rdjsonFormat{},
		markdownFormat{},
	}
}

// Lookup finds a format by its name.
func Lookup(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name() == name })
	if i < 0 {
		return nil, false
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
