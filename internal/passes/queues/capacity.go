package queues

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// capacities lists the channels with a capacity: the constant ones with their number,
// and those that take it unchecked from a request.
func (e *eval) capacities() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		e.steps(fn, factual, func(in ssa.Instruction, _ *flow.Site) {
			switch in := in.(type) {
			case *ssa.MakeChan:
				out = append(out, e.capacity(fn, in)...)
			case *ssa.Call:
				out = append(out, e.capacityOfCall(fn, in)...)
			}
		})
	}
	return out
}

func (e *eval) capacity(fn *ssa.Function, mk *ssa.MakeChan) []*Site {
	if empty(elem(mk)) {
		return nil // it takes no memory: a counter
	}
	s := &Site{Kind: Capacity, Fn: fn, Pos: mk.Pos(), What: e.madeName(mk), Make: mk}
	s.Path = []trace.Step{e.step(trace.Make, mk.Pos(), fn, "makes a channel")}
	if n, ok := constInt(mk.Size); ok {
		s.Size = n
		return []*Site{s}
	}
	if s.By = e.fromRequest(mk.Size, 0); s.By == "" {
		return nil
	}
	s.Size = -1
	return []*Site{s}
}

// empty tells whether values of t take no memory.
func empty(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// madeName names what a channel is made for.
func (e *eval) madeName(mk *ssa.MakeChan) string {
	if name := madeFor(mk); name != "" {
		return name
	}
	return "a " + types.TypeString(mk.Type(), func(p *types.Package) string { return p.Name() })
}

// capacityOfCall judges a call that makes a channel of the size it is given.
func (e *eval) capacityOfCall(fn *ssa.Function, c *ssa.Call) []*Site {
	f := e.fact(c.Common())
	if f == nil {
		return nil
	}
	var out []*Site
	as := ssacall.Args(c.Common())
	for _, i := range f.Caps {
		if i >= len(as) {
			continue
		}
		s := &Site{Kind: Capacity, Fn: fn, Pos: c.Pos(), What: "the channel of " + e.callName(c.Common()), Size: -1}
		s.Path = []trace.Step{e.step(trace.Call, c.Pos(), fn, e.callName(c.Common()))}
		if n, ok := constInt(as[i]); ok {
			s.Size = n
		} else if s.By = e.fromRequest(as[i], 0); s.By == "" {
			continue
		}
		out = append(out, s)
	}
	return out
}

// capParams lists the parameters of fn that become the capacity of a channel of items,
// with nothing that compares them.
func (e *eval) capParams(fn *ssa.Function) []int {
	var out []int
	add := func(v ssa.Value) {
		for _, l := range e.x.Resolve(v) {
			if p, ok := l.Value.(*ssa.Parameter); ok && l.Kind == flow.Param && p.Parent() == fn && !e.checked(p) {
				out = append(out, ssacall.ParamIndex(p))
			}
		}
	}
	e.steps(fn, factual, func(in ssa.Instruction, _ *flow.Site) {
		switch in := in.(type) {
		case *ssa.MakeChan:
			if !empty(elem(in)) {
				add(in.Size)
			}
		case *ssa.Call:
			if f := e.fact(in.Common()); f != nil && len(f.Caps) > 0 {
				as := ssacall.Args(in.Common())
				for _, i := range f.Caps {
					if i < len(as) {
						add(as[i])
					}
				}
			}
		}
	})
	return out
}

// checked tells whether a value, or one converted from it, is compared, or goes through
// min or a call that may.
func (e *eval) checked(v ssa.Value) bool {
	if v.Referrers() == nil {
		return true
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			if order(ref.Op) {
				if n, ok := constInt(ref.Y); !ok || n > 1 {
					return true
				}
			}
		case *ssa.Convert:
			if e.checked(ref) {
				return true
			}
		case *ssa.Call:
			if b, ok := ref.Call.Value.(*ssa.Builtin); ok && (b.Name() == "min" || b.Name() == "max") {
				return true
			}
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
				for _, r := range *a.Referrers() {
					if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL && e.checked(u) {
						return true
					}
				}
			}
		}
	}
	return false
}

// fromRequest names the part of a request that a number provably is, unchecked; it is
// empty where that is not sure.
func (e *eval) fromRequest(v ssa.Value, depth int) string {
	if depth > 5 {
		return ""
	}
	if e.checked(v) {
		return ""
	}
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Call:
			if by := e.requestCall(l.Value.(*ssa.Call), depth); by != "" && !e.extractChecked(l) {
				return by
			}
		case flow.Field:
			if by := e.decoded(l); by != "" {
				return by
			}
		}
	}
	return ""
}

