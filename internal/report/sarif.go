package report

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/resilint/resilint/internal/finding"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifRoot   = "%SRCROOT%"
	// sarifPrint names how fingerprints are made: another way gets another number.
	sarifPrint = "resilint/v1"
)

// sarifFormat writes one SARIF 2.1.0 document, with the page of each rule in it, so that
// code scanning and editors can show all there is to a finding.
type sarifFormat struct{}

func (sarifFormat) Name() string    { return "sarif" }
func (sarifFormat) Summary() string { return "SARIF 2.1.0, for code scanning and editors" }

func (sarifFormat) Write(w io.Writer, in Input) error {
	rules, index := sarifRules(in.Rules)
	s := &sarifWriter{in: in, src: newSources(in), index: index}
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "resilint", Version: in.Version, Rules: rules}},
		Invocations: []sarifInvocation{s.invocation()},
		ColumnKind:  "utf16CodeUnits",
		Results:     s.results(),
	}
	if semver.IsValid(in.Version) {
		run.Tool.Driver.SemanticVersion = strings.TrimPrefix(in.Version, "v")
	}
	if in.Root != "" {
		run.OriginalURIBaseIDs = map[string]sarifArtifact{sarifRoot: {URI: strings.TrimSuffix(fileURI(in.Root), "/") + "/"}}
	}
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}); err != nil {
		return err
	}
	return b.Flush()
}

// sarifWriter makes the parts of a run.
type sarifWriter struct {
	in    Input
	src   *sources
	index map[string]int // of a code among the rules
}

// results gives what is shown and what is silenced, by place.
func (s *sarifWriter) results() []sarifResult {
	type item struct {
		f     finding.Finding
		by    []Comment
		print string
	}
	shown, silenced := s.in.fingerprints()
	var items []item
	for i, f := range s.in.Findings {
		items = append(items, item{f, nil, shown[i]})
	}
	for i, x := range s.in.Silenced {
		items = append(items, item{x.Finding, x.By, silenced[i]})
	}
	slices.SortStableFunc(items, func(a, b item) int { return finding.Compare(a.f, b.f) })
	out := make([]sarifResult, len(items))
	for i, x := range items {
		out[i] = s.result(x.f)
		out[i].PartialFingerprints = map[string]string{sarifPrint: x.print}
		for _, c := range x.by {
			at := s.location(c.Location, c.End)
			out[i].Suppressions = append(out[i].Suppressions, sarifSuppression{
				Kind: "inSource", Justification: c.Reason, Location: &at,
			})
		}
	}
	return out
}

func (s *sarifWriter) result(f finding.Finding) sarifResult {
	at := s.location(f.Location, f.End)
	if fn := function(f); fn != "" {
		at.LogicalLocations = []sarifLogicalLocation{{fn, "function"}}
	}
	res := sarifResult{
		RuleID:     f.Code,
		Level:      sarifLevel(f.Severity),
		Locations:  []sarifLocation{at},
		Properties: sarifResultProperties{string(f.Confidence)},
	}
	if i, ok := s.index[f.Code]; ok {
		res.RuleIndex = &i
	}
	s.addTrace(&res, f)
	if fix, ok := s.fix(f.Fix); ok {
		res.Fixes = []sarifFix{fix}
	}
	return res
}

// location says where a place is, as far as that is known.
func (s *sarifWriter) location(at, end finding.Location) sarifLocation {
	if at.File == "" {
		return sarifLocation{}
	}
	return sarifLocation{PhysicalLocation: &sarifPhysicalLocation{s.artifact(at.File), s.region(at, end)}}
}

// artifact names a file relative to the root where it lies below, else by its whole name.
func (s *sarifWriter) artifact(file string) sarifArtifact {
	if rel, ok := below(s.in.Root, file); ok {
		return sarifArtifact{URI: relativeURI(rel), URIBaseID: sarifRoot}
	}
	if name, absolute := slashed(file); !absolute {
		return sarifArtifact{URI: relativeURI(name)}
	}
	return sarifArtifact{URI: fileURI(file)}
}

// region is the text between two places. Where the source is not there to count columns
// in, it is the whole of the lines.
func (s *sarifWriter) region(at, end finding.Location) *sarifRegion {
	if at.Line < 1 {
		return nil
	}
	r := &sarifRegion{StartLine: at.Line}
	column, known := s.src.utf16Column(at)
	if known {
		r.StartColumn = column
	}
	if end.File != at.File || end.Pkg != at.Pkg || finding.CompareLocations(end, at) < 0 {
		return r
	}
	r.EndLine = end.Line
	if column, ok := s.src.utf16Column(end); ok && known {
		r.EndColumn = column
	}
	return r
}

// fix gives the change with places by line and column. It needs the source for that, and
// half of a change would be worse than none.
func (s *sarifWriter) fix(f *finding.Fix) (sarifFix, bool) {
	if f == nil || len(f.Edits) == 0 {
		return sarifFix{}, false
	}
	out := sarifFix{Description: sarifMessage{Text: plain(f.Message)}}
	if f.Manual {
		out.Properties = &sarifFixProperties{Manual: true}
	}
	for _, e := range f.Edits {
		from, okFrom := s.src.offset(e.File, e.Start)
		to, okTo := s.src.offset(e.File, e.End)
		if !okFrom || !okTo {
			return sarifFix{}, false
		}
		region := s.region(from, to)
		if region.StartColumn == 0 || region.EndColumn == 0 {
			return sarifFix{}, false
		}
		change := sarifReplacement{*region, sarifContent{e.New}}
		where := s.artifact(e.File)
		i := slices.IndexFunc(out.ArtifactChanges, func(c sarifArtifactChange) bool { return c.ArtifactLocation == where })
		if i < 0 {
			i = len(out.ArtifactChanges)
			out.ArtifactChanges = append(out.ArtifactChanges, sarifArtifactChange{ArtifactLocation: where})
		}
		out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements, change)
	}
	return out, true
}
