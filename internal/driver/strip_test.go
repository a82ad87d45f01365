package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// withoutBodies prints the declarations of a source with its function bodies and literals
// emptied.
func withoutBodies(t testing.TB, src []byte) (string, []int) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", src, parser.SkipObjectResolution)
	if err != nil {
		return "error", nil
	}
	var lines []int
	var b bytes.Buffer
	for _, d := range f.Decls {
		lines = append(lines, fset.Position(d.Pos()).Line)
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
			fd.Body = &ast.BlockStmt{}
		}
		ast.Inspect(d, empty)
		// Positions would show where the bodies were.
		if err := printer.Fprint(&b, token.NewFileSet(), d); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	return b.String(), lines
}

// empty takes out what stands in the braces of literals, but the elements that are counted.
func empty(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		n.Body = &ast.BlockStmt{}
	case *ast.CompositeLit:
		if a, ok := n.Type.(*ast.ArrayType); ok {
			if _, counted := a.Len.(*ast.Ellipsis); counted {
				return true
			}
		}
		n.Elts = nil
	}
	return true
}

func sameDeclarations(t testing.TB, name string, src []byte) {
	t.Helper()
	want, wantLines := withoutBodies(t, src)
	got, gotLines := withoutBodies(t, stripBodies(src))
	if want != "error" && got != want {
		t.Errorf("%s: the declarations have changed:\n%s\nnot\n%s", name, got, want)
		return
	}
	for i := range wantLines {
		if wantLines[i] != gotLines[i] {
			t.Errorf("%s: declaration %d went from line %d to %d", name, i, wantLines[i], gotLines[i])
			return
		}
	}
}

func TestStripBodies(t *testing.T) {
	src := "package p\n\nfunc a() { if x := '}'; x == '{' { } }\nfunc b() interface{ M() } {\n\t_ = \"}\\\"\" + `}\n{`\n}\nfunc (r *T[K]) c(f func() struct{ x int }) struct{} { return f() /* } */ // }\n}\n" +
		"func asm(x int)\nvar v = func() int { return 1 }\nfunc d[T interface{ ~int }]() {}\ntype T struct{ f func() }\nfunc e() (a struct /* { */ { b int }) { a.b++; return }\n" +
		"var (\n\tm = map[string]struct{}{\"one\": {}}\n\ts = [...]struct{ x int }{ {x: 4}, 7: {}}\n\tb = [ ... ]*[]int{{2, 3}, nil, f(T{2, 3})}\n)\n" +
		"const n = len([...]string{`}`, \"b\"})\nvar p = &struct{ T }{T{}}\ntype A [len([...]int{1, 2})]struct{ f [1]func() }\n"
	got := string(stripBodies([]byte(src)))
	sameDeclarations(t, "source", []byte(src))
	for _, gone := range []string{"if x", "return f()", "a.b++", "return 1", "one", "2, 3", "x: 4"} {
		if strings.Contains(got, gone) {
			t.Errorf("%q is still there:\n%s", gone, got)
		}
	}
	// What is not Go must do no harm either.
	for i := range src {
		stripBodies([]byte(src[:i]))
		stripBodies([]byte(src[i:]))
	}
}

// TestStripStandardLibrary compares all declarations of some large packages.
func TestStripStandardLibrary(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip(err)
	}
	for _, dir := range []string{"net/http", "runtime", "go/types", "reflect", "text/template"} {
		for _, name := range mustGlob(t, filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(dir), "*.go")) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sameDeclarations(t, name, src)
		}
	}
}

func FuzzStripBodies(f *testing.F) {
	f.Add([]byte("package p\nfunc f() { '{' }\n"))
	f.Add([]byte("package p\nfunc f() interface{} {\n\treturn `}`\n}\nfunc g()\n"))
	f.Fuzz(func(t *testing.T, src []byte) { sameDeclarations(t, "input", src) })
}
