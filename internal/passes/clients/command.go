package clients

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// commandFields are the fields of a command-line library's command that hold what a
// command runs.
var commandFields = map[string]bool{
	"Run": true, "RunE": true, "PreRun": true, "PreRunE": true, "PostRun": true, "PostRunE": true,
	"PersistentPreRun": true, "PersistentPreRunE": true, "PersistentPostRun": true, "PersistentPostRunE": true,
	"Args": true, "ValidArgsFunction": true, "Action": true, "Before": true, "After": true, "Exec": true,
	"BashComplete": true, "ShellComplete": true,
}

// commandType tells whether t is the command of a command-line library.
func commandType(t types.Type) bool {
	switch name := gotype.Name(t); {
	case name == "github.com/spf13/cobra.Command":
		return true
	case strings.HasPrefix(name, "github.com/urfave/cli"), strings.HasPrefix(name, "github.com/peterbourgon/ff"):
		return strings.HasSuffix(name, ".Command") || strings.HasSuffix(name, ".App")
	}
	return false
}

// operators finds the functions that only commands reach which a person runs and which
// end by themselves. A program may serve by another of its commands; then these are still
// no service.
type operators struct {
	e       *eval
	entries map[*ssa.Function]bool // what commands run; true for those that live long
	one     map[*ssa.Function]bool // reached from a command that ends by itself
	other   map[*ssa.Function]bool // reached from anything else
}

// Operator tells whether fn only runs in a command that ends by itself.
func (p *Package) Operator(fn *ssa.Function) bool {
	e := p.eval
	if p.Index == nil || e == nil {
		return false
	}
	if e.operators == nil {
		e.operators = e.findOperators()
	}
	o := e.operators
	for f := fn; f != nil; f = f.Parent() {
		if o.other[f] {
			return false
		}
		if o.one[f] {
			return true
		}
	}
	return false
}

func (e *eval) findOperators() *operators {
	o := &operators{e: e, entries: map[*ssa.Function]bool{}, one: map[*ssa.Function]bool{}, other: map[*ssa.Function]bool{}}
	for _, fn := range e.x.SSA.Funcs {
		b := e.bodies[fn]
		for i := 0; b != nil && i < len(b.items); i++ {
			if it := &b.items[i]; it.kind&registers != 0 {
				o.registers(it.in.(*ssa.Store))
			}
		}
		if movedMain(fn) || commandMethod(fn) {
			o.entry(fn)
		}
	}
	if len(o.entries) == 0 {
		return o
	}
	for _, fn := range e.x.SSA.Funcs {
		if long, ok := o.entries[fn]; ok {
			if long {
				o.reach(fn, o.other)
			} else {
				o.reach(fn, o.one)
			}
		} else if fn.Parent() == nil && o.open(fn) {
			o.reach(fn, o.other)
		}
	}
	return o
}

// registers takes note of what a command is told to run.
func (o *operators) registers(st *ssa.Store) {
	for _, l := range o.e.x.Resolve(st.Val) {
		if fn := funcOf(l.Value); fn != nil {
			o.entry(fn)
		}
	}
}

func (o *operators) entry(fn *ssa.Function) {
	if fn.Pkg == o.e.x.SSA.Pkg && fn.Blocks != nil {
		o.entries[fn] = o.e.life(fn) != 0
	}
}

// funcOf is the function that a function value is, or nil. For a method value it is the
// method.
func funcOf(v ssa.Value) *ssa.Function {
	if mc, ok := v.(*ssa.MakeClosure); ok {
		v = mc.Fn
	}
	fn, ok := v.(*ssa.Function)
	if !ok {
		return nil
	}
	if obj, ok := fn.Object().(*types.Func); ok && ssacall.Bound(fn) {
		return fn.Prog.FuncValue(obj)
	}
	return flow.Origin(fn)
}

// movedMain tells whether fn is a program's main in a package that is not main: several
// programs in one binary.
func movedMain(fn *ssa.Function) bool {
	return fn.Name() == "main" && fn.Parent() == nil && fn.Signature.Recv() == nil && fn.Pkg.Pkg.Name() != "main" && len(fn.Params) == 0
}

// commandMethod tells whether fn is what a command runs that is a type: one with a
// Synopsis.
func commandMethod(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Name() != "Run" && fn.Name() != "Execute" {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg.Pkg, "Synopsis")
	_, ok := m.(*types.Func)
	return ok
}

// open tells whether fn can be called by others than the package's commands: it starts
// the program, serves a request, or is exported or called through an interface.
func (o *operators) open(fn *ssa.Function) bool {
	main := fn.Pkg.Pkg.Name() == "main"
	switch {
	case deadlines.Handler(fn), fn.Name() == "init", strings.HasPrefix(fn.Name(), "init#"), main && fn.Name() == "main":
		return true
	case fn.Object() == nil || !fn.Object().Exported():
		return false
	case fn.Signature.Recv() != nil:
		return len(o.e.x.Callers(fn)) == 0
	}
	return !main
}

// reach adds fn and all that it calls, names and holds to set, but for the commands that
// it registers.
func (o *operators) reach(fn *ssa.Function, set map[*ssa.Function]bool) {
	if set[fn] || fn.Blocks == nil || fn.Pkg != o.e.x.SSA.Pkg {
		return
	}
	set[fn] = true
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				if callee := c.Common().StaticCallee(); callee != nil {
					o.reach(flow.Origin(callee), set)
					continue
				}
			}
			for _, op := range in.Operands(nil) {
				if f := funcOf(*op); f != nil {
					if _, entry := o.entries[f]; !entry {
						o.reach(f, set)
					}
				}
			}
		}
	}
}
