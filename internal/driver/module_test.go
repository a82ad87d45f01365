package driver

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestBrokenPackage(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nimport \"ex.com/m/b\"\n\nfunc A() { b.B() }\n",
		"b/b.go", "package b\n\nimport \"ex.com/m/c\"\n\nfunc B() { c.C(); undefined() }\n",
		"c/c.go", "package c\n\nfunc C() {}\n",
		"d/d.go", "package d\n\nfunc D( {\n",
		"e/e.go", "package e\n\nimport \"os\"\n\nfunc E() {}\n")
	for _, state := range []string{"cold", "warm"} {
		got := show(dir, runIn(t, dir, func(o *Options) { o.CacheDir = dir + "/.cache" }))
		wantLines(t, got,
			"a/a.go:5 A 0 []", // its importer has lost a fact, not its voice
			"c/c.go:3 C 0 []",
			"problem ex.com/m/b b/b.go:5:19: undefined: undefined\n",
			"problem ex.com/m/d d/d.go:3:9: ",
			"e/e.go:5 E 0 []", // an import too many takes nothing from the types
			"problem ex.com/m/e e/e.go:3:8: \"os\" imported and not used\n")
		if strings.Contains(got, "b/b.go:5 B") || t.Failed() {
			t.Fatalf("%s:\n%s", state, got)
		}
	}
}

func TestMissingImport(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nimport \"example.org/missing\"\n\nfunc A() { missing.X() }\n",
		"b/b.go", "package b\n\nfunc B() {}\n")
	got := show(dir, runIn(t, dir, nil))
	wantLines(t, got, "b/b.go:3 B 0 []",
		"problem ex.com/m/a a/a.go:3:8: could not import example.org/missing (no required module provides package example.org/missing",
		"problem example.org/missing a/a.go:3:8: no required module provides package example.org/missing")
}

func TestManyErrorsAreCutShort(t *testing.T) {
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a.go", "package a\n\nfunc A() {\n"+strings.Repeat("\tundefined()\n", 50)+"}\n")
	res := runIn(t, dir, nil)
	if len(res.Problems) != maxErrors+1 {
		t.Error(show(dir, res))
	}
	wantLines(t, show(dir, res), "and 40 more errors in this package")
}

// TestListErrors holds that what only the go command objects to is reported, too, and
// stops nothing.
func TestListErrors(t *testing.T) {
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nimport _ \"net/internal/socktest\"\n\nfunc A() {}\n",
		"b/b.go", "package b\n\nfunc B() {}\n", "b/c.go", "package c\n\nfunc C() {}\n",
		"c/c.go", "package c\n\nfunc C() {}\n")
	for _, state := range []string{"cold", "warm"} {
		got := show(dir, runIn(t, dir, func(o *Options) { o.CacheDir = dir + "/.cache" }))
		wantLines(t, got, "c/c.go:3 C 0 []", "problem ex.com/m/a a/a.go:3:8: use of internal package net/internal/socktest not allowed",
			"problem ex.com/m/b : found packages b (b.go) and c (c.go) in b")
		if t.Failed() {
			t.Fatal(state)
		}
	}
}

func TestImportCycle(t *testing.T) {
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nimport \"ex.com/m/b\"\n\nfunc A() { b.B() }\n",
		"b/b.go", "package b\n\nimport \"ex.com/m/a\"\n\nfunc B() { a.A() }\n",
		"c/c.go", "package c\n\nfunc C() {}\n")
	wantLines(t, show(dir, runIn(t, dir, nil)), "import cycle not allowed", "c/c.go:3 C 0 []")
}

func TestPanicInAnalyzer(t *testing.T) {
	dir := chain(t)
	bad := &analysis.Analyzer{Name: "bad", Doc: "toy", Run: func(p *analysis.Pass) (any, error) {
		if p.Pkg.Name() == "b" {
			var none []int
			none[len(p.Files)]++
		}
		return nil, nil
	}}
	good := toy(nil)
	needsBad := toyRule("needsbad", good.Requires[0], bad)
	for _, state := range []string{"cold", "warm"} {
		res := runIn(t, dir, func(o *Options) {
			o.CacheDir = dir + "/.cache"
			o.Analyzers = []*analysis.Analyzer{good, needsBad}
		})
		got := show(dir, res)
		wantLines(t, got, "b/b.go:14 B 3", "problem ex.com/m/b b/b.go: analyzer bad failed on package ex.com/m/b: panic: runtime error: index out of range [1] with length 0 (at ")
		if n := strings.Count(got, "problem"); n != 1 {
			t.Errorf("%s: %d problems:\n%s", state, n, got)
		}
		if state == "warm" && res.Stats.Analysed != 2 { // b, and a that imports it
			t.Errorf("%+v", res.Stats)
		}
	}
}

// badFact cannot be encoded.
type badFact struct{ N int }

