package loops

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// maxEval bounds the operands that the evaluation of one value goes down.
const maxEval = 24

func deref(t types.Type) types.Type { return gotype.Deref(t) }

// eval says what v is, where e is known.
func (m *machine) eval(v ssa.Value, e env) val { return m.ev(v, e, maxEval) }

func (m *machine) ev(v ssa.Value, e env, fuel int) val {
	if fuel == 0 {
		return val{}
	}
	if known, ok := e[key{v, ""}]; ok {
		return known
	}
	if known, ok := m.sym[key{v, ""}]; ok {
		return known
	}
	fuel--
	switch v := v.(type) {
	case *ssa.Const:
		return constVal(v)
	case *ssa.UnOp:
		return m.unary(v, e, fuel)
	case *ssa.BinOp:
		return m.compare(v, e, fuel)
	case *ssa.ChangeInterface:
		return m.ev(v.X, e, fuel)
	case *ssa.ChangeType:
		return m.ev(v.X, e, fuel)
	case *ssa.Convert:
		if isInt(v.Type()) && isInt(v.X.Type()) {
			return m.ev(v.X, e, fuel)
		}
	case *ssa.MakeInterface:
		if gotype.IsError(v.Type()) {
			return val{kind: notNil}
		}
	case *ssa.Extract:
		return m.extract(v, e, fuel)
	case *ssa.Call:
		return m.called(v, e, fuel)
	case *ssa.Phi:
		if !m.r.inside(v) || !m.track(key{v, ""}, v.Type()) {
			return m.join(v, e, fuel)
		}
	}
	return val{}
}

// join gives what all edges of a phi agree on, where they are constants.
func (m *machine) join(v *ssa.Phi, e env, fuel int) val {
	if m.r.inside(v) {
		return val{}
	}
	var out val
	for i, edge := range v.Edges {
		x := m.ev(edge, e, min(fuel, 4))
		if i > 0 && x != out {
			return val{}
		}
		out = x
	}
	return out
}

func (m *machine) unary(v *ssa.UnOp, e env, fuel int) val {
	switch v.Op {
	case token.NOT:
		return m.ev(v.X, e, fuel).not()
	case token.SUB:
		if x := m.ev(v.X, e, fuel); x.kind == integer {
			return intVal(-x.n)
		}
	case token.MUL:
		return m.load(v, e, fuel)
	}
	return val{}
}

// load is what is read from a variable or field that the walk keeps no value for.
func (m *machine) load(v *ssa.UnOp, e env, fuel int) val {
	if k, ok := place(v.X); ok {
		if known, ok := m.sym[k]; ok {
			return known
		}
		if known, ok := e[k]; ok && !m.r.inside(v) {
			return known
		}
	}
	switch addr := v.X.(type) {
	case *ssa.Global:
		if gotype.IsError(v.Type()) {
			return val{kind: notNil} // a sentinel
		}
	case *ssa.FieldAddr:
		if gotype.Is(v.Type(), "io", "ReadCloser") {
			return val{kind: notNil} // the body of an answer is there
		}
		c := holder(addr.X)
		if c == nil {
			break
		}
		switch o := m.out(c); {
		case gotype.IsError(v.Type()) && o == success:
			return val{kind: isNil}
		case gotype.IsError(v.Type()) && o == failure:
			return val{kind: notNil}
		case isInt(v.Type()) && statusField(addr):
			return status(o)
		}
	}
	return val{}
}

// holder returns the call that v is a result of.
func holder(v ssa.Value) *ssa.Call {
	for range maxPath {
		switch x := v.(type) {
		case *ssa.Call:
			return x
		case *ssa.Extract:
			c, _ := x.Tuple.(*ssa.Call)
			return c
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			v = x.X
		default:
			return nil
		}
	}
	return nil
}

// statusField tells whether a field holds the status code of an answer.
func statusField(a *ssa.FieldAddr) bool {
	st, ok := deref(a.X.Type()).Underlying().(*types.Struct)
	return ok && (st.Field(a.Field).Name() == "StatusCode" || st.Field(a.Field).Name() == "HTTPStatusCode")
}

