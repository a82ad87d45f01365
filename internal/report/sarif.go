package report

import (
	"bytes"
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
type sarifFormat struct {
	// upload leaves out what is silenced or in the baseline, since code scanning at GitHub
	// would show it as open.
	upload bool
}

func (f sarifFormat) Name() string {
	if f.upload {
		return "sarif-github"
	}
	return "sarif"
}

func (f sarifFormat) Summary() string {
	if f.upload {
		return "SARIF 2.1.0 for an upload to GitHub: only what is to be an alert"
	}
	return "SARIF 2.1.0, for code scanning and editors"
}

func (f sarifFormat) Write(w io.Writer, in Input) error {
	if f.upload {
		in.Silenced, in.Known = nil, nil
	}
	s := &sarifWriter{in: in, src: newSources(in)}
	items := s.items()
	for most := maxResults; ; {
		kept, left := mostSevere(items, most)
		text, err := s.document(kept, left)
		if err != nil {
			return err
		}
		if fewer := fitting(text, len(kept)); fewer < len(kept) {
			most = fewer
			continue
		}
		_, err = w.Write(text)
		return err
	}
}

// sarifWriter makes the parts of a run.
type sarifWriter struct {
	in    Input
	src   *sources
	index map[string]int // of a code among the rules
}

// document has the items as results and says how many others were left out.
func (s *sarifWriter) document(items []sarifItem, left int) ([]byte, error) {
	var rules []sarifRule
	rules, s.index = sarifRules(s.in.Rules)
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "resilint", InformationURI: homepage, Version: s.in.Version, Rules: rules}},
		Invocations: []sarifInvocation{s.invocation(left)},
		ColumnKind:  "utf16CodeUnits",
		Results:     s.results(items),
	}
	if semver.IsValid(s.in.Version) {
		run.Tool.Driver.SemanticVersion = strings.TrimPrefix(s.in.Version, "v")
	}
	if s.in.Root != "" {
		run.OriginalURIBaseIDs = map[string]sarifArtifact{sarifRoot: {URI: strings.TrimSuffix(fileURI(s.in.Root), "/") + "/"}}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
	return b.Bytes(), err
}

// A sarifItem is what becomes a result.
type sarifItem struct {
	f     finding.Finding
	by    []Comment // that silence it
	known bool      // the baseline has it
	print string
}

// items gives what is shown, what is silenced and what the baseline has, by place.
func (s *sarifWriter) items() []sarifItem {
	shown, silenced, known := s.in.fingerprints()
	var items []sarifItem
	for i, f := range s.in.Findings {
		items = append(items, sarifItem{f: f, print: shown[i]})
	}
	for i, x := range s.in.Silenced {
		items = append(items, sarifItem{f: x.Finding, by: x.By, print: silenced[i]})
	}
	for i, f := range s.in.Known {
		items = append(items, sarifItem{f: f, known: true, print: known[i]})
	}
	slices.SortStableFunc(items, compareItems)
	return items
}

func compareItems(a, b sarifItem) int { return finding.Compare(a.f, b.f) }

func (s *sarifWriter) results(items []sarifItem) []sarifResult {
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
		if x.known {
			out[i].Suppressions = []sarifSuppression{{Kind: "external", Justification: "in the baseline " + s.in.Baseline}}
		}
	}
	return out
}

func (s *sarifWriter) result(f finding.Finding) sarifResult {
	at := s.location(f.Location, f.End)
	if at.PhysicalLocation == nil { // code scanning refuses a file with a result that is nowhere
		at = s.nowhere()
	}
	if fn := f.Func(); fn != "" {
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

// nowhere is the place of what has none: the folder that holds all of the source.
func (s *sarifWriter) nowhere() sarifLocation {
	top := sarifArtifact{URI: "."}
	if s.in.Root != "" {
		top.URIBaseID = sarifRoot
	}
	return sarifLocation{PhysicalLocation: &sarifPhysicalLocation{ArtifactLocation: top}}
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