func (*badFact) AFact()                     {}
func (*badFact) GobEncode() ([]byte, error) { panic("no bytes for this") }
func (*badFact) GobDecode([]byte) error     { return nil }

func TestPanicInFact(t *testing.T) {
	dir := chain(t)
	bad := &analysis.Analyzer{Name: "bad", Doc: "toy", FactTypes: []analysis.Fact{(*badFact)(nil)}}
	bad.Run = func(p *analysis.Pass) (any, error) {
		if p.Pkg.Name() == "d" {
			p.ExportPackageFact(&badFact{1})
		}
		return nil, nil
	}
	got := show(dir, runIn(t, dir, func(o *Options) { o.Analyzers = []*analysis.Analyzer{toy(nil), bad} }))
	wantLines(t, got, "a/a.go:5 A 4", "problem ex.com/m/d : internal error: panic: no bytes for this (at ")
}

func TestCgo(t *testing.T) {
	needGcc(t)
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nimport \"ex.com/m/c\"\n\nfunc A() int { return int(c.Add(1, 2)) + len(c.P) }\n",
		"c/c.go", "package c\n\n/*\ntypedef int point[3];\nstatic int add(int a, int b) { return a + b; }\n*/\nimport \"C\"\n\nvar P C.point\n\nfunc Add(a, b int) C.int { return C.add(C.int(a), C.int(b)) }\n")
	for _, state := range []string{"cold", "warm"} {
		got := show(dir, runIn(t, dir, func(o *Options) { o.CacheDir = dir + "/.cache" }))
		wantLines(t, got, "a/a.go:5 A 3 [ex.com/m/c.Add]", "c/c.go:11 Add 2")
		if strings.Contains(got, "problem") || strings.Contains(got, "_cgo") {
			t.Errorf("%s:\n%s", state, got)
		}
	}
}

func TestCgoFails(t *testing.T) {
	needGcc(t)
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nimport \"ex.com/m/c\"\n\nfunc A() { c.Cc() }\n",
		"c/c.go", "package c\n\n/*\n#include \"nothere.h\"\n*/\nimport \"C\"\n\nfunc Cc() { C.nothere() }\n")
	got := show(dir, runIn(t, dir, nil))
	wantLines(t, got, "a/a.go:5 A 0 []", "problem ex.com/m/c : cgo failed: ", "nothere.h")
}

func TestFilesAsPatterns(t *testing.T) {
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package main\n\nfunc main() {}\n", "a/b.go", "package main\n\nfunc B() { undefined() }\n")
	got := show(dir, runIn(t, dir, func(o *Options) { o.Patterns = []string{"a/a.go"} }))
	if got != "a/a.go:3 main 0 [] objects 0 packages 0\n" {
		t.Error(got)
	}
}

func TestBuildTags(t *testing.T) {
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a.go", "package a\n\nfunc A() {}\n", "b.go", "//go:build special\n\npackage a\n\nfunc B() {}\n",
		"other/o.go", "//go:build special\n\npackage other\n")
	share := func(o *Options) { o.CacheDir = dir + "/.cache" }
	if got := show(dir, runIn(t, dir, share)); got != "a.go:3 A 0 [] objects 0 packages 0\n" {
		t.Error(got)
	}
	wantLines(t, show(dir, runIn(t, dir, func(o *Options) { share(o); o.Tags = "special" })), "b.go:5 B 0")
}

func TestVendored(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\nrequire example.org/lib v1.0.0\n",
		"a.go", "package a\n\nimport \"example.org/lib\"\n\nfunc A() { lib.L() }\n",
		"vendor/modules.txt", "# example.org/lib v1.0.0\n## explicit; go 1.26\nexample.org/lib\n",
		"vendor/example.org/lib/lib.go", "package lib\n\nfunc L() {}\n")
	vendor := func(o *Options) { o.Env = environment("GOFLAGS=-mod=vendor"); o.CacheDir = dir + "/.cache" }
	res := runIn(t, dir, vendor)
	wantLines(t, show(dir, res), "a.go:5 A 0 []")
	if len(res.Problems) != 0 || res.Stats.Analysed != 1 || res.Stats.External != 1 {
		t.Errorf("%+v\n%s", res.Stats, show(dir, res))
	}
	// What is vendored is judged by its contents, and only where they are new.
	write(t, dir, "vendor/example.org/lib/lib.go", "package lib\n\nfunc L() int { return 1 }\n")
	if res := runIn(t, dir, vendor); res.Stats.Analysed != 1 {
		t.Errorf("a change below vendor went unseen: %+v", res.Stats)
	}
	if res := runIn(t, dir, vendor); res.Stats.Analysed != 0 {
		t.Errorf("%+v", res.Stats)
	}
}

