package driver

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestRememberNothingWrong: an answer with a fault is not kept, nor one that does not hang
// on the files of the module alone; one that says that a package has no files here is.
func TestRememberNothingWrong(t *testing.T) {
	cache := t.TempDir()
	for _, test := range []struct {
		name, file, text string
		env              string
		patterns         []string
		kept             bool
	}{
		{name: "whole", kept: true},
		{name: "import of nothing", file: "m/b/x.go", text: "package b\n\nimport _ \"example.org/nothing\"\n"},
		{name: "two packages in a folder", file: "m/b/x.go", text: "package x\n"},
		{name: "syntax", file: "m/b/x.go", text: "package\n"},
		{name: "nothing to embed", file: "m/b/x.go", text: "package b\n\nimport _ \"embed\"\n\n//go:embed dist\nvar x string\n", kept: true},
		{name: "no files", file: "m/x/x.go", text: "//go:build special\n\npackage x\n", kept: true},
		{name: "import from a hidden folder", file: "m/b/x.go", text: "package b\n\nimport _ \"ex.com/m/.h\"\n"},
		{name: "a link that is imported", file: "m/b/x.go", text: "package b\n\nimport _ \"ex.com/m/link\"\n"},
		{name: "a folder", patterns: []string{"./a", "./b/..."}, kept: true},
		{name: "the folder, which has no files", patterns: []string{"."}, kept: true},
		{name: "import path", patterns: []string{"ex.com/m/..."}},
		{name: "files", patterns: []string{"./a/a.go"}},
		{name: "hidden folder", patterns: []string{"./.h"}},
		{name: "all", patterns: []string{"all"}},
		{name: "module cache and flags", env: "GOFLAGS=-mod=readonly -trimpath", kept: true},
		{name: "flags that name files", env: "GOFLAGS=-overlay=none.json"},
		{name: "other modules file", env: "GOFLAGS=-modfile=other.mod"},
		{name: "no modules", env: "GO111MODULE=off"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := remembered(t)
			write(t, dir, "m/.h/h.go", "package h\n")
			write(t, dir, "m/other.mod", read(t, dir, "m/go.mod"))
			write(t, dir, "m/none.json", "{}")
			if strings.HasPrefix(test.name, "a link") {
				symlink(t, filepath.Join(dir, "lib"), filepath.Join(dir, "m", "link"))
			}
			if test.file != "" {
				write(t, dir, test.file, test.text)
			}
			o := options(filepath.Join(dir, "m"), cache)
			if test.env != "" {
				o.Env = append(o.Env, test.env)
			}
			if test.patterns != nil {
				o.Patterns = test.patterns
			}
			hear(t, o)
			if h := sameAsBare(t, o); (h.commands == 0) != test.kept {
				t.Errorf("%d commands, %s", h.commands, h.err)
			}
		})
	}
}

// TestRememberDamage: an entry that is damaged is as good as none.
func TestRememberDamage(t *testing.T) {
	dir := remembered(t)
	o := options(filepath.Join(dir, "m"), filepath.Join(dir, "cache"))
	hear(t, o)
	files := mustGlob(t, filepath.Join(dir, "cache", "*", "*-d"))
	if len(files) == 0 {
		t.Fatal("nothing was kept")
	}
	for _, cut := range []func([]byte) []byte{
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { return append(b[:len(b)-1:len(b)-1], b[len(b)-1]^1) },
		func([]byte) []byte { return nil },
	} {
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Dir(f), filepath.Base(f), string(cut(data)))
		}
		if h := sameAsBare(t, o); h.commands == 0 {
			t.Error("a damaged entry was used")
		}
		if h := sameAsBare(t, o); h.commands != 0 {
			t.Error("it was not mended")
		}
	}
}

// TestRememberWritten: what go list says is not kept where files were written meanwhile.
func TestRememberWritten(t *testing.T) {
	dir := remembered(t)
	o := options(filepath.Join(dir, "m"), filepath.Join(dir, "cache"))
	before := read(t, dir, "m/b/b.go")
	o.Analyzers = []*analysis.Analyzer{toy(nil)}
	var once sync.Once
	o.asked = func([]string) {
		once.Do(func() { write(t, dir, "m/b/b.go", "package b\n\nimport _ \"os\"\n") })
	}
	r, err := load(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	r.background.Wait()
	o.asked = nil
	write(t, dir, "m/b/b.go", before)
	if h := sameAsBare(t, o); h.commands == 0 {
		t.Error("an answer of which nobody knows what it belongs to was kept")
	}
}

// TestRememberWorkspace: what a workspace says and has is part of the key.
func TestRememberWorkspace(t *testing.T) {
	for _, c := range []change{
		unasked(file("body", "two/two.go", "package two\n\nfunc Two() { _ = 1 }\n")),
		file("import", "two/two.go", "package two\n\nimport _ \"os\"\n\nfunc Two() {}\n"),
		file("use", "go.work", "go 1.26\nuse ./one\n"),
		file("replace", "go.work", "go 1.26\nuse (\n\t./one\n\t./two\n)\n"),
		file("go.mod", "two/go.mod", "module ex.com/two\ngo 1.25\n"),
		file("go.work.sum", "go.work.sum", "example.org/x v1.0.0/go.mod h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"),
		file("no workspace", "go.work", "-"),
		file("nearer workspace", "one/go.work", "go 1.26\nuse (\n\t.\n\t../two\n)\n"),
		file("vendor", "vendor/modules.txt", "## workspace\n"),
		file("module in place of another", "x/go.mod", "module example.org/x\n"),
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := module(t,
				"go.work", "go 1.26\nuse (\n\t./one\n\t./two\n)\nreplace example.org/x => ./x\n",
				"one/go.mod", "module ex.com/one\ngo 1.26\n",
				"one/one.go", "package one\n\nimport \"ex.com/two\"\n\nfunc One() { two.Two() }\n",
				"two/go.mod", "module ex.com/two\ngo 1.26\n",
				"two/two.go", "package two\n\nfunc Two() {}\n",
				"x/x.go", "package x\n")
			if c.name != "module in place of another" {
				write(t, dir, "x/go.mod", "module example.org/x\n")
			}
			o := options(filepath.Join(dir, "one"), filepath.Join(dir, "cache"))
			hear(t, o)
			if h := sameAsBare(t, o); h.commands != 0 && h.err == "" && c.name != "module in place of another" {
				t.Fatalf("%d commands where nothing had changed", h.commands)
			}
			c.do(t, dir, &o)
			if h := sameAsBare(t, o); c.asked != (h.commands > 0) {
				t.Errorf("%d commands", h.commands)
			}
		})
	}
}

