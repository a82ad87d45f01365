package driver

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
)

// overlay makes one of files (name, contents by turns; "-" for one that is not there) of dir.
func overlay(t *testing.T, dir string, files ...string) *Overlay {
	t.Helper()
	tmp := t.TempDir()
	replace := map[string]string{}
	for i := 0; i+1 < len(files); i += 2 {
		name := filepath.Join(dir, filepath.FromSlash(files[i]))
		if files[i+1] == "-" {
			replace[name] = ""
			continue
		}
		write(t, tmp, files[i], files[i+1])
		replace[name] = filepath.Join(tmp, filepath.FromSlash(files[i]))
	}
	o, err := NewOverlay(replace, filepath.Join(tmp, "overlay.json"))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// keys gives the keys of the module's packages.
func keys(t *testing.T, o Options) map[string]digest {
	t.Helper()
	o.Patterns, o.Env, o.NoCache = []string{"./..."}, environment(), true
	o.Analyzers = []*analysis.Analyzer{toy(nil)}
	r, err := load(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return keysOf(r)
}

func keysOf(r *run) map[string]digest {
	out := map[string]digest{}
	for _, n := range r.own {
		out[n.meta.ImportPath] = n.key
	}
	return out
}

const embeds = "package a\n\nimport _ \"embed\"\n\n//go:embed p.json\nvar policy string\n"

// TestOverlayKeys: under an overlay packages have the keys that they have where the files
// stand in another folder, so that the answer is in the cache.
func TestOverlayKeys(t *testing.T) {
	then := []string{"go.mod", "module m\n\ngo 1.25\n", "a/a.go", embeds, "a/p.json", "{}", "b/b.go", "package b\n",
		"gone/g.go", "package gone\n\nimport _ \"m/b\"\n", "c/c.go", "package c\n\nimport _ \"m/a\"\n"}
	now := []string{"go.mod", "module m\n\ngo 1.26\n", "a/a.go", embeds + "\nvar x int\n", "a/p.json", "[]", "b/b.go", "package b\n",
		"come/g.go", "package come\n", "c/c.go", "package c\n\nimport _ \"m/a\"\n", "c/d.go", "package c\n"}
	dir := module(t, now...)
	o := overlay(t, dir, append(then, "come/g.go", "-", "c/d.go", "-")...)
	want := keys(t, Options{Dir: module(t, then...)})
	if len(want) != 4 {
		t.Fatalf("%d packages", len(want))
	}
	if d := cmp.Diff(want, keys(t, Options{Dir: dir, Overlay: o})); d != "" {
		t.Error(d)
	}
	if maps.Equal(want, keys(t, Options{Dir: dir})) {
		t.Error("the keys do not depend on the contents")
	}
}

func TestOverlayRead(t *testing.T) {
	dir := module(t, "a.go", "package a\n", "b.go", "package b\n", "c.go", "package c\n")
	o := overlay(t, dir, "a.go", "package then\n", "b.go", "-")
	for name, want := range map[string]string{"a.go": "package then\n", "b.go": "", "c.go": "package c\n"} {
		data, err := o.ReadFile(filepath.Join(dir, ".", name))
		if string(data) != want || (want == "") != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	var none *Overlay
	if data, err := none.ReadFile(filepath.Join(dir, "a.go")); err != nil || string(data) != "package a\n" {
		t.Errorf("%q, %v", data, err)
	}
}

// TestRunBoth: both sides have the answers that they have by themselves, and the side of
// old costs what the two do not have in common.
func TestRunBoth(t *testing.T) {
	base := []string{"go.mod", "module m\n\ngo 1.26\n", "a/a.go", "package a\n\nfunc A() {}\n",
		"b/b.go", "package b\n\nimport \"m/a\"\n\nfunc B() { a.A() }\n", "c/c.go", "package c\n\nfunc C() {}\n"}
	for _, test := range []struct {
		name    string
		changes []string // what was
		then    int      // packages analysed on the old side
	}{
		{"body", []string{"a/a.go", "package a\n\nfunc A() { A2() }\n\nfunc A2() {}\n"}, 2},
		{"imports", []string{"b/b.go", "package b\n\nfunc B() {}\n\nfunc Old() {}\n"}, 1},
		{"package that is gone", []string{"d/d.go", "package d\n\nfunc D() {}\n"}, 1},
		{"package that is new", []string{"c/c.go", "-"}, 0},
		{"nothing was there", []string{"a/a.go", "-", "b/b.go", "-", "c/c.go", "-"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := module(t, base...)
			options := func(o Options) Options {
				o.Dir, o.Patterns, o.Env = dir, []string{"./..."}, environment()
				o.Analyzers = []*analysis.Analyzer{toy(nil)}
				return o
			}
			cache := t.TempDir()
			o := overlay(t, dir, test.changes...)
			now, then, err := RunBoth(context.Background(), options(Options{CacheDir: cache}), as(options(Options{CacheDir: cache, Overlay: o})))
			if err != nil {
				t.Fatal(err)
			}
			if then.Stats.Analysed != test.then {
				t.Errorf("%d packages analysed as they were, want %d", then.Stats.Analysed, test.then)
			}
			alone, err := Run(context.Background(), options(Options{NoCache: true}))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(show(dir, alone), show(dir, now)); d != "" {
				t.Error(d)
			}
			was := module(t, was(base, test.changes)...)
			if then.Stats.Packages == 0 {
				if got := show(dir, then); got != "" {
					t.Error(got)
				}
				return
			}
			if d := cmp.Diff(show(was, runIn(t, was, nil)), show(dir, then)); d != "" {
				t.Error(d)
			}
		})
	}
}

func as(o Options) func(context.Context) (*Options, error) {
	return func(context.Context) (*Options, error) { return &o, nil }
}

// was lays changes over files.
func was(base, changes []string) []string {
	files := map[string]string{}
	for _, list := range [][]string{base, changes} {
		for i := 0; i+1 < len(list); i += 2 {
			files[list[i]] = list[i+1]
		}
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if files[name] != "-" {
			out = append(out, name, files[name])
		}
	}
	return out
}

func TestKeepsGraph(t *testing.T) {
	dir := module(t, "a.go", "// Package a.\npackage a\n\nimport \"fmt\"\n\nfunc A() { fmt.Println() }\n", "x.json", "{}")
	for _, test := range []struct {
		was  string
		want bool
	}{
		{"package a\n\nimport \"fmt\"\n\nvar _ = fmt.Print\n", true},
		{"package a\n\nimport \"os\"\n\nvar _ = os.Args\n", false},
		{"package b\n\nimport \"fmt\"\n\nvar _ = fmt.Print\n", false},
		{"//go:build linux\n\npackage a\n\nimport \"fmt\"\n\nvar _ = fmt.Print\n", false},
		{"package a\n\nimport \"C\"\n", false},
		{"package a\n\nimport (\n", false},
		{"-", false},
	} {
		if got := overlay(t, dir, "a.go", test.was).keepsGraph(); got != test.want {
			t.Errorf("%q: %v", test.was, got)
		}
	}
	if overlay(t, dir, "x.json", "[]").keepsGraph() || overlay(t, dir, "b.go", "package a\n").keepsGraph() {
		t.Error("a file of another kind, or one that is not there now, keeps the graph")
	}
}

func TestRunBothErrors(t *testing.T) {
	dir := module(t, "go.mod", "module m\n\ngo 1.26\n", "a.go", "package a\n")
	o := func(over *Overlay, patterns ...string) Options {
		return Options{Dir: dir, Patterns: patterns, Env: environment(), NoCache: true, Overlay: over, Analyzers: []*analysis.Analyzer{toy(nil)}}
	}
	broken := overlay(t, dir, "go.mod", "what is this\n")
	_, _, err := RunBoth(context.Background(), o(nil, "./..."), as(o(broken, "./...")))
	var then *ThenError
	if !errors.As(err, &then) {
		t.Errorf("%v", err)
	}
	_, _, err = RunBoth(context.Background(), o(nil, "./nosuch"), as(o(broken, "./...")))
	if err == nil || errors.As(err, &then) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err = RunBoth(ctx, o(nil, "./..."), as(o(broken, "./..."))); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestReads(t *testing.T) {
	for name, want := range map[string]bool{"a/b.go": true, "go.mod": true, "x/go.sum": true, "vendor/modules.txt": true,
		"m/vendor/modules.txt": true, "modules.txt": false, "a.s": true, "p.json": true, "a.md": false, ".resilint.yml": false, "go": false} {
		if Reads(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
