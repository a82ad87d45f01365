package compare

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// sources are the files of one side, each read and parsed once, when it is asked for.
type sources struct {
	read    func(name string) ([]byte, error)
	files   map[string]*file
	modules map[string]string // of a folder: the path of the module that it is the root of, or ""
}

func newSources(read func(string) ([]byte, error)) *sources {
	return &sources{read: read, files: map[string]*file{}, modules: map[string]string{}}
}

// declID names a declaration of a package: a function, T.M for a method, a type, variable
// or constant. What may be there several times (init, _) has its file in the name.
type declID struct{ dir, name string }

// decl is a declaration at the top of a file.
type decl struct {
	id       declID
	kind     token.Token // FUNC, TYPE, VAR or CONST
	node     ast.Node
	file     *file
	from, to int // lines, with the comment above it

	toks []tok // see shape.go
}

// file is a parsed file.
type file struct {
	name, dir string
	src       []byte
	fset      *token.FileSet
	syntax    *ast.File
	lines     []string
	decls     []*decl
	imports   map[string]string // by the name in the file
}

// file gives nil where there is no such file, or it cannot be parsed at all.
func (s *sources) file(name string) *file {
	if f, ok := s.files[name]; ok {
		return f
	}
	var f *file
	if src, err := s.read(name); err == nil && strings.HasSuffix(name, ".go") {
		fset := token.NewFileSet()
		// What cannot be parsed to its end is as good as what was read of it.
		if syntax, _ := parser.ParseFile(fset, name, src, parser.ParseComments); syntax != nil {
			f = &file{name: name, dir: filepath.Dir(name), src: src, fset: fset, syntax: syntax,
				lines: strings.Split(string(src), "\n"), imports: map[string]string{}}
			f.collect()
		}
	}
	s.files[name] = f
	return f
}

// line is a line without what only the layout decides.
func (f *file) line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	return strings.Join(strings.Fields(f.lines[n-1]), " ")
}

// at gives the declaration that a line is of.
func (f *file) at(line int) *decl {
	for _, d := range f.decls {
		if d.from <= line && line <= d.to {
			return d
		}
	}
	return nil
}

func (f *file) collect() {
	for _, spec := range f.syntax.Imports {
		p := strings.Trim(spec.Path.Value, "\"`")
		name := importName(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		f.imports[name] = p
	}
	for _, d := range f.syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f.add(funcName(d), token.FUNC, d, d.Doc)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				doc := d.Doc
				switch s := s.(type) {
				case *ast.TypeSpec:
					if d.Lparen.IsValid() {
						doc = s.Doc
					}
					f.add(s.Name.Name, token.TYPE, s, doc)
				case *ast.ValueSpec:
					if d.Lparen.IsValid() {
						doc = s.Doc
					}
					for _, name := range s.Names {
						f.add(name.Name, d.Tok, s, doc)
					}
				}
			}
		}
	}
}

func (f *file) add(name string, kind token.Token, node ast.Node, doc *ast.CommentGroup) {
	if name == "init" || name == "_" {
		name += " of " + filepath.Base(f.name)
	}
	from := node.Pos()
	if doc != nil {
		from = doc.Pos()
	}
	f.decls = append(f.decls, &decl{id: declID{f.dir, name}, kind: kind, node: node, file: f,
		from: f.fset.Position(from).Line, to: f.fset.Position(node.End()).Line})
}

// funcName is the name of a function, with that of its receiver's type before it.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// importName guesses the name of a package from its path.
func importName(p string) string {
	base := path.Base(p)
	if majorVersion.MatchString(base) {
		base = path.Base(path.Dir(p))
	}
	return base
}

// imported gives the path of the package that a name in the file may stand for. Where a
// path does not end in the package's name, it has it within: go-redis is redis.
func (f *file) imported(name string) string {
	if p := f.imports[name]; p != "" {
		return p
	}
	for _, known := range slices.Sorted(maps.Keys(f.imports)) {
		if p := f.imports[known]; known == importName(p) && strings.ContainsAny(known, "-.") && strings.Contains(known, name) {
			return p
		}
	}
	return ""
}

// module gives the folder and path of the module that dir is in, if there is one.
func (s *sources) module(dir string) (root, modulePath string) {
	for {
		p, known := s.modules[dir]
		if !known {
			if text, err := s.read(filepath.Join(dir, "go.mod")); err == nil {
				p = modfile.ModulePath(text)
			}
			s.modules[dir] = p
		}
		if p != "" {
			return dir, p
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", ""
		}
		dir = up
	}
}

// folder gives the folder of an imported package, if it is of one of the modules that have
// been asked for.
func (s *sources) folder(importPath string) (string, bool) {
	best, dir := "", ""
	for root, p := range s.modules {
		rest, ok := strings.CutPrefix(importPath, p)
		if p != "" && ok && (rest == "" || rest[0] == '/') && (len(p) > len(best) || len(p) == len(best) && root < dir) {
			best, dir = p, root
		}
	}
	if best == "" {
		return "", false
	}
	return filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(importPath, best))), true
}
