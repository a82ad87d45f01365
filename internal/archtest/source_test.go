package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// maxLines is how long a file may get, and maxFunc a function.
const (
	maxLines = 400
	maxFunc  = 60
)

// A source is a Go file of the module.
type source struct {
	rel   string // slashes, relative to the module
	lines int
	file  *ast.File
	fset  *token.FileSet
}

func (s source) dir() string { return filepath.ToSlash(filepath.Dir(s.rel)) }

func (s source) isTest() bool { return strings.HasSuffix(s.rel, "_test.go") }

// sources parses the module's files: not testdata, and not folders with a module of
// their own. The files are read, not asked of the go command, so that those under other
// build tags count as well.
func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []source
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if rel == "." {
				return nil
			}
			base := d.Name()
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if err == nil || base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		out = append(out, source{filepath.ToSlash(rel), bytes.Count(text, []byte("\n")), f, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatal("no Go files found")
	}
	return out
}

// A pkg is a package's own imports, those of its tests left out.
type pkg struct {
	rel     string
	imports []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	byDir := map[string]map[string]bool{}
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		imports := byDir[s.dir()]
		if imports == nil {
			imports = map[string]bool{}
			byDir[s.dir()] = imports
		}
		for _, spec := range s.file.Imports {
			if name, err := strconv.Unquote(spec.Path.Value); err == nil {
				imports[name] = true
			}
		}
	}
	var out []pkg
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		out = append(out, pkg{dir, slices.Sorted(maps.Keys(byDir[dir]))})
	}
	return out
}

func TestSizes(t *testing.T) {
	for _, s := range sources(t) {
		if s.lines >= maxLines {
			t.Errorf("%s has %d lines, %d is the limit: give a part of it a file of its own", s.rel, s.lines, maxLines-1)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.isTest() {
				continue // a table of cases may be long
			}
			if n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1; n > maxFunc {
				t.Errorf("%s: %s has %d lines, %d is the limit", s.rel, f.Name.Name, n, maxFunc)
			}
		}
	}
}

// mayPanic lists the files that may panic, each with its reason.
var mayPanic = map[string]string{
	"internal/driver/action.go": "the fact functions of analysis.Pass have no error to return; the driver recovers",
}

// TestNoHiddenWork forbids what runs or ends a program without being called for it. The
// plugin must register itself in an init, since that is how golangci-lint finds it.
func TestNoHiddenWork(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest() || s.dir() == "plugin" || strings.HasPrefix(s.rel, "examples/") {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", s.rel)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch f := call.Fun.(type) {
			case *ast.Ident:
				if f.Name == "panic" && mayPanic[s.rel] == "" {
					t.Errorf("%s panics; return an error", s.rel)
				}
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok && x.Name == "log" && strings.HasPrefix(f.Sel.Name, "Fatal") {
					t.Errorf("%s ends the program; return an error", s.rel)
				}
			}
			return true
		})
	}
}

func TestPackageComments(t *testing.T) {
	has := map[string]bool{}
	for _, s := range sources(t) {
		if s.isTest() || strings.HasPrefix(s.rel, "examples/") {
			continue
		}
		has[s.dir()] = has[s.dir()] || s.file.Doc != nil
	}
	for _, dir := range slices.Sorted(maps.Keys(has)) {
		if !has[dir] {
			t.Errorf("%s: no file has a package comment that says what the package is for", dir)
		}
	}
}