func status(o outcome) val {
	switch o {
	case success:
		return intVal(200)
	case refused:
		return intVal(503)
	case missing:
		return intVal(404)
	case rejected:
		return intVal(400)
	}
	return val{}
}

func (m *machine) compare(v *ssa.BinOp, e env, fuel int) val {
	x, y := m.ev(v.X, e, fuel), m.ev(v.Y, e, fuel)
	if x.kind == notNil && y.kind == notNil && (v.Op == token.EQL || v.Op == token.NEQ) {
		return val{} // which error is it?
	}
	return binary(v.Op, x, y)
}

func (m *machine) extract(v *ssa.Extract, e env, fuel int) val {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return m.result(t, v.Type(), v.Index == t.Call.Signature().Results().Len()-1, e)
	case *ssa.Select:
		if v.Index == 0 {
			return e[key{t, ""}]
		}
	case *ssa.TypeAssert:
		if v.Index == 1 && m.ev(t.X, e, fuel).kind == isNil {
			return boolVal(false)
		}
		if v.Index == 1 && gotype.IsError(t.AssertedType) && gotype.IsError(t.X.Type()) {
			return m.ev(t.X, e, fuel)
		}
	}
	return val{}
}

// result is what a call gives of type t.
func (m *machine) result(c *ssa.Call, t types.Type, last bool, e env) val {
	o := m.out(c)
	if isBool(t) && o == success && !m.f.tells(c) && c.Call.Signature().Results().Len() == 2 {
		if good, bad := m.judged(ssacall.Args(&c.Call), e, 4); good > 0 && bad == 0 {
			return boolVal(false) // whether to try again, from a policy
		}
	}
	switch {
	case o == either:
	case gotype.IsError(t):
		if o == failure {
			return val{kind: notNil}
		}
		return val{kind: isNil}
	case isBool(t) && last && m.f.tells(c):
		return boolVal(o == success)
	case gotype.PointerTo(t, "net/http", "Response") && o != failure:
		return val{kind: notNil}
	}
	return val{}
}

// called is what a call with one result gives.
func (m *machine) called(c *ssa.Call, e env, fuel int) val {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return m.builtin(b, c, e, fuel)
	}
	if v := m.known(c, e, fuel); v.kind != unknown {
		return v
	}
	return m.result(c, c.Type(), true, e)
}

func (m *machine) builtin(b *ssa.Builtin, c *ssa.Call, e env, fuel int) val {
	if b.Name() != "min" && b.Name() != "max" {
		return val{}
	}
	var out val
	for i, a := range c.Call.Args {
		x := m.ev(a, e, fuel)
		switch {
		case x.kind != integer:
			return val{}
		case i == 0, b.Name() == "min" && x.n < out.n, b.Name() == "max" && x.n > out.n:
			out = x
		}
	}
	return out
}

// known is what functions give that deal with errors, statuses and contexts.
func (m *machine) known(c *ssa.Call, e env, fuel int) val {
	fn, _ := ssacall.Target(&c.Call)
	args := ssacall.Args(&c.Call)
	if fn == nil { // a predicate that was handed in
		if good, bad := m.judged(args, e, fuel); isBool(c.Type()) && good > 0 && bad == 0 {
			return boolVal(affirms(valueName(c.Call.Value)))
		}
		return val{}
	}
	switch {
	case asksContext(fn):
		if m.done {
			return val{kind: notNil}
		}
		return val{kind: isNil}
	case m.f.loopCall(c) != nil && isBool(c.Type()):
		if m.done && m.f.loopCall(c).CtxAware == "yes" {
			return boolVal(false)
		}
		return val{}
	case fn.Name() == "StatusCode" && isInt(c.Type()) && len(args) == 1:
		if h := holder(args[0]); h != nil {
			return status(m.out(h))
		}
	}
	return m.ofError(fn, c, args, e, fuel)
}

