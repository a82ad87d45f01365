package report

import (
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// addTrace adds the message and the path of f, which is a code flow and, since not every
// reader shows those, a list of related locations that the message leads to.
func (s *sarifWriter) addTrace(res *sarifResult, f finding.Finding) {
	steps := clipSteps(f.Trace)
	res.Message = sarifMessage{Text: linkMessage(f.Message, steps, f.Location)}
	var flow []sarifThreadFlowLocation
	for i, step := range steps {
		at := s.step(step)
		flow = append(flow, sarifThreadFlowLocation{Location: at, Module: step.Pkg, Kinds: []string{string(step.Kind)}})
		if step.Path != "" {
			at.ID = i + 1
			res.RelatedLocations = append(res.RelatedLocations, at)
		}
	}
	if len(flow) > 0 {
		res.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{{flow}}}}
	}
}

// step is a place on a path. One whose file is not known has no place in the source:
// its base name alone would lead to another file.
func (s *sarifWriter) step(step trace.Step) sarifLocation {
	var out sarifLocation
	if step.Path != "" {
		out = s.location(finding.Location{File: step.Path, Line: step.Line, Column: step.Col}, finding.Location{})
	}
	if step.Func != "" {
		out.LogicalLocations = []sarifLogicalLocation{{step.Func, "function"}}
	}
	out.Message = &sarifMessage{Text: plain(stepText(step))}
	return out
}

// stepText says what happens at a step.
func stepText(s trace.Step) string {
	text := string(s.Kind)
	switch s.Kind {
	case trace.Outbound:
		text = "call that leaves the process"
	case trace.Root:
		text = "context without deadline"
	case trace.Make:
		text = "made here"
	case trace.Use:
		text = "used here"
	case trace.Store:
		text = "written here"
	case trace.Entry:
		text = "a request enters here"
	}
	if s.Func != "" {
		text += ", in " + s.Func
	}
	if s.Note != "" {
		text += ": " + s.Note
	}
	return text
}

// placeOf reads file:line:column, of which the numbers may be missing.
func placeOf(pos string) finding.Location {
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(pos, ':')
		n, err := strconv.Atoi(pos[i+1:])
		if i < 0 || err != nil || n < 0 {
			break
		}
		pos, numbers = pos[:i], append(numbers, n)
	}
	l := finding.Location{File: pos}
	switch len(numbers) {
	case 1:
		l.Line = numbers[0]
	case 2:
		l.Line, l.Column = numbers[1], numbers[0]
	}
	return l
}
