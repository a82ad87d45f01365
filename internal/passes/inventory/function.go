package inventory

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// id names a function over the whole program: a literal by its place in the one around it.
func id(fn *ssa.Function) string {
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.Origin().FullName()
	}
	if p := fn.Parent(); p != nil {
		for i, lit := range p.AnonFuncs {
			if lit == fn {
				return id(p) + "$" + strconv.Itoa(i+1)
			}
		}
	}
	if o := flow.Origin(fn); o != fn {
		return id(o)
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	return fn.String()
}

// name is the function as a reader names it.
func name(fn *ssa.Function) string {
	named := flow.Named(fn)
	s := named.Name()
	if obj, ok := named.Object().(*types.Func); ok {
		s = deadlines.FuncName(obj)
	}
	if fn != named {
		return "a function in " + s
	}
	return s
}

// function writes the row of one function.
func (c *collector) function(fn *ssa.Function) inventory.Func {
	f := inventory.Func{ID: id(fn), Name: name(fn), At: c.place(fn.Pos()), Entry: c.entry(fn)}
	f.Stub = generated(fn)
	f.Form = f.Entry == inventory.GRPC && !embedsStub(fn)
	rows := map[ssa.CallInstruction][]int{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c.values(in)
			if call, ok := in.(ssa.CallInstruction); ok {
				from := len(f.Calls)
				f.Calls = append(f.Calls, c.call(call)...)
				for i := from; i < len(f.Calls); i++ {
					f.Calls[i].Again = dependency.Cyclic(b)
					rows[call] = append(rows[call], i)
				}
				c.falls(call, f.Calls[from:], from)
				continue
			}
			f.Calls = append(f.Calls, c.kept(in)...)
		}
	}
	for call, own := range rows {
		v, ok := call.(*ssa.Call)
		if !ok {
			continue
		}
		for _, i := range own {
			f.Calls[i].Else = append(f.Calls[i].Else, c.failed(v, fn, rows)...)
		}
	}
	return f
}

// kept lists the functions that an instruction, which is no call, keeps or gives back.
func (c *collector) kept(in ssa.Instruction) []inventory.Call {
	var out []inventory.Call
	switch in := in.(type) {
	case *ssa.MakeInterface:
		for _, m := range c.callbacks(in) {
			out = append(out, inventory.Call{At: c.place(in.Pos()), To: m, How: inventory.Kept, Ctx: asCaller})
		}
		return out
	case *ssa.ChangeType, *ssa.MakeClosure:
		return nil // where it is used counts
	}
	for _, op := range operands(in) {
		if f := function(op); f != nil {
			out = append(out, inventory.Call{At: c.place(in.Pos()), To: id(f), How: inventory.Kept, Ctx: asCaller})
		}
	}
	return out
}

// callbacks lists the methods of a type of the program that a library may call, which is
// handed the type as an interface of its own.
func (c *collector) callbacks(in *ssa.MakeInterface) []string {
	iface, ok := types.Unalias(in.Type()).(*types.Named)
	if !ok || iface.Obj().Pkg() == nil || outside.InProgram(c.pass, iface.Obj().Pkg().Path()) || !strings.Contains(iface.Obj().Pkg().Path(), ".") {
		return nil
	}
	return c.methodsOf(in)
}

// methodsOf lists the methods that an interface takes of a type of the program.
func (c *collector) methodsOf(in *ssa.MakeInterface) []string {
	i, ok := in.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []string
	for m := range i.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(in.X.Type(), true, m.Pkg(), m.Name())
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && outside.InProgram(c.pass, fn.Pkg().Path()) {
			out = append(out, fn.Origin().FullName())
		}
	}
	return out
}

// asCaller is the bound of a call that hands on its caller's context.
var asCaller = inventory.Bound{State: inventory.Caller}