// asksContext tells whether fn asks whether, or why, a context has ended.
func asksContext(fn *types.Func) bool {
	return gotype.IsFunc(fn, "(context.Context).Err") || gotype.IsFunc(fn, "context.Cause")
}

// ofError is what a function gives that gets an error: nothing is wrong with nil, and what
// wraps an error is one where that is.
func (m *machine) ofError(fn *types.Func, c *ssa.Call, args []ssa.Value, e env, fuel int) val {
	if gotype.IsFunc(fn, "fmt.Errorf") || gotype.IsFunc(fn, "errors.New") {
		return val{kind: notNil}
	}
	if m.done && isBool(c.Type()) && gotype.IsFunc(fn, "errors.Is") && contextError(args[1]) && m.passesContext(args[0]) {
		return boolVal(true)
	}
	good, bad := m.judged(args, e, fuel)
	switch {
	case gotype.IsError(c.Type()) && bad > 0:
		return val{kind: notNil}
	case good == 0:
	case gotype.IsError(c.Type()):
		return val{kind: isNil}
	case isInt(c.Type()) && fn.Name() == "Code":
		return intVal(0)
	case isBool(c.Type()):
		if v := m.inspect(c, e); v.kind != unknown {
			return v
		}
		return boolVal(affirms(fn.Name()))
	}
	return val{}
}

// judged counts the arguments that say that something went well, and the errors.
func (m *machine) judged(args []ssa.Value, e env, fuel int) (good, bad int) {
	for _, a := range args {
		switch v := m.ev(a, e, fuel); {
		case gotype.IsError(a.Type()) && v.kind == isNil:
			good++
		case gotype.IsError(a.Type()) && v.kind == notNil && !globalLoad(a):
			bad++
		case gotype.PointerTo(a.Type(), "net/http", "Response"):
			if c := holder(a); c != nil && m.out(c) == success {
				good++
			}
		case isInt(a.Type()) && v == intVal(200):
			good++
		}
	}
	return good, bad
}

// affirms tells whether a predicate of that name says yes where nothing is wrong. Most
// ask what is wrong.
func affirms(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"success", "succeed", "done", "nil", "complete", "healthy", "ready"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return name == "ok" || strings.HasPrefix(name, "isok") || strings.HasSuffix(name, "statusok")
}

// inspect runs a predicate of the package on what is known of its arguments, and gives the
// boolean on which all ways through it agree.
func (m *machine) inspect(c *ssa.Call, e env) val {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || m.depth >= 2 || !isBool(c.Type()) || len(fn.FreeVars) > 0 {
		return val{}
	}
	start := env{}
	for i, p := range fn.Params {
		if v := m.eval(c.Call.Args[i], e); v.kind != unknown {
			start = start.with(key{p, ""}, v)
		}
	}
	sub := &machine{f: m.f, r: &region{fn: fn, header: fn.Blocks[0]}, out: func(*ssa.Call) outcome { return either },
		track: direction, depth: m.depth + 1}
	var out val
	first, agree := true, true
	ok := sub.walk(state{b: fn.Blocks[0], e: start}, nil, func(s state) {
		ret, isRet := s.b.Instrs[len(s.b.Instrs)-1].(*ssa.Return)
		if !isRet {
			return
		}
		v := sub.eval(ret.Results[0], sub.end(s))
		if v.kind != boolean || !first && v != out {
			agree = false
		}
		out, first = v, false
	})
	if !ok || !agree || first {
		return val{}
	}
	return out
}

// end is what is known at the end of a block that s starts.
func (m *machine) end(s state) env {
	e := s.e
	for _, in := range s.b.Instrs[s.i:] {
		if u, ok := in.(*ssa.UnOp); ok && u.Op == token.MUL {
			if k, ok := place(u.X); ok && m.track(k, u.Type()) {
				e = e.with(key{u, ""}, e[k])
			}
		}
		if st, ok := in.(*ssa.Store); ok {
			if k, ok := place(st.Addr); ok && m.track(k, st.Val.Type()) {
				e = e.with(k, m.eval(st.Val, e))
			}
		}
	}
	return e
}
