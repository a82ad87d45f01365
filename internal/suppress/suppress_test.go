package suppress_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/suppress"
)

var codes = []string{"missingdeadline/background", "missingdeadline/server", "sharedclient/default",
	"suppress/unused", "suppress/reason"}

func at(line int) finding.Location { return finding.Location{File: "/m/a.go", Line: line, Column: 2} }

func directive(text string, from, to int) finding.Directive {
	return finding.Directive{Location: at(from), Text: text, From: from, To: to}
}

// apply runs one finding at line 5 through one directive that covers lines from to to.
func apply(code, text string, from, to int, c suppress.Config) []string {
	c.Codes = codes
	if c.Enabled == nil {
		c.Enabled = func(string) bool { return true }
	}
	set := &finding.Set{Directives: []finding.Directive{directive(text, from, to)}}
	if code != "" {
		set.Findings = []finding.Finding{{Code: code, Location: at(5), Message: "found"}}
	}
	var got []string
	for _, f := range suppress.Apply(set, c) {
		got = append(got, f.Code+": "+f.Message)
	}
	return got
}

func TestSilences(t *testing.T) {
	const server = "missingdeadline/server"
	tests := []struct {
		text     string
		silences bool
	}{
		{"//lint:ignore missingdeadline/server why", true},
		{"//lint:ignore missingdeadline why not", true},
		{"//lint:ignore missingdeadline/* why", true},
		{"//lint:ignore */server why", true},
		{"//lint:ignore resilint why", true},
		{"//lint:ignore SA1019,MissingDeadline/Server why", true},
		{"//lint:ignore * why", true},
		{"//lint:ignore missingdeadline/background why", false},
		{"//lint:ignore SA1019 why", false},
		{"//lint:ignore M* why", false},
		{"//lint:ignore missingdeadline/server", false},
		{"//lint:ignore", false},
		{"//lint:other missingdeadline/server why", false},
		{"//nolint", true},
		{"//nolint // why", true},
		{"//nolint:all", true},
		{"//nolint:resilint", true},
		{"//nolint:errcheck,resilint // why", true},
		{"// nolint:missingdeadline // why", true},
		{"//nolint:errcheck", false},
		{"//nolint:errcheck // not resilint", false},
	}
	for _, test := range tests {
		got := strings.Join(apply(server, test.text, 5, 5, suppress.Config{}), "\n")
		if silenced := !strings.Contains(got, server+": found"); silenced != test.silences {
			t.Errorf("%s: silenced = %v, got:\n%s", test.text, silenced, got)
		}
		if other := apply(server, test.text, 6, 6, suppress.Config{}); !strings.Contains(strings.Join(other, "\n"), server) {
			t.Errorf("%s: silences a line that it does not cover", test.text)
		}
	}
}

func TestJudged(t *testing.T) {
	const (
		unused   = "suppress/unused: %s matches no finding: remove it, or move it to the finding's line"
		noReason = "suppress/reason: //nolint says no reason: write it after a second //"
	)
	only := func(want string) suppress.Config {
		return suppress.Config{Enabled: func(code string) bool { return code == want }}
	}
	tests := []struct {
		text   string
		config suppress.Config
		want   []string
	}{
		{"//lint:ignore missingdeadline/server why", suppress.Config{}, []string{fmt.Sprintf(unused, "//lint:ignore")}},
		{"//nolint:resilint // why", suppress.Config{}, []string{fmt.Sprintf(unused, "//nolint")}},
		{"//nolint:sharedclient // why", suppress.Config{}, []string{fmt.Sprintf(unused, "//nolint")}},
		{"//nolint:resilint", suppress.Config{}, []string{noReason}},
		{"//lint:file-ignore resilint", suppress.Config{},
			[]string{"suppress/reason: //lint:file-ignore says no reason, so it silences nothing: write it after the codes"}},
		{"//lint:ignore missingdeadline/serve why", suppress.Config{},
			[]string{"suppress/unused: //lint:ignore names missingdeadline/serve, which is no check"}},
		// Not ours, or not to be judged.
		{"//lint:ignore SA1019 why", suppress.Config{}, nil},
		{"//lint:ignore SA1019", suppress.Config{}, nil},
		{"//lint:ignore * why", suppress.Config{}, nil},
		{"//lint:file-ignore resilint why", suppress.Config{}, nil},
		{"//nolint", suppress.Config{}, nil},
		{"//nolint:all", suppress.Config{}, nil},
		{"//nolint:errcheck", suppress.Config{}, nil},
		{"//lint:ignore missingdeadline/server why", suppress.Config{Partial: true}, nil},
		{"//lint:ignore missingdeadline/server why", only("sharedclient/default"), nil},
		{"//lint:ignore missingdeadline why", only("missingdeadline/background"), []string{fmt.Sprintf(unused, "//lint:ignore")}},
	}
	for _, test := range tests {
		if d := cmp.Diff(test.want, apply("", test.text, 5, 5, test.config)); d != "" {
			t.Errorf("%s:\n%s", test.text, d)
		}
	}
	if got := apply("missingdeadline/server", "//nolint:resilint", 5, 5, suppress.Config{}); !cmp.Equal(got, []string{noReason}) {
		t.Errorf("a nolint that is used and says no reason: %q", got)
	}
}

