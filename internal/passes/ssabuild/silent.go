package ssabuild

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// heard gives the files of the package without the bodies of what generators write and in
// which nothing can wait, queue or be retried: the methods of protocol buffer messages, and
// of the doubles that tests put in the place of an interface. They are a third of the
// functions of some services. The files of the pass stay as they are.
func heard(pass *analysis.Pass) []*ast.File {
	out := make([]*ast.File, len(pass.Files))
	known := map[*types.TypeName]bool{}
	for i, file := range pass.Files {
		out[i] = file
		if !ast.IsGenerated(file) {
			continue
		}
		f := *file
		f.Decls = make([]ast.Decl, len(file.Decls))
		for j, decl := range file.Decls {
			f.Decls[j] = decl
			d, ok := decl.(*ast.FuncDecl)
			if !ok || d.Recv == nil || d.Body == nil || !silent(pass, d, known) {
				continue
			}
			bare := *d
			bare.Body = nil
			f.Decls[j] = &bare
		}
		out[i] = &f
	}
	return out
}

// silent tells whether the type that the method d of a generated file belongs to is a
// message or a double; known remembers the answers.
func silent(pass *analysis.Pass, d *ast.FuncDecl, known map[*types.TypeName]bool) bool {
	fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return false
	}
	n := named(fn.Signature().Recv().Type())
	if n == nil {
		return false
	}
	is, ok := known[n.Obj()]
	if !ok {
		is = message(n) || double(n) || recorder(n)
		known[n.Obj()] = is
	}
	return is
}

// message tells whether n is a protocol buffer message, by the method that marks one.
func message(n *types.Named) bool {
	for m := range n.Methods() {
		if m.Name() == "ProtoMessage" && m.Signature().Params().Len()+m.Signature().Results().Len() == 0 {
			return true
		}
	}
	return false
}

// double tells whether n hands its calls to a library of doubles, which answers as the test
// has told it.
func double(n *types.Named) bool {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range st.Fields() {
		t := named(v.Type())
		if t == nil || t.Obj().Pkg() == nil {
			continue
		}
		switch t.Obj().Pkg().Path() + "." + t.Obj().Name() {
		case "go.uber.org/mock/gomock.Controller", "github.com/golang/mock/gomock.Controller", "github.com/stretchr/testify/mock.Mock":
			return true
		}
	}
	return false
}

// recorder tells whether n is what a test tells its expectations to: it has a double and
// nothing else.
func recorder(n *types.Named) bool {
	st, ok := n.Underlying().(*types.Struct)
	if !ok || st.NumFields() != 1 {
		return false
	}
	of := named(st.Field(0).Type())
	return of != nil && double(of)
}

// named returns the named type that t is or points to, of an instance the generic one.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return nil
	}
	return n.Origin()
}
