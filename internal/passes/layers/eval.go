package layers

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Eval finds the retry layers in the values of one package. It remembers what it found,
// so that it serves one goroutine at a time.
type Eval struct {
	pass     *analysis.Pass
	x        *flow.Index
	cat      *catalogue.Catalogue
	facts    Facts
	memo     map[ssa.Value]*saying
	busy     map[ssa.Value]bool
	counting map[ssa.Value]bool
	counted  map[ssa.Value][]count
	types    map[types.Type]relevance
	kinds    *Kinds
	depth    int
	steps    int // values looked at for the present answer
	cuts     int // how often a cycle was cut
}

// New makes an Eval for the package of pass, whose index x is.
func New(pass *analysis.Pass, x *flow.Index, cat *catalogue.Catalogue, f Facts, kinds *Kinds) *Eval {
	e := &Eval{pass: pass, x: x, cat: cat, facts: f, types: map[types.Type]relevance{}, kinds: kinds}
	e.Reset()
	return e
}

// Reset forgets what was evaluated with older facts.
func (e *Eval) Reset() {
	e.memo = map[ssa.Value]*saying{}
	e.busy = map[ssa.Value]bool{}
	e.counting = map[ssa.Value]bool{}
	e.counted = map[ssa.Value][]count{}
	e.depth, e.cuts = 0, 0
}

// Client returns what stands in the client, transport, option or configuration v.
func (e *Eval) Client(v ssa.Value) Value {
	at := v.Parent()
	if at != nil {
		at = flow.Origin(flow.Named(at))
	}
	settings := e.matters(v.Type(), 0).settings
	return e.value(e.said(v), at, func(sp spec) bool {
		return sp.made || settings // a transport has no use for the settings of what stands in it
	})
}

// Number returns the number that v is as an argument: an integer, or what a policy or a
// configuration says of the number of attempts.
func (e *Eval) Number(v ssa.Value) attempts.Number {
	at := v.Parent()
	if at != nil {
		at = flow.Origin(flow.Named(at))
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		return combine(e.numbers(v), attempts.Number{}, at)
	}
	val := e.Client(v)
	if len(val.Layers) == 0 {
		return attempts.Setting(e.named(v))
	}
	return val.Layers[0].Attempts
}

// Sets lists the names of the layers whose number of attempts the package sets somewhere,
// sorted: a layer of that name that is at its Default elsewhere in the program may have
// been given this number.
func (e *Eval) Sets() []string {
	var out []string
	note := func(knobs []catalogue.Knob) {
		for _, k := range knobs {
			if k.Counts() {
				out = append(out, k.Entry.LayerName())
			}
		}
	}
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case ssa.CallInstruction:
					if callee, _ := ssacall.Target(in.Common()); callee != nil {
						note(e.cat.Knobs("func:" + catalogue.Name(callee)))
					}
				case *ssa.Store:
					if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
						note(e.cat.Knobs("field:" + fieldPath(fa)))
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Concerns returns what tells, from types only, whether an object that the package of pass uses
// is a symbol with which the catalogue's retry entries have to do, or makes something through
// which requests go. A package that uses none has no layers.
func Concerns(pass *analysis.Pass, cat *catalogue.Catalogue) func(types.Object) bool {
	none := map[*types.Package]bool{} // that have nothing to do with retries
	return func(obj types.Object) bool {
		pkg := obj.Pkg()
		if pkg == nil || pkg == pass.Pkg {
			return false
		}
		fn, isFunc := obj.(*types.Func)
		switch obj.(type) {
		case *types.Func, *types.TypeName, *types.Var:
		default:
			return false
		}
		if !none[pkg] {
			if cat.HasRetries(pkg.Path()) {
				return true
			}
			none[pkg] = true
		}
		return isFunc && takesCallOptions(fn)
	}
}

// takesCallOptions tells whether fn is a method of a gRPC stub.
func takesCallOptions(fn *types.Func) bool {
	sig := fn.Signature()
	n := sig.Params().Len()
	return sig.Variadic() && n > 1 && gotype.Is(sig.Params().At(n-1).Type().(*types.Slice).Elem(), grpcPath, "CallOption")
}
