package sharedclient

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// connectionSizes set how many connections wait at once, whatever for.
var connectionSizes = map[string]bool{
	"(*database/sql.DB).SetMaxOpenConns": true, "(*database/sql.DB).SetMaxIdleConns": false,
}

// sizes reports pools for work that waits whose size is the number of cores.
func (c *checker) sizes() {
	if !c.countsCores() {
		return
	}
	for _, fn := range c.pkg.Index.SSA.Funcs {
		if c.foreign(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Call:
					c.sizeOfCall(fn, in)
				case *ssa.MakeChan:
					if cores(in.Size) && places(in) && c.waits(c.channelWork(in)) {
						c.size(fn, in.Pos(), "a channel")
					}
				case *ssa.Store:
					if fa, ok := in.Addr.(*ssa.FieldAddr); ok && connectionField(fa) && cores(in.Val) {
						c.size(fn, in.Pos(), flow.FieldVar(fa).Name())
					}
				case *ssa.If:
					c.workers(fn, in)
				}
			}
		}
	}
}

func connectionField(fa *ssa.FieldAddr) bool {
	switch flow.FieldVar(fa).Name() {
	case "MaxConnsPerHost", "PoolSize", "MaxConns", "MaxOpenConns", "MaxActive":
		return true
	}
	return false
}

func (c *checker) sizeOfCall(fn *ssa.Function, k *ssa.Call) {
	obj, recv := ssacall.Target(k.Common())
	if obj == nil {
		return
	}
	i := slices.IndexFunc(ssacall.Args(k.Common()), cores)
	if i < 0 {
		return
	}
	if connectionSizes[obj.FullName()] {
		c.size(fn, k.Pos(), deadlines.FuncName(obj))
		return
	}
	for _, en := range c.cat.Func(obj, recv) {
		if en.Kind != catalogue.KindLimiter || en.Does != "new" && en.Does != "limit" {
			continue
		}
		held := ssa.Value(k)
		if en.Does == "limit" {
			held = ssacall.Receiver(k.Common())
		}
		if c.waits(c.submitted(held)) {
			c.size(fn, k.Pos(), deadlines.FuncName(obj))
		}
		return
	}
}

func (c *checker) size(fn *ssa.Function, pos token.Pos, what string) {
	name := clients.FuncName(fn)
	c.report(rule.Finding{
		Pos: pos, Kind: "size", Confidence: finding.Low,
		Message: fmt.Sprintf("%s sizes %s by the number of cores, but its work waits for other machines: it needs rate × time held × 1.5 to 2 (500/s × 20 ms × 2 = 20), and cores have no part in that", name, what),
		Trace:   []trace.Step{rule.Step(c.pass, trace.Make, pos, name, what)},
	})
}

// cores tells whether v is the number of cores, or made of it and constants.
func cores(v ssa.Value) bool { return (&coreWalk{seen: map[ssa.Value]bool{}}).value(v) }

type coreWalk struct{ seen map[ssa.Value]bool }

func (w *coreWalk) value(v ssa.Value) bool {
	if v == nil || w.seen[v] || len(w.seen) > 64 {
		return false
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		obj, _ := ssacall.Target(v.Common())
		if obj != nil {
			return coreCount(obj)
		}
		if b, ok := v.Common().Value.(*ssa.Builtin); ok && (b.Name() == "min" || b.Name() == "max") {
			return slices.ContainsFunc(v.Common().Args, w.value)
		}
	case *ssa.BinOp:
		return w.value(v.X) || w.value(v.Y)
	case *ssa.Convert:
		return w.value(v.X)
	case *ssa.ChangeType:
		return w.value(v.X)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, w.value)
	}
	return false
}

func coreCount(fn *types.Func) bool {
	return gotype.IsFunc(fn, "runtime.NumCPU") || gotype.IsFunc(fn, "runtime.GOMAXPROCS")
}

// countsCores tells whether the package asks for the number of cores at all.
func (c *checker) countsCores() bool {
	if !c.imports("runtime") {
		return false
	}
	for _, obj := range c.pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && fn.Pkg().Path() == "runtime" && coreCount(fn) {
			return true
		}
	}
	return false
}

// places tells whether the channel carries nothing but places: it is a semaphore and no
// queue.
func places(ch *ssa.MakeChan) bool {
	t, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := t.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// waits tells whether the work leaves the process.
func (c *checker) waits(work []dependency.Meet) bool {
	return slices.ContainsFunc(work, func(m dependency.Meet) bool { return m.Kind == dependency.Library })
}

// submitted is what the functions meet that are handed to methods of the pool at v, under
// any of its names.
func (c *checker) submitted(v ssa.Value) []dependency.Meet {
	var out []dependency.Meet
	for _, a := range append(c.pkg.Index.Aliases(v), results(v)...) {
		for _, in := range c.pkg.Index.Uses(a) {
			k, ok := in.(ssa.CallInstruction)
			if !ok || ssacall.Receiver(k.Common()) != a {
				continue
			}
			for _, arg := range k.Common().Args {
				if _, ok := arg.Type().Underlying().(*types.Signature); ok {
					meets, _ := c.deps.Ran(arg)
					out = append(out, meets...)
				}
			}
			out = append(out, c.after(k)...)
		}
	}
	return out
}

func results(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	if k, ok := v.(*ssa.Call); ok && k.Referrers() != nil {
		for _, ref := range *k.Referrers() {
			if x, ok := ref.(*ssa.Extract); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// channelWork is what is met after a place was taken in the channel.
func (c *checker) channelWork(ch *ssa.MakeChan) []dependency.Meet {
	var out []dependency.Meet
	for _, a := range c.pkg.Index.Aliases(ch) {
		for _, in := range c.pkg.Index.Uses(a) {
			if s, ok := in.(*ssa.Send); ok && s.Chan == a {
				out = append(out, c.after(s)...)
			}
		}
	}
	return out
}

// after lists what the function of in meets after it, itself or in goroutines that it
// starts.
func (c *checker) after(in ssa.Instruction) []dependency.Meet {
	var out []dependency.Meet
	for _, b := range in.Parent().Blocks {
		if b != in.Block() && !in.Block().Dominates(b) {
			continue
		}
		for _, other := range b.Instrs {
			switch k := other.(type) {
			case *ssa.Call:
				meets, _ := c.deps.Meets(k)
				out = append(out, meets...)
			case *ssa.Go:
				meets, _ := c.deps.Ran(k.Call.Value)
				out = append(out, meets...)
			}
		}
	}
	return out
}

// workers reports a loop that starts a worker for each core, of work that waits.
func (c *checker) workers(fn *ssa.Function, cond *ssa.If) {
	op, ok := cond.Cond.(*ssa.BinOp)
	if !ok || !cores(op.X) && !cores(op.Y) || op.Op != token.LSS && op.Op != token.LEQ {
		return
	}
	for _, b := range fn.Blocks {
		if !cond.Block().Dominates(b) || !dependency.Cyclic(b) {
			continue
		}
		for _, in := range b.Instrs {
			g, ok := in.(*ssa.Go)
			if !ok {
				continue
			}
			meets, _ := c.deps.Meets(g)
			if c.waits(meets) {
				c.size(fn, g.Pos(), "a group of workers")
			}
		}
	}
}
