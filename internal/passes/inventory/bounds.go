package inventory

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// client says what the client of an HTTP call, or what a library does by default, does to
// the time of the call.
func (c *collector) client(call ssa.CallInstruction) inventory.Bound {
	com := call.Common()
	obj, recv := ssacall.Target(com)
	var en *catalogue.Entry
	for _, e := range c.cat.Func(obj, recv) {
		if e.Kind == catalogue.KindOutbound {
			en = e
		}
	}
	r := ssacall.Receiver(com)
	switch {
	case r != nil && clients.ClientType(r.Type()) && c.times.Index != nil:
		return c.bound(r)
	case en != nil && slices.Contains(en.Bound, "var:net/http.DefaultClient"):
		return inventory.Bound{State: inventory.Free, What: "http.DefaultClient"}
	case en != nil && en.Wait == catalogue.WaitBounded:
		return inventory.Bound{State: inventory.Set, Max: int64(en.DefaultTimeout), What: "by default"}
	}
	return inventory.Bound{}
}

// bound is what the HTTP client v does to the time of its calls.
func (c *collector) bound(v ssa.Value) inventory.Bound {
	b := c.times.Eval.Client(v)
	switch b.State {
	case deadlines.BoundYes:
		return inventory.Bound{State: inventory.Set, What: "client"}
	case deadlines.BoundNo:
		return inventory.Bound{State: inventory.Free, What: b.What}
	}
	return inventory.Bound{}
}

// context is what the context that the call hands on does to its time.
func (c *collector) context(call ssa.CallInstruction) inventory.Bound {
	com := call.Common()
	v, none := c.carrier(call)
	switch {
	case none:
		return inventory.Bound{State: inventory.Free}
	case v == nil && !com.IsInvoke() && com.StaticCallee() != nil:
		return asCaller // the function called says what it does
	case v == nil:
		return inventory.Bound{}
	case c.times.Index == nil:
		return inventory.Bound{}
	}
	out := inventory.Bound{State: state(c.times.Eval.Context(v))}
	if l := c.times.Eval.Limit(v); l.Max > 0 && (out.State == inventory.Set || out.State == inventory.Caller) {
		out.Max = int64(l.Max)
	}
	return out
}

// carrier is the context, or what carries one, that the call is handed. none is set where
// a library offers no way to hand one over.
func (c *collector) carrier(call ssa.CallInstruction) (v ssa.Value, none bool) {
	com := call.Common()
	if obj, recv := ssacall.Target(com); obj != nil {
		for _, en := range c.cat.Func(obj, recv) {
			if en.Kind != catalogue.KindOutbound {
				continue
			}
			if v := ssacall.At(com, en.Ctx); v != nil {
				return v, false
			}
			if en.Ctx.None {
				return nil, true
			}
		}
	}
	for _, a := range ssacall.Args(com) {
		if gotype.IsContext(a.Type()) || gotype.Is(a.Type(), "net/http", "Request") {
			return a, false
		}
	}
	return nil, false
}

// state puts the sources of a context together: the weakest counts.
func state(sources []deadlines.Source) inventory.State {
	var bounded, caller, unknown bool
	for _, s := range sources {
		switch {
		case s.Kind == deadlines.Bounded:
			bounded = true
		case s.Kind == deadlines.Caller, s.Branch:
			caller = true
		case s.Kind == deadlines.Root, s.Kind == deadlines.Never:
			return inventory.Free
		default:
			unknown = true
		}
	}
	switch {
	case unknown:
		return inventory.Unseen
	case caller:
		return inventory.Caller
	case bounded:
		return inventory.Set
	}
	return inventory.Unseen
}

// tries lists the retry layers that the call adds.
func (c *collector) tries(call ssa.CallInstruction) []inventory.Factor {
	var out []inventory.Factor
	if c.again.Index == nil {
		return nil
	}
	for _, f := range c.again.Eval.At(call) {
		out = append(out, inventory.Factor{In: f.In, By: f.By, Attempts: f.Attempts})
	}
	return out
}

var gateNames = map[dependency.GateKind]string{
	dependency.Limiter: "limiter", dependency.Semaphore: "semaphore", dependency.Breaker: "breaker", dependency.Workers: "workers",
}
