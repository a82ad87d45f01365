package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/types"
	"os"
	"slices"
	"strings"
)

// maxErrors is how many errors of one package are reported; a missing import easily
// gives hundreds.
const maxErrors = 10

// syntax is what a package is while it is being analysed; it is dropped afterwards.
type syntax struct {
	files    []*ast.File
	info     *types.Info
	typeErrs []types.Error
	broken   bool // types are partial, so that analyzers may not rely on them
}

// errorList collects the errors of one package.
type errorList struct {
	r    *run
	n    *node
	more int
}

func (l *errorList) add(pos, msg string) {
	if len(l.n.errs) >= maxErrors {
		l.more++
		return
	}
	l.n.errs = append(l.n.errs, Problem{Pkg: l.n.path, Pos: pos, Message: oneLine(msg)})
}

func (l *errorList) close() {
	if l.more > 0 {
		l.n.errs = append(l.n.errs, Problem{Pkg: l.n.path,
			Message: fmt.Sprintf("and %d more errors in this package", l.more)})
	}
}

// goFiles gives the files that the compiler sees, as absolute paths.
func (n *node) goFiles() []string {
	if n.meta.CompiledGoFiles != nil {
		return n.meta.abs(n.meta.CompiledGoFiles)
	}
	// The cgo files themselves, where they were not translated: C is faked then.
	return n.meta.abs(append(n.meta.GoFiles[:len(n.meta.GoFiles):len(n.meta.GoFiles)], n.meta.CgoFiles...))
}

// parse reads the package's files. Comments are only kept where analyzers see them.
func (r *run) parse(n *node, report func(pos, msg string)) ([]*ast.File, bool) {
	m := parser.SkipObjectResolution
	if n.mode == full {
		m |= parser.ParseComments | parser.AllErrors
	}
	var files []*ast.File
	broken := false
	for _, name := range n.goFiles() {
		src, err := r.opts.Overlay.ReadFile(name)
		if err != nil {
			n.tainted, broken = true, true
			report(name, errText(err))
			continue
		}
		f, err := r.parseFile(n, name, src, m)
		if f != nil {
			files = append(files, f)
		}
		var list scanner.ErrorList
		switch {
		case err == nil:
		case errors.As(err, &list):
			broken = true
			for _, e := range list {
				report(e.Pos.String(), e.Msg)
			}
		default:
			broken = true
			report(name, err.Error())
		}
	}
	return files, broken
}

// parseFile parses one file, without the function bodies where only types are wanted.
// A file that does not parse so is tried as it stands: its errors are then its own.
func (r *run) parseFile(n *node, name string, src []byte, m parser.Mode) (*ast.File, error) {
	if n.mode != full {
		if f, err := parser.ParseFile(r.fset, name, stripBodies(src), m); err == nil {
			return f, nil
		}
	}
	return parser.ParseFile(r.fset, name, src, m)
}

func errText(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// check type-checks the package as far as its mode says. A panic of the type checker
// is a problem of that package alone.
func (r *run) check(n *node) (s *syntax) {
	s = &syntax{}
	list := &errorList{r: r, n: n}
	defer list.close()
	defer func() {
		if v := recover(); v != nil {
			s.broken, n.tainted = true, true
			list.add("", fmt.Sprintf("type checker panicked: %v", v))
			if n.pkg == nil {
				n.pkg = types.NewPackage(n.path, n.meta.Name)
			}
		}
	}()
	if n.parsed != nil {
		s, n.parsed = n.parsed, nil
	} else {
		s.files, s.broken = r.parse(n, list.add)
	}
	fakeC := n.meta.usesCgo() && n.meta.CompiledGoFiles == nil
	s.broken = s.broken || fakeC
	conf := &types.Config{
		Importer:         importer{r, n},
		Sizes:            types.SizesFor("gc", r.env["GOARCH"]),
		IgnoreFuncBodies: n.mode != full,
		FakeImportC:      fakeC,
		Error: func(err error) {
			var e types.Error
			if !errors.As(err, &e) {
				s.broken = true
				list.add("", err.Error())
				return
			}
			s.broken = s.broken || !e.Soft
			s.typeErrs = append(s.typeErrs, e)
			if !strings.HasPrefix(e.Msg, "\t") { // a detail of the error before
				list.add(r.fset.Position(e.Pos).String(), e.Msg)
			}
		},
	}
	if v := moduleGo(n.meta.Module); v != "" {
		conf.GoVersion = "go" + v
	}
	if n.mode == full {
		s.info = sizedInfo(s.files)
	}
	n.pkg = types.NewPackage(n.path, n.meta.Name)
	err := types.NewChecker(conf, r.fset, n.pkg, s.info).Files(s.files)
	if err != nil && len(n.errs) == 0 {
		s.broken = true
		list.add("", err.Error()) // a language version that the type checker does not know
	}
	return s
}

func newInfo() *types.Info { return sizedInfo(nil) }

// sizedInfo gives maps of about the size that they will have: how many bytes of source there
// are to an entry hardly differs from service to service, and a map that grows is made
// again several times.
func sizedInfo(files []*ast.File) *types.Info {
	n := 0
	for _, f := range files {
		n += int(f.FileEnd - f.FileStart)
	}
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue, n/18),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object, n/100),
		Uses:         make(map[*ast.Ident]types.Object, n/23),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection, n/120),
		Scopes:       make(map[ast.Node]*types.Scope, n/160),
		FileVersions: make(map[*ast.File]string, len(files)),
	}
}

// importer gives a package the packages it imports, which are there before it starts.
type importer struct {
	r *run
	n *node
}

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	d := i.n.imports[path]
	switch {
	case d != nil && i.n.own && i.n.mode == typesOnly && !d.absent() && !slices.Contains(i.n.leads, d):
		return unloadedPackage(d), nil
	case d != nil && d.pkg != nil:
		return d.pkg, nil
	case d != nil && d.meta.Error != nil:
		return nil, errors.New(oneLine(d.meta.Error.Err))
	}
	return nil, errors.New("package not found")
}
