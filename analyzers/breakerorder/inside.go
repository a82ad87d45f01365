package breakerorder

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/breakers"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// inside reports a breaker whose function retries: it sees one call where the dependency
// sees several.
func (c *checker) inside(k *breakers.Call) {
	if k.Op == nil {
		c.afterLeave(k)
		return
	}
	for _, chain := range c.retry.Below(k.Op) {
		f, ok := repeating(chain)
		if !ok || chain.Maybe || c.decorates(k) {
			continue
		}
		layer := layerName(f.By, f.In) + " ×" + f.Attempts.String()
		for _, g := range c.groups {
			if g.breaker == k.Name && g.layer == layer {
				g.more++
				return
			}
		}
		c.groups = append(c.groups, &group{k.Call.Pos(), k.Fn, k.Name, layer, chain.Path, 0})
		return
	}
}

// decorates tells whether all that runs behind the breaker is asked of an interface which
// the type around the breaker has itself: a decorator's inner value is another type's.
func (c *checker) decorates(k *breakers.Call) bool {
	recv := flow.Named(k.Fn).Signature.Recv()
	if recv == nil {
		return false
	}
	found := false
	for _, body := range k.Bodies {
		for _, call := range c.x.Sites(body) {
			if !c.asks(call.CallInstruction) {
				continue
			}
			if !call.Common().IsInvoke() {
				return false
			}
			iface, ok := call.Common().Value.Type().Underlying().(*types.Interface)
			if !ok || !types.Implements(recv.Type(), iface) {
				return false
			}
			found = true
		}
	}
	return found
}

// A group is one retry behind one kind of breaker call: one cause, however many calls.
type group struct {
	pos            token.Pos
	fn             *ssa.Function
	breaker, layer string
	path           []trace.Step
	more           int // calls besides the first
}

func (c *checker) tellGroups() {
	for _, g := range c.groups {
		layer := g.layer
		switch {
		case g.more == 1:
			layer += " (and 1 more call does)"
		case g.more > 1:
			layer += fmt.Sprintf(" (and %d more calls do)", g.more)
		}
		c.insideAt(g.pos, g.fn, finding.High, g.breaker, layer, g.path)
	}
}

// repeating returns the first layer of the chain that is known to repeat. What a client
// does by itself, unasked, is no order that anybody chose.
func repeating(chain retries.Chain) (retries.Factor, bool) {
	for _, f := range chain.Layers() {
		if f.Attempts.Repeats() && (f.In != chain.Callee || asked(f.By)) {
			return f, true
		}
	}
	return retries.Factor{}, false
}

// asked tells a client that only retries because somebody wanted it to from an SDK that
// does so by itself.
func asked(layer string) bool {
	layer = strings.ToLower(layer)
	return slices.ContainsFunc([]string{"retry", "resty", "rehttp", "heimdall"}, func(s string) bool { return strings.Contains(layer, s) })
}

// layerName names a retry layer for a reader.
func layerName(by, in string) string {
	if by == "loop" && in != "" {
		return "the loop of " + in
	}
	return by
}

func (c *checker) insideAt(pos token.Pos, fn *ssa.Function, conf finding.Confidence, breaker, layer string, path []trace.Step) {
	c.report(rule.Finding{Pos: pos, Kind: "inside", Confidence: conf,
		Message: fmt.Sprintf("%s stands around a retry, %s: all its attempts count as one call, so that the breaker opens late and an open one saves little; put the retry around the breaker, and let it end when the breaker is open", breaker, layer),
		Trace:   trace.Join([]trace.Step{c.step(trace.Call, pos, fn, breaker)}, path)})
}

// afterLeave looks for a retry between asking a breaker for leave and telling it how the
// call went.
func (c *checker) afterLeave(k *breakers.Call) {
	from := k.Call.Block()
	for _, l := range c.retry.Loops(k.Fn) {
		if len(l.Ops) == 0 || l.Recursion || l.Optimistic || l.Blocks[from] || !l.Attempts.Repeats() || !from.Dominates(l.Ops[0].Block()) {
			continue
		}
		conf := finding.High
		if k.Entry == nil {
			conf = finding.Low // who writes breaker and loop by hand has chosen their order
		}
		c.insideAt(k.Call.Pos(), k.Fn, conf, k.Name, "the loop below it ×"+l.Attempts.String(), []trace.Step{c.step(trace.Call, l.Pos, k.Fn, "retries")})
		return
	}
}

// stacks looks at the calls that put layers in an order: chains of interceptors, policies,
// a transport around another.
func (c *checker) stacks() {
	for _, fn := range c.x.SSA.Funcs {
		sites := c.x.Sites(fn)
		for i := range sites {
			s := &sites[i]
			call, ok := s.CallInstruction.(*ssa.Call)
			if !ok || s.Fn == nil {
				continue
			}
			if ps := breakers.Policies(call.Common()); ps != nil {
				c.policies(fn, call, ps)
				continue
			}
			c.chain(fn, call, s.Fn)
			if c.layers(s) {
				c.around(fn, call, s.Fn)
			}
		}
	}
}

