package doors_test

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/resilint/resilint/internal/doors"
)

func TestForVet(t *testing.T) {
	for _, yes := range []string{"-V=full", "-flags", "/tmp/vet.cfg", "-json /tmp/vet.cfg", "-json -checks=all /tmp/vet.cfg"} {
		if !doors.ForVet(strings.Fields(yes)) {
			t.Errorf("%q is not for go vet", yes)
		}
	}
	for _, no := range []string{"", "./...", "-version", "-V", "-V=full ./...", "-flags ./...", "-checks=all ./...", "explain a.cfg", "a b.cfg", "-f=.cfg"} {
		if doors.ForVet(strings.Fields(no)) {
			t.Errorf("%q is for go vet", no)
		}
	}
}

// load reads the test program once, with all that it imports, as drivers do for analyzers
// with facts.
func load(t *testing.T) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: filepath.Join("testdata", "mail"),
		Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")}, ".")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal(err)
	}
	return pkgs
}

// messages gives "file: code" of each diagnostic of the analyzers.
func messages(t *testing.T, all []*analysis.Analyzer, pkgs []*packages.Package) []string {
	t.Helper()
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
	graph, err := checker.Analyze(all, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Error(act.Err)
		}
		for _, d := range act.Diagnostics {
			_, code, _ := strings.Cut(strings.TrimSuffix(d.Message, ")"), " (")
			code = code[strings.LastIndex(code, "(")+1:]
			if strings.Contains(d.Message, "\n") || len(d.Related) > 0 {
				t.Errorf("a message of more than one line, or more places than one: %+v", d)
			}
			out = append(out, filepath.Base(pkgs[0].Fset.Position(d.Pos).Filename)+": "+code)
		}
	}
	slices.Sort(out)
	return out
}

func TestOptions(t *testing.T) {
	pkgs := load(t)
	for _, c := range []struct {
		name string
		o    doors.Options
		want []string
	}{
		{"default", doors.Options{}, []string{"mail.go: missingdeadline/noctx"}},
		{"low", doors.Options{Confidence: "low"}, []string{"mail.go: missingdeadline/noctx", "start.go: missingdeadline/noctx"}},
		{"another check", doors.Options{Checks: "sharedclient"}, nil},
		{"models", doors.Options{Models: []any{map[string]any{"kind": "outbound", "sym": "example.com/mail/httpx.Get", "ctx": 0,
			"dep": map[string]any{"arg": 1, "type": "string"}, "bound": []any{"ctx"}, "default_timeout": "none"}}},
			[]string{"mail.go: missingdeadline/noctx", "modelled.go: missingdeadline/background"}},
		{"nolint is left", doors.Options{LeaveNolint: true}, []string{"mail.go: missingdeadline/noctx", "nolint.go: missingdeadline/noctx"}},
	} {
		all, err := doors.New(c.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := messages(t, all, pkgs); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestVetFlags: flags count though they are read after the analyzers are made.
func TestVetFlags(t *testing.T) {
	fs := flag.NewFlagSet("vet", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	all := doors.Vet(fs)
	if err := fs.Parse([]string{"-checks=sharedclient", "-confidence=low"}); err != nil {
		t.Fatal(err)
	}
	if got := messages(t, all, load(t)); len(got) > 0 {
		t.Errorf("%q is not asked for", got)
	}
}
