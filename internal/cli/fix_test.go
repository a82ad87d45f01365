package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
)

// TestFix: what is shown is fixed, what is left is told, and the answer after that counts.
func TestFix(t *testing.T) {
	const src = "package a\n\nvar x = 1\n"
	file := filepath.Join(t.TempDir(), "a.go")
	link := filepath.Join(filepath.Dir(file), "link.go")
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	at := func(code, name, text string, confidence finding.Confidence) finding.Finding {
		i := strings.Index(src, "1")
		return finding.Finding{Code: code, Confidence: confidence, Message: "found", Location: finding.Location{File: name, Line: 3, Column: 9},
			Fix: &finding.Fix{Message: "write " + text, Edits: []finding.Edit{{File: name, Start: i, End: i + 1, New: text}}}}
	}
	for _, test := range []struct {
		name     string
		args     []string
		findings []finding.Finding
		code     int    // where nothing is found afterwards
		text     string // of the file
		asked    int    // how often the driver runs
		stderr   []string
	}{
		{"fixed", []string{"-fix"}, []finding.Finding{at("waits/a", file, "2", finding.High)}, exitClean, "2", 2,
			[]string{"fixed: FILE:3:9: write 2 (waits/a)", "fixed 1 finding in 1 file"}},
		{"the first wins", []string{"-fix"}, []finding.Finding{at("waits/a", file, "3", finding.High), at("shares/a", file, "2", finding.High)}, exitClean, "2", 2,
			[]string{"fixed: FILE:3:9: write 2 (shares/a)", "not fixed: FILE:3:9: write 3 (waits/a): it overlaps another fix; run again", "fixed 1 finding in 1 file"}},
		{"not shown", []string{"-fix"}, []finding.Finding{at("waits/a", file, "2", finding.Low)}, exitClean, "1", 1, nil},
		{"not asked for", []string{"-fix", "-checks", "shares"}, []finding.Finding{at("waits/a", file, "2", finding.High)}, exitClean, "1", 1, nil},
		{"changed", []string{"-fix"}, []finding.Finding{at("waits/a", file+"x", "2", finding.High)}, exitFindings, "1", 1,
			[]string{"not fixed: FILEx:3:9: write 2 (waits/a): lstat FILEx: no such file or directory"}},
		{"no fix", []string{"-fix"}, []finding.Finding{{Code: "waits/a", Confidence: finding.High}}, exitFindings, "1", 1, nil},
		{"not written", []string{"-fix"}, []finding.Finding{at("waits/a", file, "2", finding.High), at("waits/a", link, "3", finding.High)}, exitTrouble, "2", 2,
			[]string{"LINK: the file has changed since it was analysed; run again", "fixed: FILE:3:9: write 2 (waits/a)", "fixed 1 finding in 1 file"}},
		{"diff", []string{"-diff"}, []finding.Finding{at("waits/a", file, "2", finding.High)}, exitFindings, "1", 1, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256([]byte(src))
			var out, errs bytes.Buffer
			asked := 0
			tool := tool{
				Env:   Env{Stdout: &out, Stderr: &errs},
				rules: testRules,
				run: func(context.Context, driver.Options) (*driver.Result, error) {
					if asked++; asked > 1 {
						return &driver.Result{}, nil
					}
					return &driver.Result{Set: finding.Set{Findings: test.findings}, Sums: map[string][sha256.Size]byte{file: sum, link: sum}}, nil
				},
			}
			code := tool.main(context.Background(), append(test.args, "-C", t.TempDir()))
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if code != test.code || asked != test.asked || string(text) != strings.Replace(src, "1", test.text, 1) {
				t.Errorf("exit %d, asked %d times, %q", code, asked, text)
			}
			want := ""
			for _, line := range test.stderr {
				want += "resilint: " + strings.NewReplacer("FILE", file, "LINK", link).Replace(line) + "\n"
			}
			if errs.String() != want {
				t.Errorf("stderr\n%swant\n%s", &errs, want)
			}
			if diff := strings.Contains(out.String(), "\n-var x = 1\n+var x = 2\n"); diff != (test.args[0] == "-diff") {
				t.Errorf("stdout %s", &out)
			}
		})
	}
}
