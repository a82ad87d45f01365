// Package inventory writes the rows of one package of which the map of a program is made:
// its functions and what they call, the calls that leave the process and what stands before
// them, where clients are made and handed on.
//
// It judges nothing. What a program as a whole comes to is for internal/inventory to say.
package inventory

import (
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// New returns the analyzer. Its result is a *finding.Set whose Inventory has the rows of the
// package; it has no facts of its own.
func New(p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "resilintinventory",
		Doc:        "the calls that leave the process, and how they are reached",
		Requires:   []*analysis.Analyzer{p.SSA, p.Clients, p.Deadlines, p.Depends, p.Retries},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			if outside.Is(pass) || outside.TestPath(pass.Pkg.Path()) {
				return &finding.Set{}, nil
			}
			c := &collector{
				pass: pass, cat: p.Catalogue,
				deps:  pass.ResultOf[p.Depends].(*dependency.Package),
				cl:    pass.ResultOf[p.Clients].(*clients.Package),
				times: pass.ResultOf[p.Deadlines].(*deadlines.Package),
				again: pass.ResultOf[p.Retries].(*retries.Package),
				ssa:   pass.ResultOf[p.SSA].(*ssabuild.Lazy).Get(),
			}
			c.times.Eval.Lock() // in the same order as every rule
			defer c.times.Eval.Unlock()
			c.cl.Lock()
			defer c.cl.Unlock()
			c.deps.Lock()
			defer c.deps.Unlock()
			c.again.Eval.Lock()
			defer c.again.Eval.Unlock()
			return &finding.Set{Inventory: []inventory.Package{c.collect()}}, nil
		},
	}
}

// A collector writes the rows of one package.
type collector struct {
	pass  *analysis.Pass
	cat   *catalogue.Catalogue
	ssa   *ssabuild.SSA
	x     *flow.Index
	deps  *dependency.Package
	cl    *clients.Package
	times *deadlines.Package
	again *retries.Package

	out    inventory.Package
	left   map[ssa.CallInstruction]dependency.Call // the calls that leave the process
	valued map[*ssa.Function]bool                  // functions that are used as values
	made   map[string]bool
	types  map[*types.TypeName]bool
	ifaces map[types.Type]string
	flows  map[string]bool
	routes map[string]bool
}

func (c *collector) collect() inventory.Package {
	c.left, c.valued = map[ssa.CallInstruction]dependency.Call{}, map[*ssa.Function]bool{}
	c.made, c.flows, c.routes = map[string]bool{}, map[string]bool{}, map[string]bool{}
	c.types, c.ifaces = map[*types.TypeName]bool{}, map[types.Type]string{}
	c.x = c.deps.Index
	if c.x == nil {
		c.x = flow.New(c.ssa)
	}
	c.out.Path, c.out.Main = c.pass.Pkg.Path(), c.pass.Pkg.Name() == "main"
	for _, p := range c.pass.Pkg.Imports() {
		c.out.Imports = append(c.out.Imports, p.Path())
	}
	slices.Sort(c.out.Imports)
	for _, call := range c.deps.Calls() {
		c.left[call.Call] = call
	}
	c.findValued()
	for _, fn := range c.ssa.Funcs {
		if !deadlines.TestHelper(fn) && !c.inTest(fn) {
			c.out.Funcs = append(c.out.Funcs, c.function(fn))
		}
	}
	return c.out
}

// inTest tells whether fn stands in a file that only tests use.
func (c *collector) inTest(fn *ssa.Function) bool {
	if !fn.Pos().IsValid() {
		return false
	}
	name := c.pass.Fset.Position(fn.Pos()).Filename
	return len(name) > 8 && name[len(name)-8:] == "_test.go"
}

// findValued notes the functions of the package that are used as values: somebody may keep
// and call them.
func (c *collector) findValued() {
	for _, fn := range c.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, op := range operands(in) {
					if f := function(op); f != nil {
						c.valued[f] = true
					}
				}
			}
		}
	}
}

// operands lists the values that an instruction uses, without the function that it calls.
func operands(in ssa.Instruction) []ssa.Value {
	if c, ok := in.(ssa.CallInstruction); ok {
		return c.Common().Args
	}
	var out []ssa.Value
	for _, op := range in.Operands(nil) {
		if *op != nil {
			out = append(out, *op)
		}
	}
	if mc, ok := in.(*ssa.MakeClosure); ok {
		return mc.Bindings // the closure itself counts where it is used
	}
	return out
}

// function is the function, or literal, that v is, or nil. A method value is its method.
func function(v ssa.Value) *ssa.Function {
	for {
		switch t := v.(type) {
		case *ssa.ChangeType:
			v = t.X
		case *ssa.MakeInterface:
			v = t.X
		case *ssa.MakeClosure:
			return t.Fn.(*ssa.Function)
		case *ssa.Function:
			return t
		default:
			return nil
		}
	}
}

func (c *collector) place(pos token.Pos) inventory.Place {
	if !pos.IsValid() {
		return inventory.Place{Pkg: c.pass.Pkg.Path()}
	}
	p := c.pass.Fset.Position(pos)
	return inventory.Place{Pkg: c.pass.Pkg.Path(), File: filepath.Base(p.Filename), Line: p.Line, Col: p.Column}
}