func TestApplyToMany(t *testing.T) {
	set := &finding.Set{
		Findings: []finding.Finding{
			{Code: "sharedclient/default", Location: at(9), Message: "stays"},
			{Code: "missingdeadline/server", Location: at(3), Message: "goes"},
			{Code: "missingdeadline/server", Location: finding.Location{File: "/m/b.go", Line: 3}, Message: "another file"},
		},
		Directives: []finding.Directive{
			// Twice, as a package and its test variant bring it.
			directive("//lint:ignore missingdeadline/background old", 12, 12),
			directive("//lint:ignore missingdeadline/background old", 12, 12),
			{Location: at(1), Text: "//lint:file-ignore missingdeadline why", From: 1, To: math.MaxInt32},
		},
	}
	got := suppress.Apply(set, suppress.Config{Codes: codes, Enabled: func(string) bool { return true }})
	var lines []string
	for _, f := range got {
		lines = append(lines, fmt.Sprintf("%s:%d %s", f.Location.File, f.Location.Line, f.Code))
	}
	want := []string{"/m/a.go:9 sharedclient/default", "/m/a.go:12 suppress/unused", "/m/b.go:3 missingdeadline/server"}
	if d := cmp.Diff(want, lines); d != "" {
		t.Error(d)
	}
}

func TestSplitKeepsWhatIsSilenced(t *testing.T) {
	set := &finding.Set{
		Findings: []finding.Finding{
			{Code: "missingdeadline/server", Location: at(9), Message: "second"},
			{Code: "sharedclient/default", Location: at(5), Message: "stays"},
			{Code: "missingdeadline/server", Location: at(5), Message: "first"},
		},
		Directives: []finding.Directive{
			directive("//lint:ignore missingdeadline/server behind  a proxy", 5, 5),
			directive("//nolint:missingdeadline // it is behind a proxy ", 5, 9),
			directive("//nolint:missingdeadline", 9, 9),
		},
	}
	left, silenced := suppress.Split(set, suppress.Config{Codes: codes})
	var got []string
	for _, f := range left {
		got = append(got, f.Code)
	}
	for _, s := range silenced {
		for _, c := range s.By {
			got = append(got, fmt.Sprintf("%s by %d:%d-%d %q", s.Message, c.Location.Line, c.Location.Column, c.End.Column, c.Reason))
		}
	}
	want := []string{
		"sharedclient/default",
		"suppress/reason",
		`first by 5:2-54 "behind a proxy"`,
		`first by 5:2-51 "it is behind a proxy"`,
		`second by 5:2-51 "it is behind a proxy"`,
		`second by 9:2-26 ""`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func FuzzDirective(f *testing.F) {
	for _, s := range []string{"//lint:ignore a/b why", "//lint:", "//nolint:a,, // x", "//nolint:[/] // x", "//lint:ignore [/ x", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first := apply("missingdeadline/server", text, 5, 5, suppress.Config{})
		if d := cmp.Diff(first, apply("missingdeadline/server", text, 5, 5, suppress.Config{})); d != "" {
			t.Error(d)
		}
	})
}
