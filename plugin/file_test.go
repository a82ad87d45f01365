package plugin_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// What the test program of package doors gives, by file. golangci-lint judges nolint.go.
var (
	byDefault = []string{"mail.go", "nolint.go"}
	low       = []string{"mail.go", "nolint.go", "start.go"}
	modelled  = []string{"mail.go", "modelled.go", "nolint.go"}
)

const model = "models:\n- {kind: outbound, sym: example.com/mail/httpx.Get, ctx: 0, dep: {arg: 1, type: string}, bound: [ctx], default_timeout: none}\n"

// settingsModel is model as golangci-lint decodes it, but for what default_timeout is.
func settingsModel(timeout string) map[string]any {
	return map[string]any{"models": []any{map[string]any{"kind": "outbound", "sym": "example.com/mail/httpx.Get", "ctx": 0,
		"dep": map[string]any{"arg": 1, "type": "string"}, "bound": []any{"ctx"}, "default_timeout": timeout}}}
}

// TestFile: a .resilint.yml counts for what the settings leave out, and may not contradict
// them. The plugin starts in the folder m/sub of the module m.
func TestFile(t *testing.T) {
	pkgs := load(t)
	checks := func(list ...any) map[string]any { return map[string]any{"checks": list} }
	for _, c := range []struct {
		name     string
		files    map[string]string
		settings any
		want     []string // files with a finding
		err      string
	}{
		{name: "absent", want: byDefault},
		{name: "only below the module's folder", files: map[string]string{"m/sub/.resilint.yml": "checks: sharedclient\n"}, want: byDefault},
		{name: "checks", files: map[string]string{"m/.resilint.yml": "checks: sharedclient\n"}},
		{name: "confidence", files: map[string]string{"m/.resilint.yml": "confidence: low\n"}, want: low},
		{name: "models", files: map[string]string{"m/.resilint.yml": model}, want: modelled},
		{name: "parent folder", files: map[string]string{".resilint.yaml": "confidence: low\n"}, want: low},
		{name: "the nearest", files: map[string]string{".resilint.yml": "checks: [\n", "m/.resilint.yml": "confidence: low\n"}, want: low},
		{name: "each says something", files: map[string]string{"m/.resilint.yml": model}, settings: checks("missingdeadline/noctx"), want: byDefault},
		{name: "what golangci-lint does itself", files: map[string]string{"m/.resilint.yml": "exclude: \"**\"\ntests: true\ntags: x\nrules: {missingdeadline: {severity: {all: info}}}\n"}, want: byDefault},

		{name: "the same checks", files: map[string]string{"m/.resilint.yml": "checks: sharedclient/*\n"}, settings: checks("sharedclient")},
		{name: "the same confidence", files: map[string]string{"m/.resilint.yml": "confidence: low\n"}, settings: map[string]any{"confidence": "low"}, want: low},
		{name: "the same models", files: map[string]string{"m/.resilint.yml": "# moved\n" + model}, settings: settingsModel("none"), want: modelled},

		{name: "other checks", files: map[string]string{"m/.resilint.yml": "version: 1\n\nchecks:\n- all\n"}, settings: checks("sharedclient"),
			err: "resilint: checks is set in .golangci.yml and in " + filepath.Join("..", ".resilint.yml") + ":3 to something else; keep it in one of them"},
		{name: "other confidence", files: map[string]string{".resilint.yml": "confidence: high\n"}, settings: map[string]any{"confidence": "low"},
			err: "resilint: confidence is set in .golangci.yml and in " + filepath.Join("..", "..", ".resilint.yml") + ":1 to something else"},
		{name: "other models", files: map[string]string{"m/.resilint.yml": model}, settings: settingsModel("5s"),
			err: "resilint: models is set in .golangci.yml and in " + filepath.Join("..", ".resilint.yml") + ":1 to something else"},
		{name: "other statements", files: map[string]string{"m/.resilint.yml": "stated:\n- {symbol: m/a.F, retry: {attempts: 3}}\n"},
			settings: map[string]any{"stated": []any{map[string]any{"symbol": "m/a.F", "retry": map[string]any{"attempts": 4}}}},
			err:      "resilint: stated is set in .golangci.yml and in " + filepath.Join("..", ".resilint.yml") + ":1 to something else"},
		{name: "malformed", files: map[string]string{"m/.resilint.yml": "version: 1\nchecks: [all\n"},
			err: "resilint: " + filepath.Join("..", ".resilint.yml") + ":2: not YAML: "},
		{name: "unknown key", files: map[string]string{"m/.resilint.yml": "version: 1\ncheck: all\n"},
			err: "resilint: " + filepath.Join("..", ".resilint.yml") + `:2: unknown key "check" in the file; write one of `},
		{name: "two files", files: map[string]string{"m/.resilint.yml": "", "m/.resilint.yaml": ""}, err: "resilint: two configurations in one folder, "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "m/go.mod", "module m\n")
			write(t, dir, "m/sub/sub.go", "package sub\n")
			for name, text := range c.files {
				write(t, dir, name, text)
			}
			t.Chdir(filepath.Join(dir, "m", "sub"))
			all, err := build(t, c.settings)
			if c.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), c.err) {
					t.Errorf("%v, want %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := found(t, all, pkgs); !slices.Equal(got, c.want) {
				t.Errorf("findings in %q, want %q", got, c.want)
			}
		})
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: filepath.Join("..", "internal", "doors", "testdata", "mail"),
		Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")}, ".")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal(err)
	}
	return pkgs
}

// found gives the files in which the analyzers find something.
func found(t *testing.T, all []*analysis.Analyzer, pkgs []*packages.Package) []string {
	t.Helper()
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
			out = append(out, filepath.Base(pkgs[0].Fset.Position(d.Pos).Filename))
		}
	}
	slices.Sort(out)
	return out
}
