package wiring

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/trace"
)

// A walker reads one package.
type walker struct {
	pass      *analysis.Pass
	info      *types.Info
	impl      *implement.Index
	fn        *types.Func           // the declared function that is read, or nil
	mattering map[types.Type]bool   // see matters
	ids       map[types.Type]string // of the interfaces that out has
	hashes    map[*types.Func]string
	out       *Package
	seen      map[any]bool    // the Iface ids, Put keys and Flows that out has
	known     map[string]bool // the nodes that something is put into
	away      bool            // an argument of a function of another package is read
}

// body reads what stands in n. Its return statements are those of sig, which is that of the
// declared function fn, or of a literal where fn is nil.
func (w *walker) body(n ast.Node, sig *types.Signature, fn *types.Func) {
	gives := sig != nil && w.any(sig.Results())
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident, *ast.BasicLit:
			return false // most nodes, with nothing below
		case *ast.SelectorExpr:
			_, plain := n.X.(*ast.Ident)
			return !plain
		case *ast.FuncLit:
			if s, ok := w.info.TypeOf(n).(*types.Signature); ok {
				w.body(n.Body, s, nil)
			}
			return false
		case *ast.CallExpr:
			w.call(n)
		case *ast.AssignStmt:
			w.assign(n)
		case *ast.ValueSpec:
			w.spec(n)
		case *ast.CompositeLit:
			w.literal(n)
		case *ast.ReturnStmt:
			if gives {
				w.returns(n, sig, fn)
			}
		case *ast.SendStmt:
			if c, ok := w.info.TypeOf(n.Chan).Underlying().(*types.Chan); ok {
				w.put(n.Value, c.Elem(), "")
			}
		}
		return true
	})
}

func (w *walker) call(c *ast.CallExpr) {
	if len(c.Args) == 0 {
		return
	}
	tv := w.info.Types[c.Fun]
	if tv.IsType() {
		if len(c.Args) == 1 {
			w.put(c.Args[0], tv.Type, "")
		}
		return
	}
	sig, ok := tv.Type.(*types.Signature)
	if !ok {
		if tv.Type == nil {
			return
		}
		if sig, ok = tv.Type.Underlying().(*types.Signature); !ok {
			return
		}
	}
	n := sig.Params().Len()
	if len(c.Args) == 1 && n > 1 {
		w.spread(c.Args[0], sig, w.callee(c.Fun))
		return
	}
	for i, a := range c.Args {
		j := min(i, n-1)
		if j < 0 {
			return
		}
		t := sig.Params().At(j).Type()
		if sig.Variadic() && j == n-1 && c.Ellipsis == token.NoPos {
			s, ok := t.(*types.Slice)
			if !ok {
				return
			}
			t = s.Elem()
		}
		if w.iface(t) != "" {
			callee := w.callee(c.Fun)
			w.away = callee != nil && callee.Pkg() != w.pass.Pkg
			w.put(a, t, ParamNode(callee, j))
			w.away = false
		}
	}
}

// any tells whether one of the types is an interface that matters.
func (w *walker) any(vars *types.Tuple) bool {
	for v := range vars.Variables() {
		if w.matters(v.Type()) {
			return true
		}
	}
	return false
}

// spread reads f(g()), where g may give several values.
func (w *walker) spread(e ast.Expr, sig *types.Signature, callee *types.Func) {
	_, several := w.info.TypeOf(e).(*types.Tuple)
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if w.iface(t) == "" {
			continue
		}
		if several {
			w.putResult(e, i, t, ParamNode(callee, i))
		} else if i == 0 {
			w.put(e, t, ParamNode(callee, 0)) // the others are variadic, and none
		}
	}
}

// callee returns the declared function of the program that is called, or nil.
func (w *walker) callee(e ast.Expr) *types.Func {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.declared(e)
	case *ast.SelectorExpr:
		return w.declared(e.Sel)
	case *ast.IndexExpr:
		return w.callee(e.X)
	case *ast.IndexListExpr:
		return w.callee(e.X)
	}
	return nil
}

func (w *walker) declared(id *ast.Ident) *types.Func {
	fn, ok := w.info.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || !outside.InProgram(w.pass, fn.Pkg().Path()) {
		return nil
	}
	if r := fn.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
		return nil
	}
	return fn
}

func (w *walker) assign(s *ast.AssignStmt) {
	if len(s.Lhs) != len(s.Rhs) {
		for i, l := range s.Lhs {
			if t := w.assigned(l); len(s.Rhs) == 1 && w.iface(t) != "" {
				w.putResult(s.Rhs[0], i, t, w.node(l))
			}
		}
		return
	}
	for i, l := range s.Lhs {
		if t := w.assigned(l); w.iface(t) != "" {
			w.put(s.Rhs[i], t, w.node(l))
		}
	}
}

// assigned is the type of what stands left of an assignment. Most are variables, whose
// types are quicker found than those of expressions.
func (w *walker) assigned(e ast.Expr) types.Type {
	if id, ok := e.(*ast.Ident); ok {
		if id.Name == "_" {
			return nil
		}
		if obj := w.info.ObjectOf(id); obj != nil {
			return obj.Type()
		}
	}
	return w.info.TypeOf(e)
}

func (w *walker) spec(s *ast.ValueSpec) {
	for i, name := range s.Names {
		obj := w.info.Defs[name]
		if name.Name == "_" || obj == nil || w.iface(obj.Type()) == "" {
			continue // var _ I = (*T)(nil) only asks whether T implements I
		}
		switch {
		case len(s.Values) == len(s.Names):
			w.put(s.Values[i], obj.Type(), w.node(name))
		case len(s.Values) == 1:
			w.putResult(s.Values[0], i, obj.Type(), w.node(name))
		}
	}
}

