package driver

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
)

// heard is what a run knows of its packages: from the go command, or without it.
type heard struct {
	pkgs     []*listed
	env      map[string]string
	keys     map[string]digest
	err      string
	commands int
}

// hear loads the packages as o says, and lets what is to be kept be written.
func hear(t *testing.T, o Options) heard {
	t.Helper()
	var mu sync.Mutex
	h := heard{}
	o.Analyzers = []*analysis.Analyzer{toy(nil)}
	o.asked = func([]string) {
		mu.Lock()
		defer mu.Unlock()
		h.commands++
	}
	r, err := load(context.Background(), o)
	if err != nil {
		h.err = err.Error()
		return h
	}
	r.background.Wait()
	h.pkgs, h.keys, h.env = r.listed, keysOf(r), map[string]string{}
	for _, name := range append(append([]string{"GOROOT", "GOMODCACHE", "GOCACHE"}, platformKeys...), cgoKeys...) {
		h.env[name] = r.env[name]
	}
	return h
}

// sameAsBare fails unless the run gives what one without a cache does.
func sameAsBare(t *testing.T, o Options) heard {
	t.Helper()
	got := hear(t, o)
	bare := o
	bare.NoCache = true
	want := hear(t, bare)
	ignore := cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "commands" }, cmp.Ignore())
	if d := cmp.Diff(want, got, cmp.AllowUnexported(heard{}), ignore); d != "" {
		t.Fatalf("with the cache it is another answer:\n%s", d)
	}
	if want.commands == 0 {
		t.Fatal("commands are not counted")
	}
	return got
}

func options(dir, cache string, env ...string) Options {
	return Options{Dir: dir, Patterns: []string{"./..."}, Env: environment(env...), CacheDir: cache}
}

// remembered is a module with what an answer may depend on.
func remembered(t *testing.T) string {
	return module(t,
		"m/go.mod", "module ex.com/m\n\ngo 1.26\n\nrequire example.org/lib v1.0.0\n\nreplace example.org/lib => ../lib\n",
		"m/a/a.go", "package a\n\nimport (\n\t\"ex.com/m/b\"\n\t\"example.org/lib\"\n)\n\nfunc A() { b.B(); lib.L() }\n",
		"m/a/a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestA(*testing.T) {}\n",
		"m/b/b.go", "package b\n\nfunc B() {}\n",
		"m/b/other.go", "//go:build special\n\npackage b\n\nimport _ \"ex.com/m/c\"\n",
		"m/c/c.go", "package c\n\nimport _ \"embed\"\n\n//go:embed data/*.txt\nvar text string\n",
		"m/c/data/x.txt", "x",
		"m/onlytests/x_test.go", "package onlytests\n",
		"m/docs/readme.txt", "hello",
		"lib/go.mod", "module example.org/lib\n\ngo 1.26\n",
		"lib/lib.go", "package lib\n\nimport _ \"strings\"\n\nfunc L() {}\n",
		"lib/more/more.go", "package more\n")
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, dir, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(dir, filepath.FromSlash(from)), filepath.Join(dir, filepath.FromSlash(to))); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// appendTo appends text to a file.
func appendTo(t *testing.T, dir, name, text string) {
	t.Helper()
	write(t, dir, name, read(t, dir, name)+text)
}

// A change is what happens between two runs. The go command is asked after it, or is not.
type change struct {
	name  string
	asked bool
	do    func(t *testing.T, dir string, o *Options)
}

// file is a change of a file, "-" for one that is removed.
func file(name, file, text string) change {
	return change{name, true, func(t *testing.T, dir string, _ *Options) {
		if text == "-" {
			remove(t, dir, file)
			return
		}
		write(t, dir, file, text)
	}}
}

func setting(env string) change {
	return change{env, true, func(_ *testing.T, _ string, o *Options) { o.Env = append(o.Env, env) }}
}

func unasked(c change) change {
	c.asked = false
	return c
}

