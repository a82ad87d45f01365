package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/report"
)

func TestGolden(t *testing.T) {
	verbose := sample()
	verbose.Verbose = true
	nothing := report.Input{Root: "/m", Version: "(devel)"}
	for _, f := range report.Formats() {
		for kind, in := range map[string]report.Input{"": sample(), "-verbose": verbose, "-nothing": nothing} {
			name := f.Name() + kind
			t.Run(name, func(t *testing.T) { golden.Equal(t, filepath.Join("testdata", name+".golden"), write(t, f, in)) })
		}
	}
}

// TestEveryFormatHasAGolden: a format that is in the list is tested, and no golden file
// outlives its format.
func TestEveryFormatHasAGolden(t *testing.T) {
	want := map[string]bool{}
	for _, f := range report.Formats() {
		for _, kind := range []string{"", "-verbose", "-nothing"} {
			want[f.Name()+kind+".golden"] = true
		}
		if f.Summary() == "" {
			t.Errorf("%s says nothing of itself", f.Name())
		}
		if g, ok := report.Lookup(f.Name()); !ok || g != f {
			t.Errorf("Lookup(%q) gives another format: is the name there twice?", f.Name())
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.golden"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := filepath.Base(file); !want[name] {
			t.Errorf("%s belongs to no format", file)
		} else {
			delete(want, name)
		}
	}
	for name := range want {
		t.Errorf("testdata/%s is missing: go test -update writes it", name)
	}
}

func write(t *testing.T, f report.Format, in report.Input) string {
	t.Helper()
	var out bytes.Buffer
	if err := f.Write(&out, in); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSameBytesTwice(t *testing.T) {
	for _, f := range report.Formats() {
		if first, second := write(t, f, sample()), write(t, f, sample()); first != second {
			t.Errorf("%s: %s", f.Name(), cmp.Diff(first, second))
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrors(t *testing.T) {
	for _, f := range report.Formats() {
		if err := f.Write(full{}, sample()); err == nil {
			t.Errorf("%s: a failed write gave no error", f.Name())
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

// TestSilencingRenamesNothing: a comment on the first of two equal findings leaves the
// second its fingerprint, in every format that has one.
func TestSilencingRenamesNothing(t *testing.T) {
	first := finding.Finding{Code: "a/b", Message: "m", Location: loc("/m/a.go", 1, 1)}
	second := first
	second.Location.Line = 2
	both := report.Input{Findings: []finding.Finding{first, second}}
	want := report.Fingerprints(both.Findings)[1]
	one := report.Input{Findings: []finding.Finding{second}, Silenced: []report.Silenced{{Finding: first}}}
	for _, name := range []string{"json", "sarif"} {
		f, _ := report.Lookup(name)
		if got := write(t, f, one); !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("%s has no %s:\n%s", name, want, got)
		}
	}
}