func (w *walker) literal(l *ast.CompositeLit) {
	t := w.info.TypeOf(l)
	if t == nil {
		return
	}
	switch u := gotype.Deref(t).Underlying().(type) {
	case *types.Struct:
		for i, e := range l.Elts {
			var f *types.Var
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					f, _ = w.info.Uses[id].(*types.Var)
				}
				e = kv.Value
			} else if i < u.NumFields() {
				f = u.Field(i)
			}
			if f != nil && w.iface(f.Type()) != "" {
				w.put(e, f.Type(), FieldNode(t, f))
			}
		}
	case *types.Slice:
		w.elements(l, u.Elem())
	case *types.Array:
		w.elements(l, u.Elem())
	case *types.Map:
		w.elements(l, u.Elem())
	}
}

func (w *walker) elements(l *ast.CompositeLit, t types.Type) {
	if w.iface(t) == "" {
		return
	}
	for _, e := range l.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		w.put(e, t, "")
	}
}

func (w *walker) returns(r *ast.ReturnStmt, sig *types.Signature, fn *types.Func) {
	n := sig.Results().Len()
	if len(r.Results) == 0 && n > 0 && fn != nil { // named results
		for i := range n {
			if v := sig.Results().At(i); w.iface(v.Type()) != "" {
				w.flow(ResultNode(fn, i), w.local(v))
			}
		}
	}
	if len(r.Results) == 1 && n > 1 {
		for i := range n {
			if t := sig.Results().At(i).Type(); w.iface(t) != "" {
				w.putResult(r.Results[0], i, t, ResultNode(fn, i))
			}
		}
		return
	}
	for i, e := range r.Results {
		if i < n && w.iface(sig.Results().At(i).Type()) != "" {
			w.put(e, sig.Results().At(i).Type(), ResultNode(fn, i))
		}
	}
}

// put notes that the value of e becomes one of the interface t, in the node into.
func (w *walker) put(e ast.Expr, t types.Type, into string) {
	if have := w.info.TypeOf(e); have != nil && !isNil(w.info, e) {
		w.putType(e, have, t, into, w.node(e))
	}
}

// putResult is put for result i of the call e, which gives several.
func (w *walker) putResult(e ast.Expr, i int, t types.Type, into string) {
	tuple, ok := w.info.TypeOf(e).(*types.Tuple)
	switch {
	case ok && i < tuple.Len():
		w.putType(e, tuple.At(i).Type(), t, into, w.result(e, i))
	case !ok:
		w.flow(into, "") // v, ok := m[k]
	}
}

// putType is put for a value of the type have, which e gives and which is in the node from.
func (w *walker) putType(e ast.Expr, have, t types.Type, into, from string) {
	id := w.iface(t)
	if id == "" {
		return
	}
	if types.IsInterface(have) {
		w.flow(into, from)
		return
	}
	n, ok := types.Unalias(gotype.Deref(have)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		w.flow(into, "")
		return
	}
	w.known[into] = true
	p := Put{Type: w.typeID(n), Iface: id, Into: into, Away: w.away}
	if from != "" && One(from) && into != "" {
		p.Value = from
	}
	key := [4]string{p.Type, p.Iface, p.Into, p.Value}
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	p.Name = n.Obj().Pkg().Name() + "." + n.Obj().Name()
	p.At = w.step(e.Pos(), "puts "+p.Name+" behind "+types.TypeString(t, (*types.Package).Name))
	foreign := p.Type != implement.Type(n.Obj())
	if !foreign {
		p.Other = w.others(have, n, t.Underlying().(*types.Interface))
	}
	w.out.Puts = append(w.out.Puts, p)
	if k := [2]string{p.Type, p.Iface}; foreign && !w.seen[k] {
		w.seen[k] = true
		w.out.Foreign = append(w.out.Foreign, Foreign{p.Type, have, t})
	}
}

// typeID is the id of a named type.
func (w *walker) typeID(n *types.Named) string {
	id := implement.Type(n.Obj())
	if !outside.InProgram(w.pass, n.Obj().Pkg().Path()) {
		id = implement.Hash(id, w.pass.Pkg.Path())
	}
	return id
}

// isNil tells whether e is nil, or a nil pointer of some type.
func isNil(info *types.Info, e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv := info.Types[e]; tv.IsNil() {
		return true
	}
	c, ok := e.(*ast.CallExpr)
	return ok && len(c.Args) == 1 && info.Types[c.Fun].IsType() && info.Types[c.Args[0]].IsNil()
}

// flow notes that what is in the node from gets into the node into.
func (w *walker) flow(into, from string) {
	if strings.HasPrefix(from, local) && !w.known[from] {
		from = ""
	}
	w.known[into] = true
	f := Flow{into, from}
	if into != "" && into != from && !w.seen[f] {
		w.seen[f] = true
		w.out.Flows = append(w.out.Flows, f)
	}
}

func (w *walker) step(pos token.Pos, note string) trace.Step {
	p := w.pass.Fset.Position(pos)
	s := trace.Step{Kind: trace.Store, Pkg: w.pass.Pkg.Path(), File: filepath.Base(p.Filename), Line: p.Line, Col: p.Column, Note: note}
	if w.fn != nil {
		s.Func = gotype.FuncName(w.fn)
	}
	return s
}