// changes lists what makes an answer stale, and what does not.
var changes = []change{
	unasked(change{name: "nothing", do: func(*testing.T, string, *Options) {}}),
	unasked(file("body", "m/b/b.go", "package b\n\nfunc B() { _ = 1 }\n\n// Two is new.\nfunc Two() {}\n")),
	unasked(file("body of a test", "m/a/a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestA(*testing.T) { A() }\n")),
	unasked(file("body in a replaced module", "lib/lib.go", "package lib\n\nimport _ \"strings\"\n\nfunc L() { _ = 1 }\n")),
	unasked(file("a file that is no source", "m/docs/other.txt", "x")),
	unasked(file("contents of what is embedded", "m/c/data/x.txt", "another")),
	file("new file", "m/b/new.go", "package b\n"),
	file("new file of tests", "m/b/new_test.go", "package b\n"),
	file("new file in assembler", "m/b/new.s", ""),
	file("removed file", "m/b/other.go", "-"),
	file("removed package", "m/c", "-"),
	file("new folder", "m/d/d.go", "package d\n"),
	file("new folder of test data that is imported", "m/testdata/d/d.go", "package d\n"),
	change{"renamed file", true, func(t *testing.T, dir string, _ *Options) { rename(t, dir, "m/b/b.go", "m/b/b_windows.go") }},
	change{"renamed folder", true, func(t *testing.T, dir string, _ *Options) { rename(t, dir, "m/c", "m/z") }},
	file("build constraint", "m/b/other.go", "//go:build !special\n\npackage b\n\nimport _ \"ex.com/m/c\"\n"),
	file("import", "m/b/b.go", "package b\n\nimport _ \"ex.com/m/c\"\n\nfunc B() {}\n"),
	file("import in a test", "m/a/a_test.go", "package a\n\nimport _ \"ex.com/m/c\"\n"),
	file("package clause", "m/b/b.go", "package other\n\nfunc B() {}\n"),
	file("syntax", "m/b/b.go", "package b\n\nimport \n\nfunc B() {}\n"),
	file("embed directive", "m/c/c.go", "package c\n\nimport _ \"embed\"\n\n//go:embed data/*.json\nvar text string\n"),
	file("file to embed", "m/c/data/y.txt", "y"),
	file("embedded file removed", "m/c/data/x.txt", "-"),
	file("module of its own", "m/c/go.mod", "module ex.com/m/c\n"),
	file("module of its own in what is embedded", "m/c/data/go.mod", "module data\n"),
	file("language version", "m/go.mod", "module ex.com/m\n\ngo 1.25\n\nrequire example.org/lib v1.0.0\n\nreplace example.org/lib => ../lib\n"),
	file("requirement", "m/go.mod", "module ex.com/m\n\ngo 1.26\n\nrequire example.org/lib v1.0.0\nrequire example.org/gone v1.0.0\n\nreplace example.org/lib => ../lib\n"),
	file("no replacement", "m/go.mod", "module ex.com/m\n\ngo 1.26\n\nrequire example.org/lib v1.0.0\n"),
	file("go.sum", "m/go.sum", "example.org/x v1.0.0/go.mod h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"),
	file("go.work in a parent", "go.work", "go 1.26\n\nuse (\n\t./m\n\t./lib\n)\n"),
	file("go.work", "m/go.work", "go 1.26\n\nuse .\n"),
	file("replaced module", "lib/lib.go", "package lib\n\nimport _ \"errors\"\n\nfunc L() {}\n"),
	file("go.mod of a replaced module", "lib/go.mod", "module example.org/lib\n\ngo 1.25\n"),
	file("replaced module is gone", "lib", "-"),
	file("new package in a replaced module", "lib/new/new.go", "package new\n"),
	file("vendor", "m/vendor/modules.txt", "# example.org/lib v1.0.0 => ../lib\n## explicit; go 1.26\nexample.org/lib\n# example.org/lib => ../lib\n"),
	file("profile of a command", "m/b/default.pgo", ""),
	file("go.mod in GOPATH", "gopath/go.mod", "module x\n"),
	setting("GOOS=windows"), setting("GOARCH=arm64"), setting("CGO_ENABLED=0"), setting("GOFLAGS=-tags=special"),
	setting("GOFLAGS=-mod=mod"), setting("GOEXPERIMENT=nodwarf5"), setting("CC=other"), setting("GOWORK=off"), setting("PATH=/nowhere"),
	change{"tags", true, func(_ *testing.T, _ string, o *Options) { o.Tags = "special" }},
	change{"tests", true, func(_ *testing.T, _ string, o *Options) { o.Tests = true }},
	change{"patterns", true, func(_ *testing.T, _ string, o *Options) { o.Patterns = []string{"./a"} }},
	change{"folder", true, func(_ *testing.T, _ string, o *Options) { o.Dir = filepath.Join(o.Dir, "a") }},
	change{"salt", true, func(_ *testing.T, _ string, o *Options) { o.Salt = "other" }},
	change{"no cache", true, func(_ *testing.T, _ string, o *Options) { o.CacheDir = "off" }},
	change{"overlay", true, func(t *testing.T, _ string, o *Options) {
		o.Overlay = overlay(t, o.Dir, "b/b.go", "package b\n\nfunc B() {}\n")
	}},
	file("go env -w", "config/go/env", "GOFLAGS=-tags=special\n"),
	change{"a file that is a link", true, func(t *testing.T, dir string, _ *Options) {
		rename(t, dir, "m/b/b.go", "b.go")
		symlink(t, filepath.Join(dir, "b.go"), filepath.Join(dir, "m", "b", "b.go"))
	}},
	change{"a folder that is a link", true, func(t *testing.T, dir string, _ *Options) {
		symlink(t, filepath.Join(dir, "lib"), filepath.Join(dir, "m", "link"))
	}},
	unasked(change{name: "behind the link of before", do: func(t *testing.T, dir string, _ *Options) {
		write(t, dir, "elsewhere/e.go", "package other\n")
	}}),
	change{"a link to a folder among files that are no source", true, func(t *testing.T, dir string, _ *Options) {
		symlink(t, filepath.Join(dir, "lib"), filepath.Join(dir, "m", "docs", "link"))
	}},
	change{"import through a link", true, func(t *testing.T, dir string, _ *Options) {
		symlink(t, filepath.Join(dir, "lib"), filepath.Join(dir, "m", "link"))
		write(t, dir, "m/b/b.go", "package b\n\nimport _ \"ex.com/m/link\"\n")
	}},
	change{"a file that cannot be read", true, func(t *testing.T, dir string, _ *Options) {
		if os.Geteuid() == 0 || runtime.GOOS == "windows" {
			t.Skip("all files can be read")
		}
		if err := os.Chmod(filepath.Join(dir, "m", "b", "b.go"), 0); err != nil {
			t.Fatal(err)
		}
	}},
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skip("no symbolic links: ", err)
	}
}

