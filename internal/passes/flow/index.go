// Package flow answers where a value comes from, within one package in SSA form:
// through locals, cells that closures share, fields, package variables, conversions
// and the variables that function literals capture.
//
// It knows nothing of contexts, clients or deadlines, and it follows no call: what a
// call returns is for its users to say.
package flow

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/cycles"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// An Index holds what must be known of a whole package before a single value can be
// traced. It says the same after New, and is safe for concurrent use.
type Index struct {
	SSA     *ssabuild.SSA
	fields  map[*types.Var][]*ssa.Store             // stores into a field, by the field's origin
	addrs   map[*types.Var][]*ssa.FieldAddr         // places that take a field's address
	globals map[*ssa.Global][]*ssa.Store            // stores into a package variable
	lits    map[*ssa.Function][]*ssa.MakeClosure    // where a function literal is made
	calls   map[*ssa.Function][]ssa.CallInstruction // static calls of a function of the package
	moves   map[*ssa.Function][]Move                // see Moves; only those that have one
	uses    map[*ssa.Global][]ssa.Instruction       // what uses a package variable's address
	sites   map[*ssa.Function][]Site                // see Sites
	values  map[*ssa.Function][]*ssa.Function       // see Values
	order   func() []*ssa.Function                  // see BottomUp

	mu     sync.Mutex
	loads  map[ssa.Value][]Leaf // see Resolve
	cycles cycles.Index         // see Cycles
}

// New gives the index of the package. It reads the package once, and all who ask share it.
func New(s *ssabuild.SSA) *Index {
	return s.Index(func() any { return read(s) }).(*Index)
}

func read(s *ssabuild.SSA) *Index {
	x := &Index{
		SSA:     s,
		fields:  map[*types.Var][]*ssa.Store{},
		addrs:   map[*types.Var][]*ssa.FieldAddr{},
		globals: map[*ssa.Global][]*ssa.Store{},
		lits:    map[*ssa.Function][]*ssa.MakeClosure{},
		calls:   map[*ssa.Function][]ssa.CallInstruction{},
		moves:   map[*ssa.Function][]Move{},
		uses:    map[*ssa.Global][]ssa.Instruction{},
		sites:   make(map[*ssa.Function][]Site, len(s.Funcs)),
		values:  map[*ssa.Function][]*ssa.Function{},
		loads:   map[ssa.Value][]Leaf{},
		cycles:  cycles.Index{},
	}
	x.order = sync.OnceValue(x.bottomUp)
	r := reader{Index: x, called: targets{}}
	for _, fn := range s.Funcs {
		r.function(fn)
	}
	return x
}

// A reader fills an Index.
type reader struct {
	*Index
	called targets
	here   []Site // of the function that is read
	ops    []*ssa.Value
}

// function goes over the instructions of fn once.
func (r *reader) function(fn *ssa.Function) {
	var moves []Move
	r.here = r.here[:0]
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				r.call(in)
			case *ssa.Go:
				r.call(in)
			case *ssa.Defer:
				r.call(in)
			case *ssa.Store:
				r.store(in)
			case *ssa.FieldAddr:
				f := FieldVar(in)
				r.addrs[f] = append(r.addrs[f], in)
			case *ssa.MakeClosure:
				lit := in.Fn.(*ssa.Function)
				r.lits[lit] = append(r.lits[lit], in)
			}
			if isMove(in) {
				moves = append(moves, Move{in, len(r.here)})
			}
			r.ops = in.Operands(r.ops[:0])
			r.operands(fn, in, r.ops)
		}
	}
	r.sites[fn] = append([]Site(nil), r.here...)
	if len(moves) > 0 {
		r.moves[fn] = moves
	}
}

func (r *reader) call(c ssa.CallInstruction) {
	r.here = append(r.here, r.called.site(c))
	if callee := c.Common().StaticCallee(); callee != nil {
		if callee = Origin(callee); callee.Pkg == r.SSA.Pkg {
			r.calls[callee] = append(r.calls[callee], c)
		}
	}
}

func (x *Index) store(st *ssa.Store) {
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		f := FieldVar(addr)
		x.fields[f] = append(x.fields[f], st)
	case *ssa.Global:
		x.globals[addr] = append(x.globals[addr], st)
	}
}

// Origin returns the generic function that fn is an instance of, or fn.
func Origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// FieldVar returns the field whose address is taken, as the generic type declares it.
func FieldVar(a *ssa.FieldAddr) *types.Var {
	return structField(a.X.Type(), a.Field)
}

func structField(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok { // a type parameter with a core type of struct
		return types.NewField(0, nil, "", types.Typ[types.Invalid], false)
	}
	return st.Field(i).Origin()
}

// FieldStores returns the stores into field anywhere in the package.
func (x *Index) FieldStores(field *types.Var) []*ssa.Store { return x.fields[field.Origin()] }

// FieldAddrs returns the places in the package that take field's address.
func (x *Index) FieldAddrs(field *types.Var) []*ssa.FieldAddr { return x.addrs[field.Origin()] }

// GlobalStores returns the stores into g in this package, initialisers included.
func (x *Index) GlobalStores(g *ssa.Global) []*ssa.Store { return x.globals[g] }

// Literals returns the places where the function literal lit is made with captured
// variables.
func (x *Index) Literals(lit *ssa.Function) []*ssa.MakeClosure { return x.lits[lit] }

// Callers returns the static calls of fn, a function of the package, in the package.
func (x *Index) Callers(fn *ssa.Function) []ssa.CallInstruction { return x.calls[fn] }

// Values returns the functions that fn uses as values, one that it uses twice twice, in the
// order of its blocks. The slice is shared: do not change it.
func (x *Index) Values(fn *ssa.Function) []*ssa.Function { return x.values[fn] }

// Cycles returns those of fn, which are found once for all that ask.
func (x *Index) Cycles(fn *ssa.Function) *cycles.Cycles {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.cycles.Of(fn)
}

// Again tells whether b can run again after itself.
func (x *Index) Again(b *ssa.BasicBlock) bool { return x.Cycles(b.Parent()).In(b) }

// Named returns the declared function that the literal fn stands in, or fn itself.
func Named(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
