package report_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/trace"
)

// hostile has text in every place that some format would read as its own.
func hostile() report.Input {
	text := "::error::x%0A, a|b `c` <script>&amp; </td> *d* _e_ [f](g) \\ #1 @who ##[group]y ]]> \x01\n::warning::z http://h.example"
	f := finding.Finding{
		Code: "waits/forever", Severity: finding.Error, Confidence: finding.High, Message: text,
		Location: loc("/m/a b,c:d|`e`&<f>/x\"y'.go", 3, 1),
		Trace: []trace.Step{{Kind: trace.Call, Func: "f|`g`", Pkg: "p", File: "x.go",
			Path: "/m/a b,c:d|`e`&<f>/x\"y'.go", Line: 3, Note: "h</details>"}},
	}
	in := report.Input{Root: "/m", Problems: []report.Problem{{Pkg: text, Pos: "/m/::set.go:1:1", Message: text}}, Warnings: []string{text}}
	for i := range 40 {
		f.Location.Line = i + 1
		f.Severity = []finding.Severity{finding.Info, finding.Warning, finding.Error}[i%3]
		in.Findings = append(in.Findings, f)
	}
	return in
}

// inputs are what each format is held to its schema on.
func inputs() map[string]report.Input {
	bare := finding.Finding{Code: "a/b", Message: "m"}
	return map[string]report.Input{
		"sample":  sample(),
		"nothing": {Root: "/m"},
		"hostile": hostile(),
		"bare":    {Findings: []finding.Finding{bare, bare}},
		"broken":  {Root: "/m", Problems: []report.Problem{{Message: "x"}, {Pos: "/m/a.go", Message: "y"}}},
	}
}

func named(t *testing.T, name string) report.Format {
	t.Helper()
	f, ok := report.Lookup(name)
	if !ok {
		t.Fatalf("no format %s", name)
	}
	return f
}

var workflowCommand = regexp.MustCompile(`^::(error|warning|notice)(?: ([^:]*))?::(.*)$`)

