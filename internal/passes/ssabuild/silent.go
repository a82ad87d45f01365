package ssabuild

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

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

// withoutTables gives the type information of the package without the initialisers of the
// tables in generated files: of numbers, names or types, such as those of protocol buffers,
// from which no value leads anywhere. The information of the pass stays as it is.
func withoutTables(pass *analysis.Pass) *types.Info {
	generated := map[*token.File]bool{}
	for _, f := range pass.Files {
		if ast.IsGenerated(f) {
			generated[pass.Fset.File(f.FileStart)] = true
		}
	}
	if len(generated) == 0 {
		return pass.TypesInfo
	}
	info := *pass.TypesInfo
	info.InitOrder = slices.DeleteFunc(slices.Clone(info.InitOrder), func(in *types.Initializer) bool {
		return len(in.Lhs) == 1 && table(in.Lhs[0].Type()) && generated[pass.Fset.File(in.Rhs.Pos())] && plain(&info, in.Rhs)
	})
	return &info
}

// table tells a list or a map of numbers, texts or values of any type.
func table(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return atom(t.Elem())
	case *types.Array:
		return atom(t.Elem())
	case *types.Map:
		return atom(t.Key()) && atom(t.Elem())
	}
	return false
}

func atom(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return t.Empty()
	}
	return false
}

// plain tells whether an expression runs nothing and names no function or variable.
func plain(info *types.Info, x ast.Expr) bool {
	out := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			out = false
		case *ast.CallExpr:
			out = out && info.Types[n.Fun].IsType() // a conversion
		case *ast.Ident:
			switch info.Uses[n].(type) {
			case *types.Func, *types.Var:
				out = false
			}
		}
		return out
	})
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
