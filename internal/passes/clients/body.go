package clients

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
)

// A body lists what of one function, without its literals, can matter to this pass. Most
// functions have none, and cost nothing more in any round: with no body, in the function
// and its literals,
//
//   - nothing lives long: neither a loop lasts, nor does it wait for a stop, nor is there a
//     call or a function handed on of which a Life is or can become known;
//   - nothing is made or dropped: there is no literal of a transport or pool, no call that
//     makes one, and none whose callee has or can get a fact;
//   - no field of a client or transport is written: there is no store into one, and no call
//     whose callee has or can get a fact;
//   - no client is used or kept: there is no call that leaves the process or whose callee,
//     behind an interface too, has or can get a fact, and no store of a client.
//
// What is left of a fact are the fates of parameters and the results, which are asked for
// by their types. A fact can become known of a function of the package that has a body of
// its own in the source; those of other packages are known before.
type body struct {
	items []item        // in the order of the code
	names []*types.Func // functions named and not called of which a Life is or can become known
	lasts bool          // see lastingLoop
	stops bool          // see waitsForStop
}

// An item is an instruction that can matter: a call, or one of the kinds.
type item struct {
	in   ssa.Instruction
	call *call
	kind itemKind
	make *Make // with makes, which few do
}

type itemKind uint8

const (
	storesClient itemKind = 1 << iota // a store of a client into a field or package variable
	setsField                         // a store into a field of a client or transport
	registers                         // a store of what a command runs
	makes                             // it makes a transport or pool
)

// readBodies finds what can matter in each function of the package.
func (e *eval) readBodies(order []*ssa.Function) {
	for _, fn := range order {
		if obj, ok := fn.Object().(*types.Func); ok {
			e.own[obj] = true
		}
	}
	for _, fn := range e.x.SSA.Funcs {
		b := body{}
		back, waits, pauses := e.readItems(fn, &b)
		for _, obj := range e.x.FuncValues(fn) {
			if e.lively(obj) {
				b.names = append(b.names, obj)
			}
		}
		b.lasts = back && e.lastingLoop(fn, waits || pauses)
		b.stops = waits && e.waitsForStop(fn)
		if b.lasts || b.stops || len(b.items)+len(b.names) > 0 {
			kept := b // as few are
			e.bodies[fn] = &kept
		}
	}
}

// lively tells whether a function that is only named may make the program live long.
func (e *eval) lively(obj *types.Func) bool {
	if e.canGet(obj) || serverName(obj) {
		return true
	}
	f := e.facts.Imported(obj)
	return f != nil && f.Life != 0
}

// canGet tells whether the package makes a fact of fn, if there is anything to say.
func (e *eval) canGet(fn *types.Func) bool {
	return fn.Pkg() == e.pass.Pkg && e.own[fn.Origin()]
}

// some tells whether anything in fn, or in the literals inside it, can matter.
func (e *eval) some(fn *ssa.Function) bool {
	if e.bodies[fn] != nil {
		return true
	}
	for _, lit := range fn.AnonFuncs {
		if e.some(lit) {
			return true
		}
	}
	return false
}

// eachBody visits the bodies of fn and of the literals inside it.
func (e *eval) eachBody(fn *ssa.Function, visit func(*body)) {
	if b := e.bodies[fn]; b != nil {
		visit(b)
	}
	for _, lit := range fn.AnonFuncs {
		e.eachBody(lit, visit)
	}
}

// readItems adds the items of fn to b. It tells whether a block leads back to one before it
// or to itself, and whether fn waits for a channel, or pauses in another way.
func (e *eval) readItems(fn *ssa.Function, b *body) (back, waits, pauses bool) {
	sites := e.x.Sites(fn)
	for _, blk := range fn.Blocks {
		for _, to := range blk.Succs {
			back = back || to.Index <= blk.Index
		}
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if k := e.storeKind(in); k != 0 {
					b.items = append(b.items, item{in: in, kind: k})
				}
			case *ssa.Alloc:
				if made, ok := e.literal(in); ok {
					m := made // few are kept
					b.items = append(b.items, item{in: in, kind: makes, make: &m})
				}
			case *ssa.UnOp:
				waits = waits || in.Op == token.ARROW
			case *ssa.Select:
				waits = waits || in.Blocking
			case *ssa.Call, *ssa.Go, *ssa.Defer:
				s := &sites[0]
				sites = sites[1:]
				pauses = pauses || s.Fn != nil && gotype.IsFunc(s.Fn, "time.Sleep")
				if it, ok := e.readCall(s); ok {
					pauses = pauses || it.call.out != nil && it.call.out.Stream
					b.items = append(b.items, it)
				}
			}
		}
	}
	return back, waits, pauses
}

// storeKind tells what a store can matter for.
func (e *eval) storeKind(st *ssa.Store) itemKind {
	var k itemKind
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		if n := namedType(gotype.Deref(addr.X.Type())); n != nil {
			switch n.Obj().Name() {
			case "Client", "Transport":
				if gotype.In(n, "net/http", "Client", "Transport") {
					k |= setsField
				}
			case "Command", "App":
				if commandFields[flow.FieldVar(addr).Name()] && commandType(n) {
					k |= registers
				}
			}
		}
	case *ssa.Global:
	default:
		return 0
	}
	if e.isClient(st.Val.Type()) {
		k |= storesClient
	}
	return k
}
