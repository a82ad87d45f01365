package report

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"

	"github.com/resilint/resilint/internal/finding"
)

// gitlabIssue is an element of a report of GitLab's Code Quality. GitLab knows no others of
// its fields.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// gitlabFormat writes a Code Quality report, in which a file of the repository that could
// not be analysed is an issue as well.
type gitlabFormat struct{}

func (gitlabFormat) Name() string    { return "gitlab" }
func (gitlabFormat) Summary() string { return "a Code Quality report for GitLab" }

func (gitlabFormat) Write(w io.Writer, in Input) error {
	out := []gitlabIssue{}
	prints, _, _ := in.fingerprints()
	for i, f := range in.Findings {
		path, _ := in.rootPath(f.Location.File)
		x := gitlabIssue{
			Description: f.Message + " (" + f.Code + ")",
			CheckName:   f.Code,
			Fingerprint: prints[i],
			Severity:    gitlabSeverity(f.Severity),
			Location:    gitlabLocation{Path: path, Lines: gitlabLines{Begin: max(f.Location.Line, 1)}},
		}
		if ended(f) {
			x.Location.Lines.End = f.End.Line
		}
		out = append(out, x)
	}
	seen := map[string]int{}
	for _, p := range in.problemPlaces() {
		if p.path == "" {
			continue // an issue needs a file
		}
		key := problemCode + "\x00" + p.path + "\x00" + p.text
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		out = append(out, gitlabIssue{
			Description: notWhole + ": " + p.text,
			CheckName:   problemCode,
			Fingerprint: hex.EncodeToString(sum[:8]),
			Severity:    "blocker",
			Location:    gitlabLocation{Path: p.path, Lines: gitlabLines{Begin: max(p.line, 1)}},
		})
	}
	return writeJSON(w, out)
}

func gitlabSeverity(s finding.Severity) string {
	switch s {
	case finding.Error:
		return "major"
	case finding.Info:
		return "info"
	}
	return "minor"
}

// writeJSON writes a document for people to read, too.
func writeJSON(w io.Writer, v any) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	return b.Flush()
}
