package driver

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
)

// TestNarrow: of packages whose answer is known those are loaded that the types of a changed
// one lead to, by whatever way, and no others; and the answer is that of a run without a cache.
func TestNarrow(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\n",
		"leaf/leaf.go", "package main\n\nimport (\n\t\"ex.com/m/a\"\n\t\"ex.com/m/off\"\n)\n\n"+
			"func main() { a.New().B.Method(); a.X.F(); a.Y.M(); a.Z.M(); var g a.G[int]; g.P.M(); off.Off(); a.I.Do(nil) }\n",
		"a/a.go", "package a\n\nimport (\n\tother \"ex.com/m/b\"\n\t\"ex.com/m/c\"\n\t. \"ex.com/m/dot\"\n\t\"ex.com/m/emb\"\n\t\"ex.com/m/heavy\"\n\t\"ex.com/m/param\"\n\t_ \"ex.com/m/side\"\n)\n\n"+
			"type T struct{ B other.B }\n\nfunc New() *T { heavy.Heavy(); return &T{} }\n\nvar X = c.Make()\n\nvar Y struct{ emb.E }\n\nvar Z Dotted\n\n"+
			"type G[T any] struct{ P param.P[T] }\n\nvar I interface{ Do(*named.N) }\n",
		"a/second.go", "package a\n\nimport (\n\t\"ex.com/m/heavy\"\n\t\"net/http\"\n)\n\nfunc second() { heavy.Heavy(); _ = http.DefaultClient }\n",
		"b/b.go", "package b\n\nimport \"ex.com/m/heavy\"\n\ntype B struct{}\n\nfunc (B) Method() { heavy.Heavy() }\n",
		"c/c.go", "package c\n\nimport (\n\t\"ex.com/m/d\"\n\t\"io\"\n\t\"os\"\n)\n\nvar File *os.File\n\nfunc use(r io.Reader) {}\n\nfunc Make() d.D { return d.D{} }\n",
		"d/d.go", "package d\n\nimport \"ex.com/m/heavy\"\n\ntype D struct{}\n\nfunc (D) F() { heavy.Heavy() }\n",
		"dot/dot.go", "package dot\n\ntype Dotted struct{}\n\nfunc (Dotted) M() {}\n",
		"emb/emb.go", "package emb\n\ntype E struct{}\n\nfunc (E) M() {}\n",
		"param/param.go", "package param\n\ntype P[T any] struct{ v T }\n\nfunc (P[T]) M() {}\n",
		"heavy/heavy.go", "package heavy\n\nimport (\n\t\"ex.com/m/deep\"\n\t\"io/fs\"\n)\n\nfunc Heavy() { deep.Deep(); _ = fs.ErrExist }\n",
		"deep/deep.go", "package deep\n\nfunc Deep() {}\n",
		"side/side.go", "package side\n",
		"off/off.go", "package off\n\nimport \"ex.com/m/deep\"\n\n// Off has deep in its name only: deep.Deep\nfunc Off() { deep.Deep() }\n",
		"named-n/n.go", "package named\n\ntype N struct{}\n")
	a := read(t, dir, "a/a.go")
	write(t, dir, "a/a.go", strings.Replace(a, "\t_ \"ex.com/m/side\"\n", "\t_ \"ex.com/m/side\"\n\t\"ex.com/m/named-n\"\n", 1))
	cache := filepath.Join(t.TempDir(), "cache")
	run := func(o *Options) { o.CacheDir = cache }
	if got := show(dir, runIn(t, dir, run)); strings.Contains(got, "problem") {
		t.Fatal(got)
	}
	appendTo(t, dir, "leaf/leaf.go", "\nfunc more() {}\n")

	r, err := load(context.Background(), Options{Dir: dir, Patterns: []string{"./..."}, Env: environment(),
		Analyzers: []*analysis.Analyzer{toy(nil)}, CacheDir: cache})
	if err != nil {
		t.Fatal(err)
	}
	r.lookUp()
	var loaded []string
	need := r.needed()
	out := r.newOutside(need)
	out.open()
	for _, n := range r.narrow(need, out) {
		loaded = append(loaded, strings.TrimPrefix(n.path, "ex.com/m/"))
	}
	out.close()
	// os and io are named, io/fs is what types of os lead to.
	var read []string
	for _, n := range out.direct {
		if n.pkg != nil && n.pkg.Complete() {
			read = append(read, n.path)
		}
	}
	slices.Sort(read)
	if d := cmp.Diff([]string{"io", "io/fs", "os"}, read); d != "" || out.failed {
		t.Errorf("read from the cache:\n%s", d)
	}
	slices.Sort(loaded)
	if d := cmp.Diff([]string{"a", "b", "c", "d", "dot", "emb", "leaf", "named-n", "off", "param"}, loaded); d != "" {
		t.Errorf("loaded:\n%s", d)
	}
	want := show(dir, runIn(t, dir, func(o *Options) { o.NoCache = true }))
	if d := cmp.Diff(want, show(dir, runIn(t, dir, run))); d != "" {
		t.Errorf("another answer than without a cache:\n%s", d)
	}
}

// TestNarrowLostAnswer: where the cache has lost the answer for a package in the middle, all
// that lies between is loaded.
func TestNarrowLostAnswer(t *testing.T) {
	dir := chain(t)
	cache := filepath.Join(t.TempDir(), "cache")
	o := Options{Dir: dir, Patterns: []string{"./..."}, Env: environment(), Analyzers: []*analysis.Analyzer{toy(nil)}, CacheDir: cache}
	want, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, lost := range [][]string{{"c"}, {"a", "c"}, {"b"}} {
		r, err := load(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range lost {
			r.byPath["ex.com/m/"+name].key[0] ^= 1 // which the cache does not have
		}
		got, err := r.answer(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(show(dir, want), show(dir, got)); d != "" {
			t.Errorf("without the answer for %v:\n%s", lost, d)
		}
	}
}
