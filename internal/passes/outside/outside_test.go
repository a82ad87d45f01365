package outside_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/outside"
)

func TestIs(t *testing.T) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(strings.TrimSpace(string(out)), "src")
	empty := &analysis.Module{} // as golangci-lint and analysistest give it
	for _, c := range []struct {
		path, dir string
		module    *analysis.Module // nil as go vet gives it
		want      bool
	}{
		{"net/http", filepath.Join(src, "net", "http"), nil, true},
		{"net/http", filepath.Join(src, "net", "http"), empty, true},
		{"net/http", filepath.Join(src, "net", "http"), &analysis.Module{Path: "std"}, true},
		{"vendor/golang.org/x/net/idna", filepath.Join(src, "vendor", "golang.org", "x", "net", "idna"), nil, true},
		{"shop", filepath.Join("/home", "shop"), &analysis.Module{Path: "shop"}, false},
		{"acme.example/relay", filepath.Join("/home", "shop", "vendor", "acme.example", "relay"), &analysis.Module{Path: "acme.example/relay", Version: "v1.2.0"}, true},
		{"acme.example/relay", filepath.Join("/home", "relay"), &analysis.Module{Path: "acme.example/relay", Version: "v0.0.0"}, true}, // replaced
		{"acme.example/relay", filepath.Join("/home", "relay"), &analysis.Module{Path: "acme.example/relay"}, false},                   // of a workspace
		{"shop", filepath.Join("/go", "src", "shop"), nil, false},
		{"shop", filepath.Join("/go", "src", "shop"), empty, false},
		{"example.com/shop", filepath.Join("/go", "src", "example.com", "shop"), nil, false},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, filepath.Join(c.dir, "a.go"), "package p", 0)
		if err != nil {
			t.Fatal(err)
		}
		pass := &analysis.Pass{Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage(c.path, "p"), Module: c.module}
		if got := outside.Is(pass); got != c.want {
			t.Errorf("%s in %s with %+v: %v", c.path, c.dir, c.module, got)
		}
	}
}
