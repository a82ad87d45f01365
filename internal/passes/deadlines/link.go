package deadlines

import (
	"fmt"
	"go/types"
	"hash/fnv"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// MethodKey names a method by its name and signature, so that a method of an interface
// and the one that implements it have the same key though neither package sees the
// other. It is "" for what is no method, for a method without a context, and for a
// signature of basic types only, which unrelated methods share.
func (e *Eval) MethodKey(fn *types.Func) string {
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Params().Len() == 0 || !isContext(sig.Params().At(0).Type()) || !e.distinct(sig) {
		return ""
	}
	bare := types.NewSignatureType(nil, nil, nil, unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic())
	h := fnv.New64a()
	fmt.Fprint(h, fn.Name(), types.TypeString(bare, nil))
	return fmt.Sprintf("%016x", h.Sum64())
}

func unnamed(t *types.Tuple) *types.Tuple {
	vars := make([]*types.Var, t.Len())
	for i := range vars {
		vars[i] = types.NewParam(0, nil, "", t.At(i).Type())
	}
	return types.NewTuple(vars...)
}

// distinct tells whether a type of the program itself is in the signature.
func (e *Eval) distinct(sig *types.Signature) bool {
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range t.Len() {
			if e.ofProgram(t.At(i).Type(), 0) {
				return true
			}
		}
	}
	return false
}

func (e *Eval) ofProgram(t types.Type, depth int) bool {
	if depth > 3 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() != nil && e.inProgram(t.Obj().Pkg().Path())
	case *types.Pointer:
		return e.ofProgram(t.Elem(), depth+1)
	case *types.Slice:
		return e.ofProgram(t.Elem(), depth+1)
	case *types.Map:
		return e.ofProgram(t.Key(), depth+1) || e.ofProgram(t.Elem(), depth+1)
	}
	return false
}

// link notes what the method fn, of the given key, does with its context: it waits, or
// it hands it on to a method of another key.
func (p *Package) link(key string, fn *ssa.Function, f *Func) {
	if key == "" || TestHelper(fn) {
		return
	}
	for _, w := range f.Waits {
		if w.Ctx != 1 || w.Client != NoParam || w.Child || w.Loop || w.Local || w.OS {
			continue // parameter 0 is the receiver, 1 the context
		}
		note := "waits " + key
		if w.If != "" {
			note = "waits " + key + " if " + w.If
		}
		if !slices.Contains(p.Links, note) {
			p.Links = append(p.Links, note)
		}
	}
}
