package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/trace"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sample has what a format can meet: a path, a fix, no path, a file in another folder,
// a tab and wide letters before the column.
func sample() report.Input {
	loc := func(file string, line, column int) finding.Location {
		return finding.Location{File: file, Line: line, Column: column}
	}
	return report.Input{
		Dir: "/m/svc",
		Findings: []finding.Finding{
			{
				Code: "missingdeadline/background", Severity: finding.Warning, Confidence: finding.High,
				Location: loc("/m/svc/a.go", 3, 14), End: loc("/m/svc/a.go", 3, 15),
				Message: "Sync → store.load → (*sql.DB).QueryContext can wait for ever: <no deadline>",
				Trace: []trace.Step{
					{Kind: trace.Root, Func: "Sync", Pkg: "example.com/m/svc", File: "a.go", Line: 3, Col: 14, Note: "context.Background"},
					{Kind: trace.Outbound, Pkg: "example.com/m/store", File: "store.go", Line: 40, Col: 2},
				},
				Fix: &finding.Fix{Message: "add a deadline", Edits: []finding.Edit{{File: "/m/svc/a.go", Start: 20, End: 25, New: "ctx"}}},
			},
			{
				Code: "sharedclient/default", Severity: finding.Error, Confidence: finding.Medium,
				Location: loc("/m/svc/sub/b.go", 99, 1), Message: "beyond the end of the file",
			},
			{
				Code: "suppress/unused", Severity: finding.Warning, Confidence: finding.High,
				Location: loc("/other/c.go", 1, 1), Message: "no such file",
			},
		},
		ReadFile: func(name string) ([]byte, error) {
			if strings.HasPrefix(name, "/m/") {
				return []byte("package svc\n\n\tx := `é` + f(ctx)\r\n"), nil
			}
			return nil, errors.New("not there")
		},
	}
}

func TestGolden(t *testing.T) {
	for _, f := range report.Formats() {
		for _, verbose := range []bool{false, true} {
			name := f.Name
			if verbose {
				name += "-verbose"
			}
			t.Run(name, func(t *testing.T) {
				in := sample()
				in.Verbose = verbose
				var out bytes.Buffer
				if err := f.Write(&out, in); err != nil {
					t.Fatal(err)
				}
				golden(t, name, out.String())
			})
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (go test -update writes it):\n%s", file, d)
	}
}

func TestNothingFoundWritesNothing(t *testing.T) {
	for _, f := range report.Formats() {
		var out bytes.Buffer
		if err := f.Write(&out, report.Input{}); err != nil || out.Len() > 0 {
			t.Errorf("%s: %q, %v", f.Name, out.String(), err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrors(t *testing.T) {
	for _, f := range report.Formats() {
		if err := f.Write(full{}, sample()); err == nil {
			t.Errorf("%s: a failed write gave no error", f.Name)
		}
	}
}

func TestFingerprints(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module m\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	at := func(dir string, line int, message string) finding.Finding {
		return finding.Finding{Code: "a/b", Message: message,
			Location: finding.Location{File: filepath.Join(dir, "x", "a.go"), Line: line}}
	}
	base := report.Fingerprints([]finding.Finding{at(root, 1, "m"), at(root, 2, "m"), at(root, 3, "n")})
	moved := report.Fingerprints([]finding.Finding{at(root, 11, "m"), at(root, 12, "m"), at(root, 13, "n")})
	if d := cmp.Diff(base, moved); d != "" {
		t.Error("fingerprints change with the line:", d)
	}
	if base[0] == base[1] || base[0] == base[2] {
		t.Errorf("fingerprints are not distinct: %q", base)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "go.mod"), []byte("module m\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := report.Fingerprints([]finding.Finding{at(other, 1, "m")}); got[0] != base[0] {
		t.Error("fingerprints change with the folder of the module")
	}
}

func TestJSONIsOneObjectALine(t *testing.T) {
	f, ok := report.Lookup("json")
	if !ok {
		t.Fatal("no json")
	}
	var out bytes.Buffer
	if err := f.Write(&out, sample()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != len(sample().Findings) {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}
