package dependency

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// An origin is one thing that a value can be.
type origin struct {
	ref Ref
	val ssa.Value // what stands there: the making, the function value; nil where only the ref is known
}

// maxOrigins bounds what one value can be; one that can be more is unknown.
const maxOrigins = 6

// at says what is at path in v, as the function that v stands in sees it. whole is false
// where some of it is not known.
func (e *eval) at(v ssa.Value, path string) (out []origin, whole bool) {
	w := e.walk // used again and again, but where one walk asks for another
	if e.walk = nil; w == nil {
		w = &originWalk{e: e}
	}
	w.out, w.whole, w.seen, w.many = nil, true, w.few[:0], nil
	w.value(v, path, 0)
	e.walk = w
	if len(w.out) > maxOrigins {
		return nil, false
	}
	return w.out, w.whole
}

// one is what v is, where that is one known thing.
func (e *eval) one(v ssa.Value, path string) Ref {
	out, whole := e.at(v, path)
	if !whole || len(out) != 1 {
		return Ref{}
	}
	return out[0].ref
}

type originKey struct {
	v    ssa.Value
	path string
}

type originWalk struct {
	e     *eval
	out   []origin
	whole bool
	// What has been visited: a step or two, for nearly all values, and seldom more than few.
	seen []originKey
	few  [6]originKey
	many map[originKey]bool
}

// visit tells whether k is new.
func (w *originWalk) visit(k originKey) bool {
	if slices.Contains(w.seen, k) || w.many[k] {
		return false
	}
	if len(w.seen) < cap(w.seen) {
		w.seen = append(w.seen, k)
		return true
	}
	if w.many == nil {
		w.many = map[originKey]bool{}
	}
	w.many[k] = true
	return true
}

func (w *originWalk) add(o origin) {
	if !o.ref.Known() {
		w.whole = false
		return
	}
	for _, have := range w.out {
		if have.ref == o.ref {
			return
		}
	}
	w.out = append(w.out, o)
}

const maxDepth = 10

func (w *originWalk) value(v ssa.Value, path string, depth int) {
	if !w.visit(originKey{v, path}) {
		return
	}
	if depth > maxDepth || len(w.out) > maxOrigins {
		w.whole = false
		return
	}
	for _, l := range w.e.x.Resolve(v) {
		w.leaf(l, path, depth+1)
	}
}

func (w *originWalk) leaf(l flow.Leaf, path string, depth int) {
	switch l.Kind {
	case flow.Param:
		p := l.Value.(*ssa.Parameter)
		if p.Parent().Parent() != nil {
			w.whole = false
			return
		}
		w.add(origin{ref: Ref{Root: Param, Param: ssacall.ParamIndex(p)}.add(path)})
	case flow.Global, flow.GlobalAddr:
		g := l.Value.(*ssa.Global)
		w.add(origin{ref: Ref{Root: Global, Name: g.Pkg.Pkg.Path() + "." + g.Name()}.add(path), val: g})
	case flow.Field, flow.FieldAddr:
		w.value(l.Base, join(w.e.fieldName(l.Base.Type(), l.Var), path), depth)
	case flow.Alloc:
		w.alloc(l.Value.(*ssa.Alloc), path, depth)
	case flow.Call:
		w.call(l.Value.(*ssa.Call), l.Result, path, depth)
	case flow.Func:
		w.add(origin{ref: w.e.made(l.Value).add(path), val: l.Value})
	case flow.Const:
		w.constant(l.Value)
	default:
		w.other(l.Value, path, depth)
	}
}

// constant is a text; nil is what stands where nothing was set, and says nothing.
func (w *originWalk) constant(v ssa.Value) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String || constant.StringVal(c.Value) == "" {
		return
	}
	w.add(origin{ref: Ref{Root: Text, Name: constant.StringVal(c.Value)}})
}

// made names the place where v is made.
func (e *eval) made(v ssa.Value) Ref {
	name := e.placeName(v.Pos())
	if e.places[name] == nil {
		e.places[name] = v
	}
	return Ref{Root: Made, Name: name}
}

// stored follows the stores into the first field of path through v itself. It is false
// where there are none.
func (w *originWalk) stored(v ssa.Value, path string, depth int) bool {
	if path == "" {
		return false
	}
	first, rest := cut(path)
	f := fieldOf(v.Type(), first)
	if f == nil {
		return false
	}
	stores := flow.StoresTo(v, f)
	for _, st := range stores {
		w.value(st.Val, rest, depth)
	}
	return len(stores) > 0
}

func (w *originWalk) alloc(a *ssa.Alloc, path string, depth int) {
	if w.stored(a, path, depth) {
		return
	}
	copied := false
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			if _, zero := st.Val.(*ssa.Const); !zero {
				copied = true
				if path != "" || !structVal(st.Val) {
					w.value(st.Val, path, depth)
				}
			}
		}
	}
	if copied && path != "" {
		return
	}
	w.add(origin{ref: w.e.made(a).add(path), val: a})
}

func structVal(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Struct)
	return ok
}

