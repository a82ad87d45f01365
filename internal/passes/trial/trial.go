// Package trial runs functions on chosen values, path by path: what does this predicate
// say of that error, does this loop go on when its call fails, where does this function
// return nothing although a call failed.
//
// It runs the SSA form of one package. What it can't know it decides both ways, each in a
// run of its own, so that an answer holds where all runs agree. It knows a few functions
// of the standard library that look at errors and texts, and calls nothing for real.
package trial

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// The limits of a trial. What goes beyond them ends as Lost.
const (
	maxRuns   = 300    // paths of a trial
	maxSteps  = 6000   // instructions of a path
	maxWork   = 30_000 // instructions of all paths of a trial
	maxForks  = 40     // decisions of a path
	maxVisits = 24     // times a path enters the same block
	maxDepth  = 8      // calls within one another
)

// An End says how a path ended.
type End uint8

// The ends of a path.
const (
	Returned End = iota
	Stopped      // Machine.Call asked for it
	Lost         // a panic, or a limit
)

// An Outcome is what one path came to.
type Outcome struct {
	End     End
	Results []Value
	At      *ssa.Return // with Returned: in the function under trial
	// Guess is set where a branch was taken that depends on the values under trial, in a
	// way that is not known.
	Guess bool
	Mark  any // what Machine.Call left in Path.Mark
}

// A Path is the run that is under way.
type Path struct {
	Mark  any // free for Machine.Call
	Stop  bool
	Guess bool
}

// A Machine runs functions of one package.
type Machine struct {
	Pkg *ssa.Package
	// Call, where set, answers a call before anything else does. Without ok the call is
	// run, if its body is in the package, or else unknown.
	Call func(p *Path, c ssa.CallInstruction, args []Value) (v Value, ok bool)
	// Begin, where set, is called before each path.
	Begin func()
	// Load, where set, tells the value that is read at v where the run does not.
	Load func(v *ssa.UnOp) (Value, bool)

	path    *Path
	choices []bool
	next    int
	steps   int
	lost    bool
	depth   int
	lens    map[ssa.Value]int64
	nils    map[int]bool // by the id of an unknown value: whether this run took it for nil
	ids     int
	idle    map[*ssa.Function][]*frame // of calls that have ended, for the next ones
}

// Run runs fn with args and the values that it captures, in which nil stands for what is
// not known. It gives no outcome where there are too many paths.
func (m *Machine) Run(fn *ssa.Function, args, captured []Value) []Outcome {
	return m.all(func() ([]Value, *ssa.Return) { return m.function(fn, args, captured) })
}

// RunAfter runs the rest of the function that the call c stands in, from where c has
// given result.
func (m *Machine) RunAfter(c *ssa.Call, result Value) []Outcome {
	return m.all(func() ([]Value, *ssa.Return) {
		f := newFrame(m, c.Parent())
		f.vals[c] = result
		return f.run(c.Block(), nil, indexOf(c)+1)
	})
}

func indexOf(in ssa.Instruction) int {
	for i, other := range in.Block().Instrs {
		if other == in {
			return i
		}
	}
	return 0
}

// all repeats run until every choice was made both ways.
func (m *Machine) all(run func() ([]Value, *ssa.Return)) []Outcome {
	var out []Outcome
	m.choices, m.lens, m.nils = nil, map[ssa.Value]int64{}, map[int]bool{}
	for work, n := 0, 0; n < maxRuns && work < maxWork; n++ {
		m.next, m.steps, m.lost, m.depth = 0, 0, false, 0
		if m.Begin != nil {
			m.Begin()
		}
		m.path, m.ids = &Path{}, 0
		clear(m.lens)
		clear(m.nils)
		results, at := run()
		o := Outcome{Results: results, At: at, Guess: m.path.Guess, Mark: m.path.Mark}
		switch {
		case m.path.Stop:
			o.End = Stopped
		case m.lost || at == nil:
			o.End = Lost
		}
		out = append(out, o)
		work += m.steps
		m.choices = m.choices[:m.next]
		for len(m.choices) > 0 && !m.choices[len(m.choices)-1] {
			m.choices = m.choices[:len(m.choices)-1]
		}
		if len(m.choices) == 0 {
			return out
		}
		m.choices[len(m.choices)-1] = false
	}
	return nil
}

// choose decides what is not known.
func (m *Machine) choose() bool {
	if m.next >= maxForks {
		m.lost = true
		return false
	}
	if m.next == len(m.choices) {
		m.choices = append(m.choices, true)
	}
	m.next++
	return m.choices[m.next-1]
}

func (m *Machine) over() bool { return m.lost || m.path.Stop }

// function runs one call of fn to its end.
func (m *Machine) function(fn *ssa.Function, args, captured []Value) ([]Value, *ssa.Return) {
	if m.depth >= maxDepth || len(fn.Blocks) == 0 {
		m.lost = true
		return nil, nil
	}
	m.depth++
	f := m.frame(fn)
	defer func() {
		m.depth--
		m.idle[fn] = append(m.idle[fn], f)
	}()
	for i, p := range fn.Params {
		if i < len(args) {
			f.vals[p] = args[i]
		}
	}
	for i, v := range fn.FreeVars {
		switch {
		case i < len(captured):
			f.vals[v] = captured[i]
		case pointer(v.Type()): // a variable outside of the trial, which the run may write
			f.vals[v] = &Cell{Unknown{}}
		}
	}
	return f.run(fn.Blocks[0], nil, 0)
}

func pointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// A frame is one call that is being run.
type frame struct {
	m      *Machine
	fn     *ssa.Function
	vals   map[ssa.Value]Value
	visits map[*ssa.BasicBlock]int
	defers []func()
}

// frame gives a frame for a call of fn, an old one where there is one: nothing keeps the
// frame of a call that has ended, a trial runs a function hundreds of times, and its maps
// are as large each time.
func (m *Machine) frame(fn *ssa.Function) *frame {
	old := m.idle[fn]
	if len(old) == 0 {
		if m.idle == nil {
			m.idle = map[*ssa.Function][]*frame{}
		}
		return newFrame(m, fn)
	}
	f := old[len(old)-1]
	m.idle[fn] = old[:len(old)-1]
	clear(f.vals)
	clear(f.visits)
	f.defers = nil
	return f
}

func newFrame(m *Machine, fn *ssa.Function) *frame {
	return &frame{m: m, fn: fn, vals: map[ssa.Value]Value{}, visits: map[*ssa.BasicBlock]int{}}
}

// run goes from instruction i of block b on, which was entered from prev.
func (f *frame) run(b, prev *ssa.BasicBlock, i int) ([]Value, *ssa.Return) {
	for {
		if f.visits[b]++; f.visits[b] > maxVisits {
			f.m.lost = true
		}
		var to *ssa.BasicBlock
		if i == 0 {
			i = f.phis(b, prev)
		}
		for ; i < len(b.Instrs) && to == nil; i++ {
			if f.m.steps++; f.m.steps > maxSteps {
				f.m.lost = true
			}
			if f.m.over() {
				return nil, nil
			}
			switch in := b.Instrs[i].(type) {
			case *ssa.Return:
				return f.results(in), in
			case *ssa.Jump:
				to = b.Succs[0]
			case *ssa.If:
				to = b.Succs[1]
				if f.decide(f.get(in.Cond)) {
					to = b.Succs[0]
				}
			case *ssa.Panic:
				f.m.lost = true
				return nil, nil
			default:
				f.exec(in)
			}
		}
		if to == nil {
			f.m.lost = true
			return nil, nil
		}
		b, prev, i = to, b, 0
	}
}

func (f *frame) results(r *ssa.Return) []Value {
	out := make([]Value, len(r.Results))
	for i, v := range r.Results {
		out[i] = f.get(v)
	}
	return out
}

// phis sets the phis of b at once and gives the index of the first other instruction.
func (f *frame) phis(b, prev *ssa.BasicBlock) int {
	edge := -1
	for i, p := range b.Preds {
		if p == prev {
			edge = i
		}
	}
	var vals []Value
	n := 0
	for ; n < len(b.Instrs); n++ {
		phi, ok := b.Instrs[n].(*ssa.Phi)
		if !ok {
			break
		}
		if edge < 0 {
			vals = append(vals, Unknown{})
		} else {
			vals = append(vals, f.get(phi.Edges[edge]))
		}
	}
	for i, v := range vals {
		f.vals[b.Instrs[i].(*ssa.Phi)] = v
	}
	return n
}

// decide turns the value of a condition into a branch.
func (f *frame) decide(v Value) bool {
	if b, ok := v.(bool); ok {
		return b
	}
	if under(v) {
		f.m.path.Guess = true
	}
	return f.m.choose()
}

// get gives the value of v in this frame.
func (f *frame) get(v ssa.Value) Value {
	if val, ok := f.vals[v]; ok {
		if val == nil {
			return Unknown{}
		}
		return val
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constantValue(v)
	case *ssa.Function:
		return Func{Fn: v}
	case *ssa.Global:
		return globalAddr{v}
	case *ssa.MakeClosure: // made before the trial began
		return f.closure(v)
	case *ssa.MakeInterface:
		return f.get(v.X)
	case *ssa.ChangeType:
		return f.get(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.load(v)
		}
	}
	return Unknown{}
}

func (f *frame) closure(v *ssa.MakeClosure) Value {
	c := Func{Fn: v.Fn.(*ssa.Function)}
	for _, b := range v.Bindings {
		c.Captured = append(c.Captured, f.get(b))
	}
	return c
}

// Constant is the value of c.
func Constant(c *ssa.Const) Value { return constantValue(c) }

func constantValue(c *ssa.Const) Value {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.Struct); ok {
			return zero(c.Type())
		}
		return Nil{}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return constant.BoolVal(c.Value)
	case constant.String:
		return constant.StringVal(c.Value)
	}
	b, ok := c.Type().Underlying().(*types.Basic)
	if !ok {
		return Unknown{}
	}
	switch {
	case b.Info()&types.IsFloat != 0:
		v, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return v
	case b.Info()&types.IsInteger != 0:
		if v, exact := constant.Int64Val(constant.ToInt(c.Value)); exact {
			return v
		}
		if v, exact := constant.Uint64Val(constant.ToInt(c.Value)); exact {
			return int64(v)
		}
	}
	return Unknown{}
}
