// Package fix makes new contents of files from the fixes of findings, and writes them.
//
// It decides which of several fixes that get in one another's way is made, and never
// touches what nobody wrote by hand or what is not as it was when it was analysed. Which
// findings are to be fixed, and what is printed, is the command line's.
package fix

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"

	"github.com/resilint/resilint/internal/finding"
)

// A Plan says what is to be changed. Making one changes nothing.
type Plan struct {
	Files []File            // that change, by name
	Fixed []finding.Finding // those whose fix is in Files
	Left  []Left
}

// A File is a file with its contents before and after.
type File struct {
	Name     string
	Old, New []byte
}

// A Left is a finding with a fix that is not made.
type Left struct {
	Finding finding.Finding
	Why     string // reads on after "not fixed:"
}

const (
	changed   = "the file has changed since it was analysed; run again"
	generated = "the file is generated; change what it is made from"
	overlaps  = "it overlaps another fix; run again"
	apart     = "it does not go together with another fix; run again"
)

// Make plans the fixes of the findings, of which an earlier one goes before a later. A fix
// is made whole or not at all. Findings without a fix, and with one that is for a reader to
// judge, count for nothing. sums are those of the files that were analysed, read reads a
// file.
func Make(findings []finding.Finding, sums map[string][sha256.Size]byte, read func(name string) ([]byte, error)) *Plan {
	p := &planner{sums: sums, read: read, files: map[string]*source{}}
	for _, f := range findings {
		if f.Fix == nil || f.Fix.Manual || len(f.Fix.Edits) == 0 {
			continue
		}
		if why := p.take(f.Fix.Edits); why != "" {
			p.plan.Left = append(p.plan.Left, Left{f, why})
		} else {
			p.plan.Fixed = append(p.plan.Fixed, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		s := p.files[name]
		if len(s.edits) == 0 {
			continue
		}
		if text := tidy(s.old, s.apply(s.edits)); !bytes.Equal(text, s.old) {
			p.plan.Files = append(p.plan.Files, File{name, s.old, text})
		}
	}
	return &p.plan
}

type planner struct {
	plan  Plan
	sums  map[string][sha256.Size]byte
	read  func(name string) ([]byte, error)
	files map[string]*source
}

// take adds the edits of one fix, or says why it cannot.
func (p *planner) take(edits []finding.Edit) (why string) {
	more := map[string][]finding.Edit{}
	for _, e := range edits {
		more[e.File] = append(more[e.File], e)
	}
	names := slices.Sorted(maps.Keys(more))
	for _, name := range names {
		s := p.source(name)
		if s.closed != "" {
			return s.closed
		}
		merged, ok := s.merge(more[name])
		if !ok {
			return overlaps
		}
		if !parses(s.apply(merged)) {
			return apart
		}
		more[name] = merged
	}
	for _, name := range names {
		p.files[name].edits = more[name]
	}
	return ""
}

// A source is a file with the edits that it gets.
type source struct {
	old    []byte
	edits  []finding.Edit // sorted, without overlap
	closed string         // why it gets none
}

func (p *planner) source(name string) *source {
	if s := p.files[name]; s != nil {
		return s
	}
	s := &source{}
	p.files[name] = s
	var err error
	if s.old, err = p.read(name); err != nil {
		s.closed = err.Error()
		return s
	}
	if sum, ok := p.sums[name]; !ok || sum != sha256.Sum256(s.old) {
		s.closed = changed
		return s
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, s.old, parser.ParseComments|parser.PackageClauseOnly)
	switch {
	case err != nil:
		s.closed = fmt.Sprintf("the file cannot be read as Go: %v", err)
	case ast.IsGenerated(f):
		s.closed = generated
	}
	return s
}

// merge puts more edits among those that there are. An edit that is there already, such as
// an import that two fixes add, counts once; two that overlap do not go together, nor do
// two texts for one place, whose order nobody has said.
func (s *source) merge(more []finding.Edit) ([]finding.Edit, bool) {
	all := append(slices.Clone(s.edits), more...)
	slices.SortStableFunc(all, func(a, b finding.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	all = slices.Compact(all)
	for i, e := range all {
		if e.Start < 0 || e.End < e.Start || e.End > len(s.old) {
			return nil, false
		}
		if i == 0 {
			continue
		}
		before := all[i-1]
		if e.Start < before.End || e.Start == before.Start && e.End == before.End {
			return nil, false
		}
	}
	return all, true
}

// apply makes the edits.
func (s *source) apply(edits []finding.Edit) []byte {
	var out []byte
	done := 0
	for _, e := range edits {
		out = append(out, s.old[done:e.Start]...)
		out = append(out, e.New...)
		done = e.End
	}
	return append(out, s.old[done:]...)
}

func parses(src []byte) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	return err == nil
}

var (
	mark = []byte("\ufeff")
	lf   = []byte("\n")
	crlf = []byte("\r\n")
)

// tidy formats text, with the byte order mark and the ends of lines that old has.
func tidy(old, text []byte) []byte {
	text, marked := bytes.CutPrefix(text, mark)
	dos := 2*bytes.Count(old, crlf) > bytes.Count(old, lf)
	if dos {
		text = bytes.ReplaceAll(text, crlf, lf) // else comments would keep some of theirs
	}
	if out, err := format.Source(text); err == nil {
		text = out
	}
	if dos {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, crlf, lf), lf, crlf)
	}
	if marked {
		text = append(slices.Clone(mark), text...)
	}
	return text
}
