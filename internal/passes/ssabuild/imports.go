package ssabuild

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// createImports makes the packages that the package imports known to prog, each with the
// functions and variables that the package names and nothing else.
//
// CreatePackage without files makes a member of everything that an import declares, which
// for the large libraries costs more than all that is built of the package itself. With
// files it takes what these declare: so it is given one that declares just what is used.
// A method that is not named, but reached otherwise, is made when it is asked for, as it
// is for packages that are imported indirectly.
func createImports(prog *ssa.Program, pass *analysis.Pass, all []types.Object) {
	used := usedOf(pass.Pkg, all)
	for _, p := range pass.Pkg.Imports() {
		info := &types.Info{Defs: make(map[*ast.Ident]types.Object, len(used[p]))}
		decl := &ast.GenDecl{Tok: token.TYPE}
		for _, obj := range used[p] {
			id := &ast.Ident{Name: obj.Name()}
			info.Defs[id] = obj
			decl.Specs = append(decl.Specs, &ast.TypeSpec{Name: id})
		}
		prog.CreatePackage(p, []*ast.File{{Decls: []ast.Decl{decl}}}, info, true)
	}
}

// usedOf lists the functions, methods and variables of others that the package uses, by the
// package that declares them.
func usedOf(pkg *types.Package, all []types.Object) map[*types.Package][]types.Object {
	used := map[*types.Package][]types.Object{}
	seen := map[types.Object]bool{} // generic ones: all lists each instance
	for _, obj := range all {
		if obj.Pkg() == nil || obj.Pkg() == pkg {
			continue
		}
		switch o := obj.(type) {
		case *types.Func:
			if o.Signature().Recv() != nil && types.IsInterface(o.Signature().Recv().Type()) {
				continue
			}
			if obj = o.Origin(); obj != o || o.Signature().RecvTypeParams().Len() > 0 {
				if seen[obj] {
					continue
				}
				seen[obj] = true
			}
		case *types.Var:
			if obj.Parent() != obj.Pkg().Scope() {
				continue // a field, or what a function of the import declares
			}
		default:
			continue // a type or a constant: the builder takes these from the type checker
		}
		used[obj.Pkg()] = append(used[obj.Pkg()], obj)
	}
	return used
}
