package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
)

// testRules are two rules that find nothing: what is found comes from the fake driver.
func testRules(analyzers.Config) []analyzers.Rule {
	mk := func(name string, kinds ...rule.Kind) analyzers.Rule {
		return analyzers.Rule{
			Info: rule.Info{Name: name, Doc: "Package " + name + " is a demo.\n\n# Kind a\n\nAbout a.\n\n# Kind b\n\nAbout b.\n", Kinds: kinds},
			New:  func() *analysis.Analyzer { return &analysis.Analyzer{Name: name} },
		}
	}
	kind := func(name string, d rule.Default) rule.Kind {
		return rule.Kind{Name: name, Summary: "it " + name + "s", Severity: finding.Warning, Confidence: finding.High, Default: d}
	}
	return []analyzers.Rule{
		mk("waits", kind("a", rule.On), kind("b", rule.Low), kind("c", rule.Opt)),
		mk("shares", kind("a", rule.On)),
	}
}

// exec runs the command with a driver that answers res and err, and keeps what the
// driver was asked.
func exec(t *testing.T, res *driver.Result, err error, args ...string) (code int, stdout, stderr string, asked driver.Options) {
	t.Helper()
	var out, errs bytes.Buffer
	tool := tool{
		Env:   Env{Stdout: &out, Stderr: &errs, Vars: []string{"RESILINT_CACHE=/cache/of/env"}},
		rules: testRules,
		run: func(_ context.Context, o driver.Options) (*driver.Result, error) {
			asked = o
			return res, err
		},
	}
	code = tool.main(context.Background(), args)
	return code, out.String(), errs.String(), asked
}

// found is an answer with a finding for each "code confidence".
func found(codes ...string) *driver.Result {
	res := &driver.Result{Stats: driver.Stats{Packages: 1}}
	for i, s := range codes {
		code, confidence, _ := strings.Cut(s, " ")
		res.Set.Findings = append(res.Set.Findings, finding.Finding{
			Code: code, Confidence: finding.Confidence(confidence), Message: "found",
			Location: finding.Location{File: "/m/a.go", Line: i + 1, Column: 1},
		})
	}
	return res
}

func TestWhatIsShown(t *testing.T) {
	all := []string{"waits/a high", "waits/a low", "waits/b low", "waits/c medium", "shares/a medium"}
	tests := []struct {
		args []string
		want []string // lines of the findings shown
	}{
		{nil, []string{"1", "5"}},
		{[]string{"-confidence", "high"}, []string{"1"}},
		{[]string{"-confidence", "low"}, []string{"1", "2", "3", "5"}},
		{[]string{"-checks", "all"}, []string{"1", "4", "5"}},
		{[]string{"-checks", "all,-waits"}, []string{"5"}},
		{[]string{"-checks", "-shares/a"}, []string{"1"}},
		{[]string{"-checks", "default,-waits"}, []string{"5"}},
		{[]string{"-checks", "Waits/C , shares"}, []string{"4", "5"}},
		{[]string{"-checks", "w*"}, []string{"1", "4"}},
		{[]string{"-checks", "*/a"}, []string{"1", "5"}},
		{[]string{"-checks", "waits/b"}, nil},
	}
	for _, test := range tests {
		code, stdout, stderr, _ := exec(t, found(all...), nil, test.args...)
		var got []string
		for line := range strings.Lines(stdout) {
			got = append(got, strings.Split(line, ":")[1])
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%q: %s", test.args, d)
		}
		wantCode := exitFindings
		if len(test.want) == 0 {
			wantCode = exitClean
		}
		if code != wantCode || stderr != "" {
			t.Errorf("%q: exit %d, stderr %q", test.args, code, stderr)
		}
	}
}

func TestTrouble(t *testing.T) {
	broken := found("waits/a high")
	broken.Problems = []driver.Problem{
		{Pkg: "m/x", Pos: "x.go:1:2", Message: "undefined: y"},
		{Pkg: "m/x", Message: "more"},
		{Pkg: "m/z", Message: "no such package"},
	}
	tests := []struct {
		name           string
		res            *driver.Result
		err            error
		args           []string
		stdout, stderr string // parts
	}{
		{"nothing could be done", nil, errors.New("no go command"), nil, "", "resilint: no go command\n"},
		{"the rest is still told", broken, nil, nil, "/m/a.go:1:1: found (waits/a)\n",
			"resilint: m/x: x.go:1:2: undefined: y\nresilint: m/x: more\nresilint: m/z: no such package\n" +
				"resilint: the answer is not whole: 2 packages were skipped or analysed in part\n"},
		{"mistyped command", nil, errors.New("package basline is not in std"), []string{"basline"}, "", `resilint: there is no command "basline"; did you mean baseline?`},
		{"mistyped command, and packages", broken, nil, []string{"mpa", "./..."}, "/m/a.go:1:1: found (waits/a)\n", `resilint: there is no command "mpa"; did you mean map?`},
		{"unknown check", found(), nil, []string{"-checks", "wait/a"}, "", `resilint: unknown check "wait/a": did you mean waits/a`},
		{"unknown check, nothing near", found(), nil, []string{"-checks", "qqqqqqqqqq"}, "", "resilint -list shows them all"},
		{"empty check", found(), nil, []string{"-checks", ""}, "", `unknown check ""`},
		{"unknown flag", found(), nil, []string{"-nope"}, "", "Usage:"},
		{"unknown format", found(), nil, []string{"-f", "xml"}, "", `unknown format "xml"`},
		{"unknown confidence", found(), nil, []string{"-confidence", "certain"}, "", `unknown confidence "certain"`},
		{"flag after a package", found(), nil, []string{"./...", "-v"}, "", "flag -v must stand before the packages"},
		{"explain nothing", found(), nil, []string{"explain"}, "", "explain takes one code"},
		{"explain unknown", found(), nil, []string{"explain", "waits/z"}, "", "did you mean waits/a or waits/b or waits/c?"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code, stdout, stderr, _ := exec(t, test.res, test.err, test.args...)
			if code != exitTrouble {
				t.Errorf("exit %d", code)
			}
			if stdout != test.stdout {
				t.Errorf("stdout %q", stdout)
			}
			if !strings.Contains(stderr, test.stderr) {
				t.Errorf("stderr %q has no %q", stderr, test.stderr)
			}
		})
	}
}

