package driver

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// editor makes random edits of a module.
type editor struct {
	t   *testing.T
	dir string
	rnd *rand.Rand
	was []map[string]string // earlier states
}

// files gives what the module is made of.
func (e *editor) files() map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(e.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(e.dir, name)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
	return out
}

func (e *editor) pick(of ...string) string { return of[e.rnd.IntN(len(of))] }

func (e *editor) pkg() string { return e.pick("a", "b", "c", "c/d", "testdata/t", "_u", "c/vendor/v") }

// source is a Go file of the package, of any kind.
func (e *editor) source(pkg string) string {
	var b strings.Builder
	b.WriteString(e.pick("", "", "// Copyright.\n\n", "//go:build linux\n\n", "//go:build !linux\n\n", "//go:build special\n\n"))
	b.WriteString("package " + e.pick(filepath.Base(pkg), filepath.Base(pkg), filepath.Base(pkg), filepath.Base(pkg), "main", "other") + e.pick("\n", "\n", "; ", " // import \"x\"\n"))
	for range e.rnd.IntN(3) {
		b.WriteString("import " + e.pick("_ ", "", ". ") + "\"" + e.pick("os", "ex.com/m/"+e.pkg(), "example.org/r", "embed", "C", "fmt") + "\"\n")
	}
	b.WriteString(e.pick("", "// comment\n", "/* import \"os\" */\n", "import (\n)\n"))
	for range e.rnd.IntN(3) {
		fmt.Fprintf(&b, "func F%d() { _ = `import \"os\"` }\n", e.rnd.IntN(1000))
	}
	if e.rnd.IntN(3) == 0 {
		b.WriteString("//go:embed " + e.pick("*.txt", "x.txt", "all:d", "gone") + "\nvar x string\n")
	}
	return b.String()
}

// edit makes one edit, and says what it is.
func (e *editor) edit() string {
	pkg := e.pkg()
	file := pkg + "/" + e.pick("x.go", "y.go", "y_windows.go", "x_test.go", ".z.go")
	put := func(name, text string) string {
		write(e.t, e.dir, name, text)
		return "write " + name + ":\n" + text
	}
	switch e.rnd.IntN(15) {
	case 0, 1, 2:
		return put(file, e.source(pkg))
	case 3, 4, 5: // a body
		for _, f := range []string{"a/a.go", "b/b.go", "c/c.go", file} {
			if _, err := os.Stat(filepath.Join(e.dir, f)); err == nil && e.rnd.IntN(2) == 0 {
				return put(f, read(e.t, e.dir, f)+fmt.Sprintf("\nfunc G%d() {}\n", e.rnd.IntN(1000)))
			}
		}
		return "nothing"
	case 6:
		remove(e.t, e.dir, file)
		return "remove " + file
	case 7:
		if e.rnd.IntN(3) > 0 {
			return "nothing"
		}
		remove(e.t, e.dir, pkg)
		return "remove " + pkg
	case 8:
		return put(pkg+"/"+e.pick("x.txt", "d/x.txt", "x.c", "x.s", "x.h"), e.pick("", "x", "//go:build linux\n"))
	case 9:
		if name := e.pick(pkg, "r") + "/go.mod"; e.rnd.IntN(2) == 0 {
			remove(e.t, e.dir, name)
			return "remove " + name
		} else if name != "r/go.mod" {
			return put(name, "module ex.com/other\n")
		}
		return put("r/go.mod", "module example.org/r\ngo 1."+e.pick("24", "25")+"\n")
	case 10:
		return put("r/r.go", "package r\n\nimport _ \""+e.pick("os", "strings", "ex.com/m/a")+"\"\n")
	case 11:
		return put("go.mod", "module ex.com/m\ngo 1."+e.pick("24", "25", "26")+"\nrequire example.org/r v1.0.0\nreplace example.org/r => ./r\n")
	}
	if e.rnd.IntN(2) == 0 || len(e.was) == 0 {
		e.was = append(e.was, e.files())
		return "remember"
	}
	return e.back()
}

// back brings an earlier state again.
func (e *editor) back() string {
	files := e.was[e.rnd.IntN(len(e.was))]
	for name := range e.files() {
		if _, ok := files[name]; !ok {
			remove(e.t, e.dir, name)
		}
	}
	for name, text := range files {
		write(e.t, e.dir, name, text)
	}
	return "back"
}

// TestRememberRandom: after any edit the answer is the one that the go command gives.
func TestRememberRandom(t *testing.T) {
	seeds, steps := uint64(4), 30
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			e := &editor{t: t, rnd: rand.New(rand.NewPCG(seed, 1)), dir: module(t,
				"go.mod", "module ex.com/m\ngo 1.26\nrequire example.org/r v1.0.0\nreplace example.org/r => ./r\n",
				"a/a.go", "package a\n\nimport _ \"ex.com/m/b\"\n\nfunc A() {}\n",
				"b/b.go", "package b\n\nimport _ \"example.org/r\"\n\nfunc B() {}\n",
				"c/c.go", "package c\n\nfunc C() {}\n",
				"r/go.mod", "module example.org/r\ngo 1.26\n", "r/r.go", "package r\n")}
			e.was = append(e.was, e.files())
			o := options(e.dir, filepath.Join(t.TempDir(), "cache"), "CGO_ENABLED=0")
			o.Tests = seed%2 == 1
			known := 0
			for range steps {
				t.Log(e.edit())
				h := sameAsBare(t, o)
				if h.commands == 0 {
					known++
				} else if h.err != "" || e.rnd.IntN(4) == 0 {
					t.Log(e.back())
				}
			}
			if t.Logf("%d of %d answers were known", known, steps); known == 0 {
				t.Error("the go command was asked each time")
			}
		})
	}
}