// TestRemember: the answer of the go command is used again where nothing has changed that
// it depends on, and only there.
func TestRemember(t *testing.T) {
	cache := t.TempDir()
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := remembered(t)
			if c.name == "behind the link of before" {
				write(t, dir, "elsewhere/e.go", "package elsewhere\n")
				symlink(t, filepath.Join(dir, "elsewhere"), filepath.Join(dir, "m", "link"))
			}
			o := options(filepath.Join(dir, "m"), cache, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"), "GOPATH="+filepath.Join(dir, "gopath"),
				"AppData="+filepath.Join(dir, "config"))
			if c.name == "go env -w" && runtime.GOOS == "darwin" {
				t.Skip("the folder cannot be chosen")
			}
			if h := hear(t, o); h.commands != 2 || h.err != "" {
				t.Fatalf("%d commands at first, %s", h.commands, h.err)
			}
			if h := sameAsBare(t, o); h.commands != 0 {
				t.Fatalf("%d commands where nothing had changed", h.commands)
			}
			c.do(t, dir, &o)
			h := sameAsBare(t, o)
			if c.asked != (h.commands > 0) {
				t.Errorf("%d commands", h.commands)
			}
			sameAsBare(t, o) // what was kept now, if anything was
		})
	}
}

// TestRememberBack: the answers of two states do not get mixed up.
func TestRememberBack(t *testing.T) {
	dir := remembered(t)
	o := options(filepath.Join(dir, "m"), filepath.Join(dir, "cache"))
	one, two := "package b\n\nfunc B() {}\n", "package b\n\nimport _ \"os\"\n\nfunc B() {}\n"
	for i, text := range []string{one, two, one, two} {
		write(t, dir, "m/b/b.go", text)
		if h := sameAsBare(t, o); (h.commands == 0) != (i > 1) {
			t.Errorf("%d: %d commands", i, h.commands)
		}
	}
}

// installation makes a Go installation that is the real one but for its go command, which is a copy.
func installation(t *testing.T) (dir, program string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs symbolic links")
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	from := strings.TrimSpace(string(out))
	dir, err = filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"src", "pkg", "lib", "go.env", "VERSION"} {
		symlink(t, filepath.Join(from, name), filepath.Join(dir, name))
	}
	data, err := os.ReadFile(filepath.Join(from, "bin", "go"))
	if err != nil {
		t.Skip("the go command lies elsewhere: ", err)
	}
	program = filepath.Join(dir, "bin", "go")
	write(t, dir, "bin/go", string(data))
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, program
}

// TestRememberWithoutGo: where nothing has changed, or only a body, a run starts no command:
// it gives the whole answer where the go command has come to be one that does not work.
func TestRememberWithoutGo(t *testing.T) {
	root, program := installation(t)
	t.Setenv("PATH", filepath.Join(root, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("GOROOT", "")
	dir := remembered(t)
	run := func(o *Options) {
		*o = options(filepath.Join(dir, "m"), filepath.Join(dir, "cache"))
		o.Analyzers = []*analysis.Analyzer{toy(nil)}
	}
	want := show(dir, runIn(t, dir, run))
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	stub := append([]byte("#!/bin/sh\nexit 3\n"), bytes.Repeat([]byte("\n"), int(info.Size())-17)...)
	write(t, root, "bin/go", string(stub))
	if err := os.Chtimes(program, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, show(dir, runIn(t, dir, run))); d != "" {
		t.Error(d)
	}
	appendTo(t, dir, "m/a/a.go", "\nfunc More() {}\n")
	wantLines(t, show(dir, runIn(t, dir, run)), "m/a/a.go:10 More")
	// Another go command is asked again.
	later := info.ModTime().Add(time.Second)
	if err := os.Chtimes(program, later, later); err != nil {
		t.Fatal(err)
	}
	o := Options{}
	run(&o)
	if res, err := Run(context.Background(), o); err == nil {
		t.Errorf("another go command was not asked: %+v", res.Stats)
	}
}