// call writes the rows of one call: where it leads, what it hands over, where it leaves.
func (c *collector) call(call ssa.CallInstruction) []inventory.Call {
	com := call.Common()
	if _, ok := com.Value.(*ssa.Builtin); ok {
		return nil
	}
	base := inventory.Call{At: c.place(call.Pos())}
	if _, ok := call.(*ssa.Go); ok {
		base.How = inventory.Go
	}
	leaves := c.leaves(call)
	targets := c.targets(call)
	handed := c.handed(call)
	if len(leaves)+len(targets)+len(handed) == 0 {
		c.register(call)
		return nil
	}
	c.atStart(call)
	base.Ctx, base.Tries, base.Gates = c.context(call), c.tries(call), c.gates(call)
	base.Settles = c.settles(call)
	c.arguments(call)
	c.register(call)
	var out []inventory.Call
	for i, t := range targets {
		row := base
		row.To = t
		switch {
		case com.IsInvoke():
			row.How = inventory.Dynamic
		case com.StaticCallee() == nil && row.How == inventory.Static:
			row.How = inventory.Value
		}
		if i == 0 {
			row.Leaves = leaves
		}
		out = append(out, row)
	}
	if len(targets) == 0 && len(leaves) > 0 {
		row := base
		row.Leaves = leaves
		out = append(out, row)
	}
	for _, t := range handed {
		row := base
		row.To, row.How, row.Ctx, row.Settles = t, inventory.Handed, asCaller, nil
		out = append(out, row)
	}
	return out
}

// targets lists the functions that the call can run, as far as the program has them.
func (c *collector) targets(call ssa.CallInstruction) []string {
	com := call.Common()
	if com.IsInvoke() {
		if t := c.dynamic(call); t != "" {
			return []string{t}
		}
		return nil
	}
	if fn := com.StaticCallee(); fn != nil {
		obj, _ := flow.Origin(fn).Object().(*types.Func)
		if obj != nil && (obj.Pkg() == nil || !outside.InProgram(c.pass, obj.Pkg().Path())) {
			return nil
		}
		return []string{id(fn)}
	}
	var out []string
	for _, v := range c.functionValues(com.Value, 0) {
		out = append(out, id(v))
	}
	return out
}

// maxTargets bounds the functions that one function value may be.
const maxTargets = 12

// functionValues lists the functions of the package that the function value v can be.
func (c *collector) functionValues(v ssa.Value, depth int) []*ssa.Function {
	var out []*ssa.Function
	if depth > 3 {
		return nil
	}
	for _, l := range c.x.Resolve(v) {
		var stores []*ssa.Store
		switch l.Kind {
		case flow.Func:
			if f := function(l.Value); f != nil {
				out = append(out, f)
			}
		case flow.Field:
			stores = c.x.FieldStores(l.Var)
		case flow.Global:
			stores = c.x.GlobalStores(l.Value.(*ssa.Global))
		}
		for _, st := range stores {
			if len(out) < maxTargets {
				out = append(out, c.functionValues(st.Val, depth+1)...)
			}
		}
	}
	return out
}

// handed lists the functions that the call is handed as arguments.
func (c *collector) handed(call ssa.CallInstruction) []string {
	var out []string
	for _, a := range call.Common().Args {
		if f := function(a); f != nil {
			out = append(out, id(f))
		}
	}
	return out
}

// falls notes of functions that are handed over that one runs where another has failed.
func (c *collector) falls(call ssa.CallInstruction, rows []inventory.Call, from int) {
	args := ssacall.Args(call.Common())
	at := func(i int) int {
		if i >= len(args) {
			return -1
		}
		if f := function(args[i]); f != nil {
			for j, r := range rows {
				if r.How == inventory.Handed && r.To == id(f) {
					return j
				}
			}
		}
		return -1
	}
	for _, f := range c.deps.Falls(call) {
		if first, second := at(f.First), at(f.Second); first >= 0 && second >= 0 {
			rows[first].Else = append(rows[first].Else, from+second)
		}
	}
}