// TestRememberVendor: what is vendored is part of the key.
func TestRememberVendor(t *testing.T) {
	for _, c := range []change{
		unasked(file("body", "vendor/example.org/lib/lib.go", "package lib\n\nfunc L() { _ = 1 }\n")),
		file("import", "vendor/example.org/lib/lib.go", "package lib\n\nimport _ \"os\"\n\nfunc L() {}\n"),
		file("file", "vendor/example.org/lib/more.go", "package lib\n"),
		file("modules.txt", "vendor/modules.txt", "# example.org/lib v1.1.0\n## explicit; go 1.26\nexample.org/lib\n"),
		file("not vendored any more", "vendor", "-"),
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := module(t,
				"go.mod", "module ex.com/m\ngo 1.26\nrequire example.org/lib v1.0.0\n",
				"a.go", "package a\n\nimport \"example.org/lib\"\n\nfunc A() { lib.L() }\n",
				"vendor/modules.txt", "# example.org/lib v1.0.0\n## explicit; go 1.26\nexample.org/lib\n",
				"vendor/example.org/lib/lib.go", "package lib\n\nfunc L() {}\n")
			o := options(dir, filepath.Join(t.TempDir(), "cache"), "GOFLAGS=-mod=vendor")
			hear(t, o)
			if h := sameAsBare(t, o); h.commands != 0 || h.err != "" {
				t.Fatalf("%d commands where nothing had changed, %s", h.commands, h.err)
			}
			c.do(t, dir, &o)
			if h := sameAsBare(t, o); c.asked != (h.commands > 0) {
				t.Errorf("%d commands", h.commands)
			}
		})
	}
}

// TestRememberModuleCache: modules are asked for again where the module cache is emptied.
func TestRememberModuleCache(t *testing.T) {
	dir := module(t,
		"m/go.mod", "module ex.com/m\ngo 1.26\nrequire example.org/lib v1.0.0\n",
		"m/a.go", "package a\n\nimport \"example.org/lib\"\n\nfunc A() { lib.L() }\n",
		"proxy/example.org/lib/@v/list", "v1.0.0\n",
		"proxy/example.org/lib/@v/v1.0.0.info", `{"Version":"v1.0.0"}`,
		"proxy/example.org/lib/@v/v1.0.0.mod", "module example.org/lib\ngo 1.26\n")
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	for name, text := range map[string]string{"go.mod": "module example.org/lib\ngo 1.26\n", "lib.go": "package lib\n\nfunc L() {}\n"} {
		w, err := z.Create("example.org/lib@v1.0.0/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "proxy/example.org/lib/@v/v1.0.0.zip", zipped.String())
	modcache := filepath.Join(dir, "modcache")
	o := options(filepath.Join(dir, "m"), filepath.Join(dir, "cache"), "GOMODCACHE="+modcache, "GONOSUMDB=*", "GONOSUMCHECK=1",
		"GOPROXY=file://"+filepath.ToSlash(filepath.Join(dir, "proxy")), "GOFLAGS=-modcacherw -mod=mod", "GOSUMDB=off")
	hear(t, o) // writes go.sum
	if h := hear(t, o); h.commands == 0 || h.err != "" {
		t.Fatalf("%d commands, %s", h.commands, h.err)
	}
	if h := sameAsBare(t, o); h.commands != 0 {
		t.Fatalf("%d commands where nothing had changed", h.commands)
	}
	remove(t, dir, "modcache/example.org")
	if h := hear(t, o); h.commands == 0 || h.err != "" {
		t.Errorf("a module that is gone was not asked for: %s", h.err)
	}
	if _, err := os.Stat(filepath.Join(modcache, "example.org", "lib@v1.0.0", "lib.go")); err != nil {
		t.Error(err)
	}
}
