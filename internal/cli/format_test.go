package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
)

// TestSARIF: the document has what is shown, what a comment silences, what could not be
// done and every rule; the other formats do without what is silenced.
func TestSARIF(t *testing.T) {
	res := found("waits/a high", "waits/a low", "waits/a medium", "shares/a high")
	for line := 2; line <= 3; line++ {
		res.Set.Directives = append(res.Set.Directives, finding.Directive{
			Location: finding.Location{File: "/m/a.go", Line: line, Column: 9},
			Text:     "//nolint:resilint // a good reason", From: line, To: line,
		})
	}
	res.Problems = []driver.Problem{{Pkg: "m/x", Message: "undefined: y"}}
	res.Warnings = []string{"no cache"}
	code, stdout, stderr, _ := exec(t, res, nil, "-f", "sarif", "-C", t.TempDir(), "-checks", "-shares")
	if code != exitTrouble || !strings.Contains(stderr, "undefined: y") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	var doc struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Invocations []struct {
				ExecutionSuccessful        bool
				ToolExecutionNotifications []struct{ Message struct{ Text string } }
			}
			Results []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct{ Region struct{ StartLine int } }
				}
				Suppressions []struct{ Justification string }
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
		t.Fatal(err)
	}
	run := doc.Runs[0]
	var got []string
	for _, r := range run.Tool.Driver.Rules {
		got = append(got, r.ID)
	}
	for _, r := range run.Results {
		line := r.RuleID + " " + string(rune('0'+r.Locations[0].PhysicalLocation.Region.StartLine))
		for _, s := range r.Suppressions {
			line += " " + s.Justification
		}
		got = append(got, line)
	}
	for _, n := range run.Invocations[0].ToolExecutionNotifications {
		got = append(got, n.Message.Text)
	}
	want := []string{
		"waits/a", "waits/b", "waits/c", "shares/a", "suppress/unused", "suppress/reason",
		"waits/a 1", "waits/a 3 a good reason", // that of low confidence was not asked for
		"undefined: y", "no cache",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if run.Invocations[0].ExecutionSuccessful {
		t.Error("a run with a problem counts as a success")
	}
	if _, stdout, _, _ := exec(t, res, nil, "-f", "json", "-checks", "-shares"); strings.Count(stdout, "\n") != 1 {
		t.Errorf("json shows what is silenced: %s", stdout)
	}
}

func TestSourceRoot(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "a", "b", "c")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if got, _ := holding(dir, []string{".git"}, isThere); got != "" {
		t.Skipf("the folder for temporary files lies in a repository: %s", got)
	}
	if got := sourceRoot(dir); got != dir {
		t.Errorf("of a folder in nothing: %s", got)
	}
	mark := func(parts ...string) {
		if err := os.WriteFile(filepath.Join(append([]string{top}, parts...)...), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mark("a", "b", "go.mod")
	if got, want := sourceRoot(dir), filepath.Join(top, "a", "b"); got != want {
		t.Errorf("of a module: %s, want %s", got, want)
	}
	mark("a", ".git") // a file in a work tree beside the first
	if got, want := sourceRoot(dir), filepath.Join(top, "a"); got != want {
		t.Errorf("of a repository: %s, want %s", got, want)
	}
	t.Chdir(dir)
	if got, want := sourceRoot(""), filepath.Join(top, "a"); got != want {
		t.Errorf("of the current folder: %s, want %s", got, want)
	}
	if got, want := sourceRoot(".."), filepath.Join(top, "a"); got != want {
		t.Errorf("of a relative folder: %s, want %s", got, want)
	}
}
