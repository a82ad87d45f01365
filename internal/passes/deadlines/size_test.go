package deadlines

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
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
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// maxBytes is how large a fact may be on average, over all functions of a program: facts
// decide how large the cache gets and how long a run takes that reads it.
const maxBytes = 150

// facts is an analyzer that notes the encoded fact of each function, and how many
// functions there are. It makes the facts as the pass does, of a package that counts as
// the standard library's too.
func facts(t *testing.T) *analysis.Analyzer {
	cat := catalogue.Builtin()
	return &analysis.Analyzer{
		Name: "facts", Doc: "notes the facts", Requires: []*analysis.Analyzer{ssabuild.Analyzer},
		FactTypes: []analysis.Fact{new(Func)}, ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			own := *pass
			own.Module = &analysis.Module{Path: "cmd"}
			set := &finding.Set{}
			funcs := 0
			for _, f := range pass.Files {
				for _, d := range f.Decls {
					if _, ok := d.(*ast.FuncDecl); ok {
						funcs++
					}
				}
			}
			set.Notes = append(set.Notes, fmt.Sprintf("funcs %s %d", pass.Pkg.Path(), funcs))
			impls, err := implement.New().Run(&own)
			if err != nil {
				return nil, err
			}
			e := newEval(&own, cat)
			e.impls = impls.(*implement.Index)
			for fn, f := range run(e).Eval.facts.Own {
				data, err := f.exported().GobEncode()
				if err != nil {
					t.Error(err)
				}
				set.Notes = append(set.Notes, fmt.Sprintf("fact %s %x", fn.FullName(), data))
			}
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
		Dir: dir, Patterns: []string{"./go/..."}, NoCache: true, Analyzers: []*analysis.Analyzer{facts(t)},
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
	if funcs < 1000 || facts < 100 {
		t.Error("too few to say anything")
	}
	if bytes > maxBytes*funcs {
		t.Errorf("%d bytes a function on average, %d is the limit", bytes/funcs, maxBytes)
	}
}
