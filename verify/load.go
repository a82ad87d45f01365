package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
)

// A module is a module as go list shows it.
type module struct {
	Path, Version, Dir string
}

// A pkg is a package, type-checked from source without function bodies.
type pkg struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
	Standard          bool
	Module            *module
	Error             *struct{ Err string }

	types *types.Package
	errs  []error
}

// load lists the packages with their dependencies through the go command, which downloads
// what is missing, and type-checks all of them. Errors of a single package are kept in it.
func load(paths []string) (map[string]*pkg, error) {
	order, err := list(paths)
	if err != nil {
		return nil, err
	}
	pkgs := map[string]*pkg{}
	for _, p := range order {
		pkgs[p.ImportPath] = p
	}
	fset := token.NewFileSet()
	files := parse(fset, order)
	conf := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
	}
	for i, p := range order { // go list gives dependencies first
		if p.ImportPath == "unsafe" {
			p.types = types.Unsafe
			continue
		}
		conf.Importer = importer{p, pkgs}
		conf.Error = func(err error) {
			var te types.Error
			if !errors.As(err, &te) || !te.Soft {
				p.errs = append(p.errs, err)
			}
		}
		p.types, _ = conf.Check(p.ImportPath, fset, files[i], nil)
		files[i] = nil
	}
	return pkgs, nil
}

// list runs go list -deps.
func list(paths []string) ([]*pkg, error) {
	args := []string{"list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard,Module,Error"}
	cmd := exec.Command("go", append(args, paths...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	var order []*pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(pkg)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return order, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		order = append(order, p)
	}
}

// parse reads the files of all packages side by side and drops the bodies.
func parse(fset *token.FileSet, order []*pkg) [][]*ast.File {
	files := make([][]*ast.File, len(order))
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i, p := range order {
		sem <- struct{}{}
		wg.Go(func() {
			defer func() { <-sem }()
			for _, name := range append(append([]string{}, p.GoFiles...), p.CgoFiles...) {
				f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
				if err != nil {
					p.errs = append(p.errs, err)
				}
				if f == nil {
					continue
				}
				for _, d := range f.Decls {
					if fd, ok := d.(*ast.FuncDecl); ok {
						fd.Body = nil
					}
				}
				files[i] = append(files[i], f)
			}
		})
	}
	wg.Wait()
	return files
}

// An importer gives a package the packages loaded before it.
type importer struct {
	of   *pkg
	pkgs map[string]*pkg
}

func (m importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if q, ok := m.of.ImportMap[path]; ok {
		path = q
	}
	if q, ok := m.pkgs[path]; ok && q.types != nil {
		return q.types, nil
	}
	return nil, fmt.Errorf("%s: not loaded", path)
}
