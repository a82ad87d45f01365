package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/trace"
)

// TestMarkdownRows: whatever stands in names and messages, a row of a table has two cells, and
// only our own HTML is in it.
func TestMarkdownRows(t *testing.T) {
	rows := 0
	for line := range strings.Lines(write(t, named(t, "markdown"), hostile())) {
		if !strings.HasPrefix(line, "| [<code>") {
			continue
		}
		rows++
		if n := strings.Count(line, "|"); n != 3 {
			t.Fatalf("%d bars: %s", n, line)
		}
		bare := strings.NewReplacer("<code>", "", "</code>", "", "<details>", "", "</details>", "", "<summary>", "", "</summary>", "",
			"<br>", "", "<!-- -->", "", "https://pkg.go.dev", "").Replace(line)
		if i := strings.IndexAny(bare, "<>`*_\\@~$"); i >= 0 && bare[i] != '@' {
			t.Fatalf("%q in %s", bare[i], bare)
		}
		if strings.Contains(line, "http://") || strings.Contains(line, "@who") || strings.Contains(line, " #1") {
			t.Fatalf("it would lead elsewhere: %s", line)
		}
	}
	if rows != 40 {
		t.Errorf("%d rows", rows)
	}
}

// TestMarkdownIsBounded: GitHub takes 65,536 characters of a comment and 1 MiB of a summary.
// Paths go first, then findings, the least severe before others.
func TestMarkdownIsBounded(t *testing.T) {
	for _, n := range []int{0, 1, 100, 300, 20_000} {
		in := report.Input{Root: "/m"}
		for i := range n {
			f := finding.Finding{Code: "a/b", Severity: finding.Warning, Message: fmt.Sprintf("number %d of many", i), Location: loc("/m/a.go", i+1, 1)}
			if i == n-1 {
				f.Severity, f.Message = finding.Error, "the worst"
			}
			for range 8 {
				f.Trace = append(f.Trace, trace.Step{Kind: trace.Call, Func: "svc.a_function_with_a_name", File: "a.go", Path: "/m/a.go", Line: i})
			}
			in.Findings = append(in.Findings, f)
			in.Problems = append(in.Problems, report.Problem{Pkg: "p", Message: strings.Repeat("|", i)})
		}
		out := write(t, named(t, "markdown"), in)
		if len(out) > 65536 {
			t.Errorf("%d findings: %d bytes", n, len(out))
		}
		if n > 0 && !strings.Contains(out, "the worst") {
			t.Errorf("%d findings: the worst is left out", n)
		}
		if cut := strings.Contains(out, "left out: there is no room"); cut != (n >= 100) {
			t.Errorf("%d findings, cut %v", n, cut)
		}
		if n == 20_000 && !strings.Contains(out, fmt.Sprintf("%d findings and the paths of ", n-strings.Count(out, "| [<code>"))) {
			t.Errorf("it does not say how many are left out:\n%s", out[len(out)-500:])
		}
	}
	if strings.Contains(write(t, named(t, "markdown"), sample()), "no room") {
		t.Error("a few findings are cut")
	}
}
