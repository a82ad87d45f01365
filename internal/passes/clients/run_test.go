package clients

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// maxBytes is how large a fact may be on average, over all functions of a program: facts
// decide how large the cache gets and how long a run takes that reads it.
const maxBytes = 10

// noted is an analyzer that notes the encoded fact of each object, and how many functions
// there are. It makes the facts as the pass does, of a package that counts as the
// standard library's too.
func noted(t *testing.T) *analysis.Analyzer {
	cat := catalogue.Builtin()
	return &analysis.Analyzer{
		Name: "noted", Doc: "notes the facts", Requires: []*analysis.Analyzer{ssabuild.Analyzer},
		FactTypes: []analysis.Fact{new(Func)}, ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			set := &finding.Set{}
			own := *pass
			own.Module = &analysis.Module{Path: "cmd"}
			own.ExportObjectFact = func(obj types.Object, f analysis.Fact) {
				data, err := f.(*Func).GobEncode()
				if err != nil {
					t.Error(err)
				}
				set.Notes = append(set.Notes, fmt.Sprintf("fact %s.%s %x", pass.Pkg.Path(), obj.Name(), data))
				pass.ExportObjectFact(obj, f)
			}
			run(&own, cat)
			funcs := 0
			for _, f := range pass.Files {
				for _, d := range f.Decls {
					if _, ok := d.(*ast.FuncDecl); ok {
						funcs++
					}
				}
			}
			set.Notes = append(set.Notes, fmt.Sprintf("funcs %s %d", pass.Pkg.Path(), funcs))
			slices.Sort(set.Notes)
			return set, nil
		},
	}
}

// notes analyses the go command: a program of some size that runs children and sends
// requests, and that is there wherever Go is.
func notes(t *testing.T) []string {
	t.Helper()
	dir := filepath.Join(build.Default.GOROOT, "src", "cmd")
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Skip("the Go distribution has no source of its commands")
	}
	res, err := driver.Run(context.Background(), driver.Options{
		Dir: dir, Patterns: []string{"./go/..."}, NoCache: true, Analyzers: []*analysis.Analyzer{noted(t)},
		Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Fatal(res.Problems)
	}
	return res.Set.Notes
}

// TestSizeAndOrder: facts are small, and the same bytes whenever they are made.
func TestSizeAndOrder(t *testing.T) {
	first := notes(t)
	if second := notes(t); !slices.Equal(first, second) {
		t.Error("two runs gave different facts")
	}
	funcs, facts, bytes := 0, 0, 0
	for _, n := range first {
		words := strings.Fields(n)
		last := words[len(words)-1]
		if words[0] == "fact" {
			facts++
			bytes += len(last) / 2
			continue
		}
		n, err := strconv.Atoi(last)
		if err != nil {
			t.Fatal(err)
		}
		funcs += n
	}
	t.Logf("%d functions, %d facts, %d bytes", funcs, facts, bytes)
	if funcs < 1000 || facts < 20 {
		t.Error("too few to say anything")
	}
	if bytes > maxBytes*funcs {
		t.Errorf("%d bytes a function on average, %d is the limit", bytes/funcs, maxBytes)
	}
}

// TestBroken: a package that can't be read may serve, so a program that imports it is no
// one-shot.
func TestBroken(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":     "module ex.com/m\n\ngo 1.25\n",
		"app/app.go": "package app\n\nfunc Run() { missing() }\n",
		"main.go":    "package main\n\nimport \"ex.com/m/app\"\n\nfunc main() { app.Run() }\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pass := New(catalogue.Builtin())
	kind := &analysis.Analyzer{
		Name: "kind", Doc: "notes what a main is", Requires: []*analysis.Analyzer{pass}, ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(p *analysis.Pass) (any, error) {
			return &finding.Set{Notes: []string{string(p.ResultOf[pass].(*Package).Main)}}, nil
		},
	}
	res, err := driver.Run(context.Background(), driver.Options{
		Dir: dir, Patterns: []string{"./..."}, NoCache: true, Analyzers: []*analysis.Analyzer{kind},
		Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(res.Set.Notes, string(MainService)) {
		t.Errorf("notes %q, want a service", res.Set.Notes)
	}
}
