package resolve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// A Query says where and how packages are listed.
type Query struct {
	Dir  string   // the folder go list runs in; "" is the current one
	Env  []string // its environment; nil means the process's own
	Tags string   // build tags, with commas
}

// A Module is a module as go list shows it.
type Module struct {
	Path, Version, Dir string
}

// A Pkg is a package, type-checked from source without function bodies.
type Pkg struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
	Standard          bool
	Module            *Module
	Error             *struct{ Err string }

	Types *types.Package
	Errs  []error // of parsing and checking types
}

// Whole tells whether all of the package is known: whatever it lacks it has not.
func (p *Pkg) Whole() bool { return p != nil && p.Types != nil && p.Error == nil && len(p.Errs) == 0 }

// Load lists the packages with their dependencies through the go command, which downloads
// what is missing, and type-checks all of them. Errors of a single package are kept in it.
func Load(ctx context.Context, q Query, paths []string) (*Universe, error) {
	order, err := q.list(ctx, paths)
	if err != nil {
		return nil, err
	}
	pkgs := map[string]*Pkg{}
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
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.ImportPath == "unsafe" {
			p.Types = types.Unsafe
			continue
		}
		conf.Importer = importer{p, pkgs}
		conf.Error = func(err error) {
			// What only a body uses looks unused here; such errors are soft.
			var te types.Error
			if !errors.As(err, &te) || !te.Soft {
				p.Errs = append(p.Errs, err)
			}
		}
		p.Types, _ = conf.Check(p.ImportPath, fset, files[i], nil)
		files[i] = nil
	}
	return newUniverse(pkgs), nil
}

// list runs go list -deps.
func (q Query) list(ctx context.Context, paths []string) ([]*Pkg, error) {
	args := []string{"list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard,Module,Error"}
	out, err := q.run(ctx, args, paths)
	if err != nil && len(out) == 0 {
		return nil, err
	}
	var order []*Pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(Pkg)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return order, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		order = append(order, p)
	}
}

// Deps lists the packages that those of the patterns are made of, themselves included.
func (q Query) Deps(ctx context.Context, patterns []string) ([]string, error) {
	out, err := q.run(ctx, []string{"list", "-e", "-deps", "-f={{if not .Error}}{{.ImportPath}}{{end}}"}, patterns)
	if err != nil && len(out) == 0 {
		return nil, err
	}
	return strings.Fields(string(out)), nil
}

// run gives what go prints for the arguments, the tags and the packages.
func (q Query) run(ctx context.Context, args, paths []string) ([]byte, error) {
	if q.Tags != "" {
		args = append(args, "-tags="+q.Tags)
	}
	args = append(args, "--")
	cmd := exec.CommandContext(ctx, "go", append(args, paths...)...)
	cmd.Dir, cmd.Env = q.Dir, q.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("go list: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}

// parse reads the files of all packages side by side and drops the bodies.
func parse(fset *token.FileSet, order []*Pkg) [][]*ast.File {
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
					p.Errs = append(p.Errs, err)
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
	of   *Pkg
	pkgs map[string]*Pkg
}

func (m importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if q, ok := m.of.ImportMap[path]; ok {
		path = q
	}
	if q, ok := m.pkgs[path]; ok && q.Types != nil {
		return q.Types, nil
	}
	return nil, fmt.Errorf("%s: not loaded", path)
}