// policies judges failsafe-go's policies, outermost first.
func (c *checker) policies(fn *ssa.Function, call *ssa.Call, ps []ssa.Value) {
	breaker, retry := -1, -1
	for i, p := range ps {
		switch {
		case breaker < 0 && breakers.IsBreakerPolicy(p.Type()):
			breaker = i
		case retry < 0 && breakers.IsRetryPolicy(p.Type()):
			retry = i
		}
	}
	if breaker < 0 || retry < 0 {
		return
	}
	l, known := standing(c.retry.Stands(ps[retry]))
	if known && !l.Attempts.Repeats() {
		return
	}
	what := "the retry policy"
	if known {
		what += " ×" + l.Attempts.String()
	}
	if breaker < retry {
		c.insideAt(call.Pos(), fn, finding.High, "the circuit breaker", what, nil)
		return
	}
	if known && !l.Stops {
		c.openAt(call.Pos(), fn, what, "circuitbreaker.ErrOpen", "AbortOnErrors(circuitbreaker.ErrOpen)", nil)
	}
}

// standing returns the outermost layer of a value.
func standing(v layers.Value) (layers.Layer, bool) {
	if len(v.Layers) == 0 {
		return layers.Layer{}, false
	}
	return v.Layers[0], true
}

// chained are the functions whose variadic argument is a chain of interceptors, the first
// one outermost.
var chained = map[string]bool{
	"google.golang.org/grpc.WithChainUnaryInterceptor":                   true,
	"google.golang.org/grpc.WithChainStreamInterceptor":                  true,
	"github.com/grpc-ecosystem/go-grpc-middleware.ChainUnaryClient":      true,
	"github.com/grpc-ecosystem/go-grpc-middleware.ChainStreamClient":     true,
	"github.com/go-kratos/kratos/v2/transport/grpc.WithUnaryInterceptor": true,
	"github.com/go-kratos/kratos/v2/middleware.Chain":                    true,
}

// chain judges a chain of interceptors.
func (c *checker) chain(fn *ssa.Function, call *ssa.Call, obj *types.Func) {
	if !obj.Signature().Variadic() || len(call.Call.Args) == 0 || !chained[obj.FullName()] {
		return
	}
	breaker := ""
	for _, v := range breakers.Elements(call.Call.Args[len(call.Call.Args)-1]) {
		if name := c.layerOf(v); name != "" {
			if breaker == "" {
				breaker = name
			}
			continue
		}
		l, ok := standing(c.retry.Stands(v))
		if ok && breaker != "" && l.Attempts.Repeats() {
			c.insideAt(call.Pos(), fn, finding.High, breaker+", the outer interceptor,", l.Name+" ×"+l.Attempts.String(), nil)
			return
		}
	}
}

// layerOf names the breaker that the interceptor, transport or option v is, or returns
// nothing.
func (c *checker) layerOf(v ssa.Value) string {
	for _, l := range c.x.Resolve(v) {
		call, ok := l.Value.(*ssa.Call)
		if l.Kind != flow.Call || !ok {
			continue
		}
		if obj, _ := ssacall.Target(call.Common()); obj != nil && c.isLayer(call) {
			return calleeName(obj)
		}
	}
	for _, body := range c.pkg.Bodies(v) {
		if c.pkg.Layer(body) {
			return name(body)
		}
	}
	return ""
}

// isLayer tells whether the call makes something that puts a breaker around what it gets.
func (c *checker) isLayer(call *ssa.Call) bool {
	obj, recv := ssacall.Target(call.Common())
	return c.makesLayer(obj, c.cat.Func(obj, recv))
}

// layers is isLayer for a call of the package.
func (c *checker) layers(s *flow.Site) bool { return c.makesLayer(s.Fn, s.Entries(c.cat)) }

func (c *checker) makesLayer(obj *types.Func, entries []*catalogue.Entry) bool {
	if f := c.pkg.Func(obj); f != nil && f.Layer {
		return true
	}
	for _, en := range entries {
		if en.Kind == "breaker" && en.Does == "middleware" {
			return true
		}
	}
	return false
}

// around judges a breaker's transport or interceptor, which call makes, that is put around
// another.
func (c *checker) around(fn *ssa.Function, call *ssa.Call, obj *types.Func) {
	for _, a := range call.Call.Args {
		if l, ok := standing(c.retry.Stands(a)); ok && l.Attempts.Repeats() {
			c.insideAt(call.Pos(), fn, finding.High, calleeName(obj), l.Name+" ×"+l.Attempts.String(), nil)
			return
		}
	}
}