// extractChecked tells whether the result that a leaf is is compared anywhere.
func (e *eval) extractChecked(l flow.Leaf) bool {
	for _, ref := range *l.Value.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == l.Result && e.checked(x) {
			return true
		}
	}
	return false
}

// requestCall names the text of a request that a call turns into a number, or gives.
func (e *eval) requestCall(c *ssa.Call, depth int) string {
	com := c.Common()
	fn, _ := ssacall.Target(com)
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	as := ssacall.Args(com)
	switch e.fullName(fn) {
	case "strconv.Atoi", "strconv.ParseInt", "strconv.ParseUint":
		return e.fromRequest(as[0], depth+1)
	case "(*net/http.Request).FormValue", "(*net/http.Request).PostFormValue", "(*net/http.Request).PathValue",
		"(net/url.Values).Get", "(net/http.Header).Get":
		if s, ok := constText(as[len(as)-1]); ok {
			return "request value " + s
		}
		return "a request value"
	}
	switch fn.Pkg().Path() {
	case "github.com/gin-gonic/gin", "github.com/labstack/echo/v4", "github.com/gofiber/fiber/v2":
		switch fn.Name() {
		case "Query", "Param", "QueryParam", "FormValue", "PostForm", "GetHeader", "QueryInt", "ParamsInt":
			return "a request value"
		}
	}
	// A getter of a message that a gRPC method got.
	if strings.HasPrefix(fn.Name(), "Get") && len(as) == 1 && deadlines.Handler(flow.Named(c.Parent())) {
		if p, ok := as[0].(*ssa.Parameter); ok && ssacall.ParamIndex(p) > 0 && !gotype.IsContext(p.Type()) {
			return "request field " + strings.TrimPrefix(fn.Name(), "Get")
		}
	}
	return ""
}

// decoded names the field of a decoded body, or of the message of a gRPC method, that a
// leaf is, where nothing in the function compares it or validates the whole.
func (e *eval) decoded(l flow.Leaf) string {
	if l.Fn == nil || l.Base == nil {
		return ""
	}
	body := false
	switch base := l.Base.(type) {
	case *ssa.Alloc:
		body = e.decodesInto(base)
	case *ssa.Parameter:
		body = ssacall.ParamIndex(base) > 0 && deadlines.Handler(base.Parent()) && !gotype.Is(base.Type(), "net/http", "Request")
	case *ssa.UnOp:
		if a, ok := base.X.(*ssa.Alloc); ok {
			body = e.decodesInto(a)
		}
	}
	if !body || e.fieldChecked(l) {
		return ""
	}
	return "request field " + l.Var.Name()
}

// decodesInto tells whether a call decodes a body into the variable at a.
func (e *eval) decodesInto(a *ssa.Alloc) bool {
	for _, v := range e.x.Aliases(a) {
		for _, ref := range e.x.Uses(v) {
			c, ok := ref.(*ssa.Call)
			if !ok {
				continue
			}
			fn, _ := ssacall.Target(c.Common())
			if fn == nil || fn.Pkg() == nil {
				continue
			}
			path := fn.Pkg().Path()
			switch name := fn.Name(); {
			case name == "Decode" && path == "encoding/json", name == "Unmarshal" && path == "encoding/json":
				return requestIn(flow.Named(a.Parent())) || requestIn(a.Parent())
			case strings.Contains(name, "Bind") || name == "BodyParser":
				return deadlines.Handler(a.Parent())
			}
		}
	}
	return false
}

// requestIn tells whether fn serves a request.
func requestIn(fn *ssa.Function) bool {
	if deadlines.Handler(fn) {
		return true
	}
	for _, p := range fn.Params {
		if gotype.Is(p.Type(), "net/http", "Request") {
			return true
		}
	}
	return false
}

// fieldChecked tells whether the function compares the field of a leaf, or calls a
// method of the struct, which may.
func (e *eval) fieldChecked(l flow.Leaf) bool {
	found := false
	eachInstr(flow.Named(l.Fn), func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.UnOp:
			if fa, ok := in.X.(*ssa.FieldAddr); ok && flow.FieldVar(fa) == l.Var && e.checked(in) {
				found = true
			}
		case *ssa.Call:
			if r := ssacall.Receiver(in.Common()); r != nil && types.Identical(gotype.Deref(r.Type()), gotype.Deref(l.Base.Type())) {
				found = true
			}
		}
	})
	return found
}