// TestGitHub holds the lines to "Workflow commands for GitHub Actions", with the parameters
// that the page lists, and to the ten annotations of a kind that are shown of a step.
func TestGitHub(t *testing.T) {
	known := []string{"title", "file", "line", "endLine", "col", "endColumn"}
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	for name, in := range inputs() {
		kinds, texts := map[string]int{}, ""
		for line := range strings.Lines(write(t, named(t, "github"), in)) {
			line = strings.TrimSuffix(line, "\n")
			m := workflowCommand.FindStringSubmatch(line)
			if m == nil {
				if !strings.HasPrefix(line, "also ") || strings.Contains(line, "##[") {
					t.Errorf("%s: neither a command nor a line of the log: %s", name, line)
				}
				continue
			}
			kinds[m[1]]++
			texts += unescape.Replace(m[3]) + "\n"
			for p := range strings.SplitSeq(m[2], ",") {
				key, value, _ := strings.Cut(p, "=")
				if m[2] != "" && !slices.Contains(known, key) {
					t.Errorf("%s: parameter %q in %s", name, p, line)
				}
				if key == "file" && (strings.HasPrefix(value, "/") || strings.Contains(value, `\`)) {
					t.Errorf("%s: %s is not relative to the repository", name, value)
				}
			}
		}
		for kind, n := range kinds {
			if n > 10 {
				t.Errorf("%s: %d annotations of kind %s", name, n, kind)
			}
		}
		for _, f := range in.Findings[:min(len(in.Findings), 1)] {
			if !strings.Contains(texts, f.Message) {
				t.Errorf("%s: the message does not come through:\n%s", name, texts)
			}
		}
	}
}

// TestGitHubOrder: the worst are shown, and the rest is counted and told.
func TestGitHubOrder(t *testing.T) {
	out := write(t, named(t, "github"), hostile())
	if got := strings.Count(out, "\n::error "); got != 9 { // the first line is a problem
		t.Errorf("%d more errors", got)
	}
	want := "::notice title=resilint::not shown as annotations, but in the log of this step: 4 errors, 4 warnings, 5 notices; GitHub"
	if !strings.Contains(out, want) {
		t.Errorf("no %s in\n%s", want, out)
	}
	if got := strings.Count(out, "\nalso "); got != 13 {
		t.Errorf("%d lines for what is left out", got)
	}
}

// gitlabSchema follows "Code Quality report format" in GitLab's documentation of Code Quality.
const gitlabSchema = `{"type": "array", "items": {"type": "object", "additionalProperties": false,
	"required": ["description", "check_name", "fingerprint", "severity", "location"],
	"properties": {
		"description": {"type": "string", "minLength": 1},
		"check_name": {"type": "string", "minLength": 1},
		"fingerprint": {"type": "string", "minLength": 1},
		"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
		"location": {"type": "object", "additionalProperties": false, "required": ["path", "lines"], "properties": {
			"path": {"type": "string", "not": {"pattern": "^\\./"}},
			"lines": {"type": "object", "additionalProperties": false, "required": ["begin"], "properties": {
				"begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer", "minimum": 1}}}}}}}}`

// rdjsonSchema follows proto/rdf/reviewdog.proto of reviewdog v0.21, message DiagnosticResult.
const rdjsonSchema = `{"type": "object", "additionalProperties": false, "required": ["source", "diagnostics"],
	"properties": {
		"source": {"type": "object", "additionalProperties": false, "required": ["name"], "properties": {
			"name": {"type": "string"}, "url": {"type": "string", "format": "uri"}}},
		"diagnostics": {"type": "array", "items": {"type": "object", "additionalProperties": false,
			"required": ["message", "location"], "properties": {
				"message": {"type": "string", "minLength": 1},
				"location": {"$ref": "#/$defs/location"},
				"severity": {"enum": ["ERROR", "WARNING", "INFO"]},
				"code": {"type": "object", "additionalProperties": false, "required": ["value"], "properties": {
					"value": {"type": "string"}, "url": {"type": "string", "format": "uri"}}},
				"suggestions": {"type": "array", "items": {"type": "object", "additionalProperties": false,
					"required": ["range", "text"], "properties": {
						"range": {"$ref": "#/$defs/range"}, "text": {"type": "string"}}}},
				"original_output": {"type": "string"},
				"related_locations": {"type": "array", "items": {"type": "object", "additionalProperties": false,
					"required": ["location"], "properties": {
						"message": {"type": "string"}, "location": {"$ref": "#/$defs/location"}}}}}}}},
	"$defs": {
		"location": {"type": "object", "additionalProperties": false, "required": ["path"], "properties": {
			"path": {"type": "string"}, "range": {"$ref": "#/$defs/range"}}},
		"range": {"type": "object", "additionalProperties": false, "required": ["start"], "properties": {
			"start": {"$ref": "#/$defs/position"}, "end": {"$ref": "#/$defs/position"}}},
		"position": {"type": "object", "additionalProperties": false, "required": ["line"], "properties": {
			"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}}}}}`

func TestJSONFormats(t *testing.T) {
	for name, text := range map[string]string{"gitlab": gitlabSchema, "rdjson": rdjsonSchema} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		if err := c.AddResource("s.json", doc); err != nil {
			t.Fatal(err)
		}
		schema, err := c.Compile("s.json")
		if err != nil {
			t.Fatal(err)
		}
		for kind, in := range inputs() {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, named(t, name), in)))
			if err == nil {
				err = schema.Validate(value)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", name, kind, err)
			}
		}
		if err := schema.Validate(map[string]any{"source": 1}); err == nil {
			t.Errorf("%s: the schema allows anything", name)
		}
	}
}

// TestGitLabFingerprints: GitLab shows the first of those that have the same one, and no other.
func TestGitLabFingerprints(t *testing.T) {
	for name, in := range inputs() {
		in.Problems = append(in.Problems, in.Problems...)
		var issues []struct{ Fingerprint string }
		if err := json.Unmarshal([]byte(write(t, named(t, "gitlab"), in)), &issues); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, x := range issues {
			if seen[x.Fingerprint] {
				t.Errorf("%s: %s twice", name, x.Fingerprint)
			}
			seen[x.Fingerprint] = true
		}
	}
}

// TestSuggestions: a fix is one suggestion, whole and of the finding's own file, or none.
func TestSuggestions(t *testing.T) {
	const src = "package a\n\nvar x = f(1, 2)\n"
	at := strings.Index(src, "f(")
	edit := func(start, end int, text string) finding.Edit {
		return finding.Edit{File: "/m/a.go", Start: start, End: end, New: text}
	}
	other := finding.Edit{File: "/m/b.go", Start: 0, End: 1, New: "x"}
	for name, tt := range map[string]struct {
		fix  *finding.Fix
		want string // column, text, end column
	}{
		"one":         {&finding.Fix{Edits: []finding.Edit{edit(at, at+1, "g")}}, `3:9 "g" 3:10`},
		"two":         {&finding.Fix{Edits: []finding.Edit{edit(at+5, at+6, "3"), edit(at, at+1, "g")}}, `3:9 "g(1, 3" 3:15`},
		"insert":      {&finding.Fix{Edits: []finding.Edit{edit(10, 10, "import \"c\"\n")}}, `2:1 "import \"c\"\n" 2:1`},
		"manual":      {&finding.Fix{Manual: true, Edits: []finding.Edit{edit(at, at+1, "g")}}, ""},
		"other file":  {&finding.Fix{Edits: []finding.Edit{edit(at, at+1, "g"), other}}, ""},
		"overlapping": {&finding.Fix{Edits: []finding.Edit{edit(at, at+3, "g"), edit(at+1, at+2, "h")}}, ""},
		"beyond":      {&finding.Fix{Edits: []finding.Edit{edit(at, 999, "g")}}, ""},
		"empty":       {&finding.Fix{}, ""},
		"none":        {nil, ""},
	} {
		in := report.Input{Root: "/m", ReadFile: func(string) ([]byte, error) { return []byte(src), nil },
			Findings: []finding.Finding{{Code: "a/b", Message: "m", Location: loc("/m/a.go", 3, 9), Fix: tt.fix}}}
		type position struct{ Line, Column int }
		var doc struct {
			Diagnostics []struct {
				Suggestions []struct {
					Text  string
					Range struct{ Start, End position }
				}
			}
		}
		if err := json.Unmarshal([]byte(write(t, named(t, "rdjson"), in)), &doc); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range doc.Diagnostics[0].Suggestions {
			got += fmt.Sprintf("%d:%d %q %d:%d", s.Range.Start.Line, s.Range.Start.Column, s.Text, s.Range.End.Line, s.Range.End.Column)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// FuzzFormats: whatever stands in names and messages, each format stays what it is.
func FuzzFormats(f *testing.F) {
	for _, s := range []string{"a.go", "::error::x", "a|b`c`", "]]>", "\x00\xff\ufeff", "a,b:c%0A", "<td>&amp;", "\r\n", "𝕏", "../x", "C:\\x", "#1 @a"} {
		f.Add("/m/"+s, s, s)
	}
	f.Fuzz(func(t *testing.T, file, fn, message string) {
		in := report.Input{Root: "/m", Problems: []report.Problem{{Pkg: fn, Pos: file + ":1", Message: message}}, Warnings: []string{message},
			Findings: []finding.Finding{{Code: "a/b", Severity: finding.Error, Message: message, Location: loc(file, 1, 1),
				Trace: []trace.Step{{Func: fn, File: "x.go", Path: file, Line: 2, Note: message}}}}}
		for line := range strings.Lines(write(t, named(t, "github"), in)) {
			if !workflowCommand.MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("github: %q", line)
			}
		}
		for name, elements := range map[string]map[string]element{"checkstyle": checkstyleElements, "junit": junitElements} {
			top := map[string]string{"checkstyle": "checkstyle", "junit": "testsuites"}[name]
			if err := checkXML(write(t, named(t, name), in), top, elements); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, name := range []string{"gitlab", "rdjson", "sarif", "sarif-github"} {
			if !json.Valid([]byte(write(t, named(t, name), in))) {
				t.Errorf("%s is no JSON", name)
			}
		}
		out := write(t, named(t, "markdown"), in)
		if i := strings.Index(out, "\n| [<code>"); len(out) > 65536 || i < 0 && len(out) < 60000 {
			t.Errorf("markdown: %q", out)
		} else if i >= 0 {
			row, _, _ := strings.Cut(out[i+1:], "\n")
			if strings.Count(row, "|") != 3 || !strings.HasSuffix(row, " |") {
				t.Errorf("markdown: %q", row)
			}
		}
	})
}
