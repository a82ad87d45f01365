package ruletest

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// Show writes a finding for a golden file: its place, message, code and confidence, and a line
// for each step of its path. Of a place in another package it has the package, too.
func Show(f finding.Finding) string {
	at := filepath.Base(f.Location.File)
	if f.Location.Pkg != "" {
		at = f.Location.Pkg + "/" + at
	}
	return ShowAt(at, f)
}

// ShowAt is Show with another name of the place.
func ShowAt(at string, f finding.Finding) string {
	return fmt.Sprintf("%s:%d: %s (%s, %s)\n", at, f.Location.Line, f.Message, f.Code, f.Confidence) + steps(f.Trace)
}

func steps(path []trace.Step) string {
	var b strings.Builder
	for _, s := range path {
		fmt.Fprintf(&b, "  %s %s %s:%d:%d %s %s\n", s.Kind, s.Pkg, s.File, s.Line, s.Col, s.Func, s.Note)
	}
	return b.String()
}