// call is what a call gives: by its callee's fact, or what the callee is known to do.
func (w *originWalk) call(c *ssa.Call, result int, path string, depth int) {
	if v := ssacall.Result(c, result); v != nil && w.stored(v, path, depth) {
		return
	}
	com := c.Common()
	obj, _ := ssacall.Target(com)
	if obj == nil {
		w.whole = false
		return
	}
	as := ssacall.Args(com)
	if f := w.e.fact(obj); f != nil && w.gives(f, c, result, path, as, depth) {
		return
	}
	if isString(c.Type()) && path == "" && len(as) == 0 {
		w.whole = false
		return
	}
	switch {
	case w.copies(obj, c, as, path):
		w.value(as[0], path, depth)
	case w.derives(obj, com, c):
		w.value(ssacall.Receiver(com), path, depth)
	case accessor(com, obj, as, outside.InProgram(w.e.pass, gotype.Path(obj))):
		name := gotype.Name(as[0].Type()) + "." + obj.Name() + "()"
		w.value(as[0], join(name, path), depth)
	case w.stub(obj, as, path, depth):
	case makes(w.e, com, obj):
		w.add(origin{ref: w.e.made(c).add(path), val: c})
	default:
		w.whole = false
	}
}

// gives applies what the callee's fact says of the result.
func (w *originWalk) gives(f *Func, c *ssa.Call, result int, path string, as []ssa.Value, depth int) bool {
	best := -1
	for i, g := range f.Gives {
		if g.Index == result && (g.Path == path || g.Path == "" || strings.HasPrefix(path, g.Path+"|")) && !(g.Copy && path == "") {
			if best < 0 || len(g.Path) > len(f.Gives[best].Path) {
				best = i
			}
		}
	}
	if best < 0 {
		return false
	}
	for _, g := range f.Gives { // several Gives of one path are what it may be
		if g.Index != result || g.Path != f.Gives[best].Path {
			continue
		}
		rest := strings.TrimPrefix(strings.TrimPrefix(path, g.Path), "|")
		switch {
		case g.Ref.Root == Param && g.Ref.Param < len(as):
			w.value(as[g.Ref.Param], join(g.Ref.Path, rest), depth)
		case g.Ref.Root == Param:
			w.whole = false
		case g.Ref.Root == Made:
			w.add(w.e.perCall(g.Ref, c).with(rest))
		default:
			w.add(origin{ref: g.Ref.add(rest)})
		}
	}
	return true
}

// perCall is what the callee of c makes anew for this call.
func (e *eval) perCall(r Ref, c *ssa.Call) origin {
	o := origin{ref: Ref{Root: Made, Name: r.Name + "<" + e.placeName(c.Pos())}}
	if v := e.places[r.Name]; v != nil {
		e.places[o.ref.Name] = v
	}
	o.ref.Path = r.Path
	return o
}

func (o origin) with(path string) origin { o.ref = o.ref.add(path); return o }

// copies tells whether a function outside the program gives back a copy of its first
// argument: a configuration whose pointers are shared.
func (w *originWalk) copies(obj *types.Func, c *ssa.Call, as []ssa.Value, path string) bool {
	if path == "" || len(as) != 1 || !types.Identical(as[0].Type(), c.Type()) {
		return false
	}
	name := strings.ToLower(obj.Name())
	return (strings.HasPrefix(name, "copy") || strings.HasPrefix(name, "clone") || strings.Contains(name, "shallow")) && !strings.Contains(name, "deep")
}

// derives tells whether a method of a library gives something that stands for its
// receiver: a builder, a session, a transaction.
func (w *originWalk) derives(obj *types.Func, com *ssa.CallCommon, c *ssa.Call) bool {
	r := ssacall.Receiver(com)
	if r == nil || obj.Pkg() == nil {
		return false
	}
	if types.Identical(r.Type(), c.Type()) && w.e.fact(obj) == nil {
		return true
	}
	return !outside.InProgram(w.e.pass, obj.Pkg().Path()) && strings.Contains(obj.Pkg().Path(), ".") || obj.Pkg().Path() == "database/sql"
}

// choosing are beginnings of the names of accessors that may give another thing each time.
var choosing = []string{"next", "pick", "rand", "select", "choose", "rotat", "balanc", "new", "create", "make", "open", "dial",
	"connect", "acquire", "borrow", "take", "begin", "any", "build", "fallback", "clone", "copy"}

// accessor tells whether a call only gives what its receiver holds: it has no other
// argument than constants, and its name does not say that it chooses or makes.
func accessor(com *ssa.CallCommon, obj *types.Func, as []ssa.Value, own bool) bool {
	if !own || len(as) != 1 || ssacall.Receiver(com) == nil || obj.Signature().Results().Len() != 1 {
		return false
	}
	name := strings.ToLower(obj.Name())
	for _, c := range choosing {
		if strings.Contains(name, c) {
			return false
		}
	}
	return true
}

// stub follows the connection inside what is made around one: a gRPC stub, a client over
// a client.
func (w *originWalk) stub(obj *types.Func, as []ssa.Value, path string, depth int) bool {
	if path != "" || outside.InProgram(w.e.pass, gotype.Path(obj)) && w.e.fact(obj) != nil {
		return false
	}
	for _, a := range as {
		if gotype.In(a.Type(), "google.golang.org/grpc", "ClientConnInterface", "ClientConn") {
			w.value(a, "", depth)
			return true
		}
	}
	return false
}

// makes tells whether a call makes a client, a limiter, a breaker: a thing of its own
// that is known by the place of the call.
func makes(e *eval, com *ssa.CallCommon, obj *types.Func) bool {
	for _, en := range e.cat.Func(obj, nil) {
		if en.Kind == catalogue.KindClientNew || en.Does == "new" {
			return true
		}
	}
	if ssacall.Receiver(com) != nil && !strings.HasPrefix(strings.ToLower(obj.Name()), "new") {
		return false
	}
	name := strings.ToLower(obj.Name())
	for _, p := range []string{"new", "make", "open", "dial", "connect", "create", "build", "must"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
