package deadlines

import (
	"go/types"
	"slices"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// candidate tells whether the package can matter: it uses something that leaves the
// process, makes a client or a server, adds a deadline, or that a fact is known of; or
// it hands contexts on in a way that others need to know. Most packages do not, and
// need no SSA.
func (e *Eval) candidate() bool {
	if outside.Skip(e.pass) {
		return false
	}
	roots, takes := false, false
	for _, obj := range e.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Used() {
		switch obj := obj.(type) {
		case *types.Func:
			if e.facts.Imported(obj) != nil || slices.ContainsFunc(e.cat.Func(obj, nil), decides) {
				return true
			}
			if e.ownInterface(obj) {
				return true
			}
			roots = roots || isRoot(obj)
			takes = takes || !isRoot(obj) && takesContext(obj.Signature()) && obj.Pkg().Path() != "context"
		case *types.TypeName:
			if obj.Pkg() != nil && obj.Pkg() != e.pass.Pkg && slices.ContainsFunc(e.cat.Lit(obj.Type()), decides) {
				return true
			}
		}
	}
	return roots && takes || e.helps() || e.awaits()
}

// decides tells whether an entry can matter to what a package does with time: what only
// makes or hands on a context cannot, without a call that uses it.
func decides(en *catalogue.Entry) bool {
	switch en.Kind {
	case catalogue.KindOutbound, catalogue.KindClientNew, catalogue.KindServer:
		return true
	case catalogue.KindLimiter:
		return en.Does == "acquire" || en.Does == "wait"
	case catalogue.KindDeadline:
		return en.Effect == "adds"
	}
	return false
}

// isRoot tells whether fn makes a context without deadline.
func isRoot(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg().Path() != "context" {
		return false
	}
	return fn.Name() == "Background" || fn.Name() == "TODO" || fn.Name() == "WithoutCancel"
}

func takesContext(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && gotype.IsContext(sig.Params().At(0).Type())
}

// ownInterface tells whether fn is a method, with a context, of an interface of the
// program: what implements it may wait.
func (e *Eval) ownInterface(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && fn.Pkg() != nil && takesContext(fn.Signature()) && outside.InProgram(e.pass, fn.Pkg().Path())
}

// helps tells whether the package declares a function that calls a function with a
// context, or that returns a context, a request, a client or a transport.
func (e *Eval) helps() bool {
	for _, obj := range e.pass.TypesInfo.Defs {
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		sig := fn.Signature()
		for i := range sig.Params().Len() {
			if op, ok := sig.Params().At(i).Type().Underlying().(*types.Signature); ok && takesContext(op) {
				return true
			}
		}
		for i := range sig.Results().Len() {
			if t := sig.Results().At(i).Type(); gotype.IsContext(t) || carrier(t) || client(t) {
				return true
			}
		}
	}
	return false
}
