package report_test

import (
	"errors"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// files are the sources of sample. Columns in them are easy to get wrong: letters of
// several bytes, one of two UTF-16 units, a byte order mark, carriage returns.
var files = map[string]string{
	"/m/svc/a.go":              "package svc\n\n\tx := `é` + f(ctx,\n\t\t\"second line\")\r\n",
	"/m/svc/sub/b.go":          "package sub\n",
	"/m/svc/größe/日本 #1%.go":   "\ufeffpackage größe // 𝕏 ends\n",
	"/m/store/store.go":        strings.Repeat("\n", 39) + "\t/* 𝕏 */ db.Query()\n",
	"/elsewhere/lib/client.go": strings.Repeat("\n", 6) + "\tgo run()\n",
}

func loc(file string, line, column int) finding.Location {
	return finding.Location{File: file, Line: line, Column: column}
}

// sample has what a format can meet: paths, a fix, low confidence, no path, text over
// several lines, files outside the root, names of Windows and in many letters, what is
// silenced and what could not be done.
func sample() report.Input {
	return report.Input{
		Dir:      "/m/svc",
		Root:     "/m",
		Version:  "v1.2.3",
		Rules:    sampleRules(),
		Findings: sampleFindings(),
		Silenced: []report.Silenced{{
			Finding: finding.Finding{
				Code: "waits/long", Severity: finding.Warning, Confidence: finding.High,
				Location: loc("/m/svc/a.go", 3, 2), End: loc("/m/svc/a.go", 3, 3), Message: "silenced",
			},
			By: []report.Comment{
				{Location: loc("/m/svc/a.go", 1, 1), End: loc("/m/svc/a.go", 1, 8), Reason: "behind a proxy"},
				{Location: loc("/m/svc/a.go", 3, 10), End: loc("/m/svc/a.go", 3, 12)},
			},
		}},
		Outdated: []string{"fixed: old/gone.go: old.Gone: a <wait> (waits/long), 2 times"},
		Known: []finding.Finding{{
			Code: "waits/forever", Severity: finding.Error, Confidence: finding.High,
			Location: loc("/m/store/store.go", 40, 13), Message: "long known",
		}},
		Baseline: ".resilint-baseline.yml",
		Problems: []report.Problem{
			{Pkg: "example.com/m/broken", Pos: "/m/broken/x.go:7:2", Message: "expected '}', found EOF"},
			{Message: "no place and no package"},
		},
		Warnings: []string{"cannot write the cache"},
		ReadFile: func(name string) ([]byte, error) {
			if text, ok := files[name]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("not there")
		},
	}
}

func sampleRules() []rule.Info {
	return []rule.Info{
		{
			Name: "waits",
			Doc: "Package waits finds waiting.\n\n# Kind forever\n\n# What it reports\n\nIt waits [for ever].\n\n" +
				"# Example\n\nLike so:\n\n\tselect {}\n\n# References\n\nhttps://pkg.go.dev/context\n\n# Kind long\n\nOther.\n",
			Kinds: []rule.Kind{
				{Name: "forever", Summary: "a wait without an end", Severity: finding.Error, Confidence: finding.High, Default: rule.On},
				{Name: "long", Summary: "a long wait", Severity: finding.Info, Confidence: finding.Low, Default: rule.Opt},
			},
		},
	}
}

func sampleFindings() []finding.Finding {
	return []finding.Finding{
		{
			Code: "waits/forever", Severity: finding.Error, Confidence: finding.High,
			Location: loc("/elsewhere/lib/client.go", 7, 2), Message: "outside the root, with [1](2) and {0} in it",
			Trace: []trace.Step{{Kind: trace.Make, Func: "lib.run", Pkg: "example.com/lib", File: "client.go",
				Path: "/elsewhere/lib/client.go", Line: 7, Col: 2, Note: "http.Transport"}},
		},
		{
			Code: "waits/forever", Severity: finding.Warning, Confidence: finding.High,
			Location: loc("/m/svc/a.go", 3, 14), End: loc("/m/svc/a.go", 4, 17),
			Message: "context.Background goes to sql.DB.Query with no deadline: svc.Sync → store.load[K] → sql.DB.Query; <add one>",
			Trace: []trace.Step{
				{Kind: trace.Root, Func: "svc.Sync", Pkg: "example.com/m/svc", File: "a.go", Path: "/m/svc/a.go", Line: 3, Col: 14, Note: "context.Background"},
				{Kind: trace.Call, Func: "svc.Sync", Pkg: "example.com/m/svc", File: "a.go", Path: "/m/svc/a.go", Line: 3, Col: 14, Note: "store.load[K]"},
				{Kind: trace.Use, Func: "mw.Log", Pkg: "example.com/gone", File: "mw.go", Line: 9, Col: 3},
				{Kind: trace.Outbound, Func: "store.load[K]", Pkg: "example.com/m/store", File: "store.go", Path: "/m/store/store.go", Line: 40, Col: 13, Note: "sql.DB.Query"},
			},
			Fix: &finding.Fix{Message: "add a deadline", Edits: []finding.Edit{
				{File: "/m/svc/a.go", Start: 28, End: 31, New: "short"},
				{File: "/m/svc/sub/b.go", Start: 12, End: 12, New: "\nimport \"context\"\n"},
				{File: "/m/svc/a.go", Start: 13, End: 13, New: "var a []int\n"},
			}},
		},
		{
			Code: "waits/long", Severity: finding.Warning, Confidence: finding.High,
			Location: loc("/m/svc/a.go", 3, 14), Message: "silenced",
		},
		{
			Code: "waits/long", Severity: finding.Error, Confidence: finding.Medium,
			Location: loc("/m/svc/größe/日本 #1%.go", 1, 28), End: loc("/m/svc/größe/日本 #1%.go", 1, 32),
			Message: "letters of several bytes before the column",
			Fix: &finding.Fix{Message: "rename it", Manual: true, Edits: []finding.Edit{
				{File: "/m/svc/größe/日本 #1%.go", Start: 3, End: 10, New: "package"}}},
		},
		{
			Code: "waits/long", Severity: finding.Error, Confidence: finding.Medium,
			Location: loc("/m/svc/sub/b.go", 99, 5), End: loc("/m/svc/sub/b.go", 100, 2), Message: "beyond the end of the file",
			Fix: &finding.Fix{Message: "cannot be", Edits: []finding.Edit{{File: "/m/svc/sub/b.go", Start: 50, End: 51}}},
		},
		{
			Code: "elsewhere/kind", Severity: finding.Info, Confidence: finding.Low,
			Location: loc(`c:\svc\ä b.go`, 3, 7), End: loc(`c:\svc\ä b.go`, 3, 9),
			Message: "a name of Windows, a rule that is not listed",
		},
	}
}