func TestWorkspace(t *testing.T) {
	dir := module(t,
		"go.work", "go 1.26\nuse (\n\t./one\n\t./two\n)\n",
		"one/go.mod", "module ex.com/one\ngo 1.26\n",
		"one/one.go", "package one\n\nimport \"ex.com/two\"\n\nfunc One() { two.Two() }\n",
		"two/go.mod", "module ex.com/two\ngo 1.26\n",
		"two/two.go", "package two\n\nfunc Two() {}\n\n//note knob X\n")
	res := runIn(t, dir, func(o *Options) { o.Patterns = []string{"./one"} })
	got := show(dir, res)
	wantLines(t, got, "one/one.go:5 One 1 [ex.com/two.Two]")
	if strings.Contains(got, "two.go") {
		t.Errorf("reported on a package that was not asked for:\n%s", got)
	}
	if len(res.Set.Notes) != 1 {
		t.Errorf("notes %q", res.Set.Notes)
	}
}

// TestReplace holds two things: a replaced module is outside, and one that imports the
// main module back is source nevertheless.
func TestReplace(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\nrequire (\n\texample.org/lib v1.0.0\n\texample.org/back v1.0.0\n)\nreplace example.org/lib => ./lib\nreplace example.org/back => ./back\n",
		"a/a.go", "package a\n\nimport (\n\t\"example.org/back\"\n\t\"example.org/lib\"\n)\n\nfunc A() { lib.L(); back.Back() }\n",
		"base/base.go", "package base\n\nfunc Base() {}\n",
		"lib/go.mod", "module example.org/lib\ngo 1.26\n",
		"lib/lib.go", "package lib\n\nfunc L() {}\n",
		"back/go.mod", "module example.org/back\ngo 1.26\nrequire ex.com/m v0.0.0\n",
		"back/back.go", "package back\n\nimport \"ex.com/m/base\"\n\nfunc Back() { base.Base() }\n")
	run := func(o *Options) { o.CacheDir = dir + "/.cache" }
	res := runIn(t, dir, run)
	got := show(dir, res)
	wantLines(t, got, "a/a.go:8 A 2 [example.org/back.Back]")
	if strings.Contains(got, "problem") || strings.Contains(got, "back.go") {
		t.Error(got)
	}
	write(t, dir, "lib/lib.go", "package lib\n\nfunc L() int { return 1 }\n")
	if res := runIn(t, dir, run); res.Stats.Analysed != 1 {
		t.Errorf("after a change in a replaced module: %+v", res.Stats)
	}
}

func TestTestFiles(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nfunc A() {} //dir one\n",
		"a/a_test.go", "package a\n\nfunc testA() { A() } //dir two\n\n//note knob Test\n",
		"a/x_test.go", "package a_test\n\nimport \"ex.com/m/b\"\n\nfunc testX() { b.B() }\n\n//at ex.com/m/a a.go 3\n",
		"b/b.go", "package b\n\nimport \"ex.com/m/a\"\n\nfunc B() { a.A() }\n\nfunc UnlessTest() {}\n",
		"t/t_test.go", "package t\n\nfunc testT() {}\n")
	for _, state := range []string{"cold", "warm"} {
		got := show(dir, runIn(t, dir, func(o *Options) { o.Tests = true; o.CacheDir = dir + "/.cache" }))
		wantLines(t, got,
			"a/a.go:3 A 0 []",
			"a/a_test.go:3 testA 1 [ex.com/m/a.A]",
			"a/x_test.go:5 testX 2 [ex.com/m/b.B]",
			"b/b.go:5 B 1 [ex.com/m/a.A]",
			"b/b.go:7 UnlessTest", // a test's setting is not the program's
			"t/t_test.go:3 testT 0 []",
			"a/a.go:3 //dir one\n", "a/a_test.go:3 //dir two\n")
		if n := strings.Count(got, "\n"); n != 8 {
			t.Errorf("%s: %d lines:\n%s", state, n, got)
		}
	}
	if got := show(dir, runIn(t, dir, nil)); strings.Contains(got, "_test.go") || strings.Contains(got, "problem") {
		t.Errorf("tests were not asked for:\n%s", got)
	}
}

// TestCgoWithoutCompiler: where no C compiler works, the reason is told.
func TestCgoWithoutCompiler(t *testing.T) {
	needGcc(t)
	dir := module(t, "go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\n// int f(void);\nimport \"C\"\n\nfunc A() { C.f() }\n", "b/b.go", "package b\n\nfunc B() {}\n")
	got := show(dir, runIn(t, dir, func(o *Options) {
		o.Env = environment("CC=true", "CGO_ENABLED=1", "GOCACHE="+t.TempDir())
	}))
	wantLines(t, got, "b/b.go:3 B", "problem ex.com/m/a : cgo failed: ")
	if strings.Contains(got, "cgo failed: \n") {
		t.Errorf("no reason:\n%s", got)
	}
}