func TestWarningsAreNoTrouble(t *testing.T) {
	res := found()
	res.Warnings = []string{"the cache cannot be written"}
	code, stdout, stderr, _ := exec(t, res, nil)
	if code != exitClean || stdout != "" || stderr != "resilint: warning: the cache cannot be written\n" {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestDriverOptions(t *testing.T) {
	_, _, _, asked := exec(t, found(), nil, "-C", "/m", "-tests", "-tags", "a,b", "-checks", "shares", "./x", "./y")
	var names []string
	for _, a := range asked.Analyzers {
		names = append(names, a.Name)
	}
	if d := cmp.Diff([]string{"directives", "statements", "waits", "shares"}, names); d != "" {
		t.Error("all rules run, whatever is asked for:", d)
	}
	if asked.Dir != "/m" || !asked.Tests || asked.Tags != "a,b" || !slices.Equal(asked.Patterns, []string{"./x", "./y"}) {
		t.Errorf("asked %+v", asked)
	}
	if asked.Salt == "" || asked.CacheDir != "/cache/of/env" || asked.NoCache {
		t.Errorf("salt %q, cache %q, %v", asked.Salt, asked.CacheDir, asked.NoCache)
	}
	if _, _, _, asked = exec(t, found(), nil, "-cache", "/x"); asked.CacheDir != "/x" {
		t.Errorf("-cache loses to the environment: %q", asked.CacheDir)
	}
	if _, _, _, asked = exec(t, found(), nil, "-cache", "off"); !asked.NoCache || asked.CacheDir != "" {
		t.Errorf("-cache off: %+v", asked)
	}
	if d := cmp.Diff([]string{"."}, asked.Patterns); d != "" {
		t.Error("no packages given:", d)
	}
}

func TestSuppressionIsUsedByWhatIsNotShown(t *testing.T) {
	res := found("waits/a low")
	res.Set.Directives = []finding.Directive{{
		Location: finding.Location{File: "/m/a.go", Line: 1, Column: 9},
		Text:     "//lint:ignore waits/a why", From: 1, To: 1,
	}}
	if code, stdout, _, _ := exec(t, res, nil); code != exitClean {
		t.Errorf("exit %d: %s", code, stdout)
	}
}

func TestListAndExplain(t *testing.T) {
	_, stdout, _, _ := exec(t, nil, nil, "-list")
	want := `waits/a          on   warning  it as
waits/b          low  warning  it bs
waits/c          opt  warning  it cs
shares/a         on   warning  it as
suppress/unused  on   warning  a comment that silences nothing
suppress/reason  on   info     a comment that silences without saying why
`
	if d := cmp.Diff(want, stdout); d != "" {
		t.Error(d)
	}
	_, stdout, _, _ = exec(t, nil, nil, "explain", "waits/b")
	want = `waits/b: it bs
    severity warning, confidence high, default low

About b.
`
	if d := cmp.Diff(want, stdout); d != "" {
		t.Error(d)
	}
	_, stdout, _, _ = exec(t, nil, nil, "explain", "waits")
	for _, part := range []string{"waits/a:", "waits/c:", "is a demo", "resilint explain waits/a"} {
		if !strings.Contains(stdout, part) {
			t.Errorf("explain waits has no %q:\n%s", part, stdout)
		}
	}
}

func TestHelpAndVersion(t *testing.T) {
	if code, stdout, stderr, _ := exec(t, nil, nil, "-h"); code != exitClean || !strings.Contains(stdout, "-checks LIST") || stderr != "" {
		t.Errorf("-h: exit %d, %q, %q", code, stdout, stderr)
	}
	if code, stdout, stderr, _ := exec(t, nil, nil, "help"); code != exitClean || !strings.Contains(stdout, "-checks LIST") || stderr != "" {
		t.Errorf("help: exit %d, %q, %q", code, stdout, stderr)
	}
	for _, command := range []string{"explain", "config", "completion", "size", "map", "baseline"} {
		if code, stdout, stderr, _ := exec(t, nil, nil, command, "-h"); code != exitClean || !strings.HasPrefix(stdout, "resilint "+command) || stderr != "" {
			t.Errorf("%s -h: exit %d, %q, %q", command, code, stdout, stderr)
		}
	}
	if code, stdout, _, _ := exec(t, nil, nil, "-version"); code != exitClean || !strings.HasPrefix(stdout, "resilint ") {
		t.Errorf("-version: exit %d, %q", code, stdout)
	}
}

func TestProgress(t *testing.T) {
	name := filepath.Join(t.TempDir(), "stderr")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) || isTerminal(&bytes.Buffer{}) {
		t.Error("a file is taken for a terminal")
	}
	var b bytes.Buffer
	p := progress{w: &b} // long since started
	p.update(3, 9)
	p.update(4, 9) // too soon after
	p.clear()
	if want := "\r\x1b[Kresilint: 3 of 9 packages\r\x1b[K"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
}
