package owner

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// faultsOf gives what is wrong with the comments of src as "line:column: message".
func faultsOf(t testing.TB, src string) []string {
	t.Helper()
	shown := 0
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "/m/a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil {
		t.Skip(err)
	}
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage("example.com/m", "m"), Report: func(d analysis.Diagnostic) { shown++ }}
	res, err := comments.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf = map[*analysis.Analyzer]any{comments: res}
	set, err := Faults.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range set.(*finding.Set).Faults {
		got = append(got, fmt.Sprintf("%d:%d: %s", f.Location.Line, f.Location.Column, f.Message))
	}
	if shown != len(got) {
		t.Errorf("%d diagnostics for %d faults", shown, len(got))
	}
	return got
}

func TestFaults(t *testing.T) {
	const (
		onCall = "a call, a loop, a function, a field or a variable"
		onWait = "a call, a wait, a function, a field or a variable"
		onMake = "a make, a call, a field or a variable"
	)
	nothing := func(at, verb, where string) string {
		return fmt.Sprintf("%s: //resilint:%s stands on nothing; put it at the end of the line of %s, or on the line directly above", at, verb, where)
	}
	unfit := func(at, verb, where string) string {
		return fmt.Sprintf("%s: //resilint:%s stands on nothing that it can be about; put it on the line of %s, or on the line directly above", at, verb, where)
	}
	tests := []struct {
		name, src string
		want      []string
	}{
		{"none", "// resilint: this is prose.\n// about resilint:retry\nvar a = f()\n", nil},
		{"unreadable", "var a = f() //resilint:retrys 3\n", []string{
			`2:13: unknown statement "retrys"; write //resilint:retry attempts=3 REASON, //resilint:bounded 2s REASON or //resilint:queue timeout=200ms service=16ms safety=0.8 (did you mean retry?)`}},
		{"a line between", "//resilint:retry attempts=3\n\nvar a = f()\n", []string{nothing("2:1", "retry", onCall)}},
		{"at the end of a file", "var a = f()\n\n//resilint:bounded 2s why\n", []string{nothing("4:1", "bounded", onWait)}},
		{"above the package's end", "func g() {\n\tf()\n\t//resilint:retry attempts=3\n}\n", []string{nothing("4:2", "retry", onCall)}},
		{"above a group", "//resilint:retry attempts=3\nvar (\n\ta = f()\n\tb = f()\n)\n", []string{
			"2:1: //resilint:retry stands on a group of declarations; put it on the one that it is about"}},
		{"on a local group", "func g() {\n\t//resilint:retry attempts=3\n\tvar (\n\t\ta = f()\n\t)\n}\n", []string{
			"3:2: //resilint:retry stands on a group of declarations; put it on the one that it is about"}},
		{"on a type", "//resilint:retry attempts=3\ntype T struct {\n}\n", []string{unfit("2:1", "retry", onCall)}},
		{"on a constant", "const c = 1 //resilint:bounded 2s why\n", []string{unfit("2:13", "bounded", onWait)}},
		{"on an assignment", "func g() {\n\tx = 1 //resilint:retry attempts=3\n}\n", []string{unfit("3:8", "retry", onCall)}},
		{"retry on a make", "func g() {\n\tx = make(chan int) //resilint:retry attempts=3\n}\n", []string{unfit("3:21", "retry", onCall)}},
		{"queue on a function", "//resilint:queue timeout=1s service=1ms safety=0.5\nfunc g() {\n}\n", []string{unfit("2:1", "queue", onMake)}},
		{"on a parameter", "func g(\n\ta func(), //resilint:retry attempts=3\n) {\n}\n", []string{unfit("3:12", "retry", onCall)}},
		{"on an embedded interface", "type I interface {\n\tJ //resilint:retry attempts=3\n}\n", []string{unfit("3:4", "retry", onCall)}},
		{"on a closing brace", "func g() {\n\tfor {\n\t} //resilint:retry attempts=3\n}\n", []string{nothing("4:4", "retry", onCall)}},
		{"twice", "//resilint:retry attempts=3\n//resilint:retry attempts=4\nvar a = f()\n", []string{
			"3:1: //resilint:retry is there twice for the same code; keep one"}},
		{"above and beside", "//resilint:retry attempts=3\nvar a = f() //resilint:retry attempts=4\n", []string{
			"3:13: //resilint:retry is there twice for the same code; keep one"}},
		{"right places", `
type T struct {
	// A is one.
	//resilint:queue timeout=1s service=1ms safety=0.5
	A, B []int
	*C //resilint:retry attempts=3
}

//resilint:bounded 2s why
func (t *T) m() { //resilint:retry attempts=3
	<-t.c //resilint:bounded 2s why
	t.c <- 1 //resilint:bounded 2s why
	go f() //resilint:retry attempts=3
	defer f() //resilint:retry attempts=3
	//resilint:retry attempts=3
again:
	if f() { goto again }
	//resilint:retry attempts=unbounded
	for range 3 {
	}
	t.A = append(t.A, 1) //resilint:queue timeout=1s service=1ms safety=0.5
	//resilint:retry attempts=3
	// More is said of it here.
	return f(
		1,
	) //resilint:bounded 2s why
}
`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if d := cmp.Diff(test.want, faultsOf(t, "package m\n"+test.src)); d != "" {
				t.Error(d)
			}
		})
	}
	t.Run("CRLF", func(t *testing.T) {
		src := "package m\n//resilint:retry attempts=3\nvar a = f() //resilint:bounded 2s\n"
		got := faultsOf(t, strings.ReplaceAll(src, "\n", "\r\n"))
		if len(got) != 1 || !strings.HasPrefix(got[0], "3:13: //resilint:bounded says no reason") {
			t.Errorf("%q", got)
		}
	})
}

func FuzzComments(f *testing.F) {
	f.Add("package m\nfunc g() {\n\tf() //resilint:retry attempts=3\n}\n")
	f.Add("package m\ntype T struct { a int //resilint:bounded 2s x\n}\n//resilint:queue\nvar x = make(chan int)")
	f.Fuzz(func(t *testing.T, src string) {
		first := faultsOf(t, src)
		if d := cmp.Diff(first, faultsOf(t, src)); d != "" {
			t.Error(d)
		}
	})
}
