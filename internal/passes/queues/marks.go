package queues

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A mark says what a call can be to this pass, before anything is asked of it in earnest.
// Most calls have none, and a function whose calls have none needs no look at any.
type mark uint32

const (
	limiter  mark = 1 << iota // the catalogue knows a limiter, a pool among them
	library                   // it makes or limits a library's queue
	register                  // it takes a function that it runs for each event
	starts                    // it starts a goroutine, or a timer, for a function
	slotted                   // by its name it takes a slot
	listed                    // it changes a list, a heap or a library's queue, or asks its length
	stored                    // it enters something into a sync.Map
	prefetch                  // it can set a prefetch count
	caps                      // it caps a pool of connections
	opens                     // it makes one
	selected                  // it reads rows
	factual                   // of its function there is, or will be, a fact

	// These depend on the place.
	goes    // a go statement
	literal // it calls a function literal, or is handed one
	dynamic // it calls a function value, or a method of an interface of the package
	builtin
)

// marked are the marks of a function's calls, in their order.
type marked struct {
	list []mark
	all  mark
}

// marksOf returns the marks of the calls in fn.
func (e *eval) marksOf(fn *ssa.Function) *marked {
	if m, ok := e.marks[fn]; ok {
		return m
	}
	sites := e.x.Sites(fn)
	m := &marked{list: make([]mark, len(sites))}
	for i := range sites {
		m.list[i] = e.mark(&sites[i])
		m.all |= m.list[i]
	}
	e.marks[fn] = m
	return m
}

// with returns the calls in fn that have one of the marks.
func (e *eval) with(fn *ssa.Function, want mark) func(yield func(*flow.Site) bool) {
	return func(yield func(*flow.Site) bool) {
		m := e.marksOf(fn)
		if m.all&want == 0 {
			return
		}
		sites := e.x.Sites(fn)
		for i := range sites {
			if m.list[i]&want != 0 && !yield(&sites[i]) {
				return
			}
		}
	}
}

// steps visits the moves in fn and the calls that have one of the marks, in the order of
// the blocks.
func (e *eval) steps(fn *ssa.Function, want mark, visit func(in ssa.Instruction, site *flow.Site)) {
	if len(e.x.Moves(fn)) == 0 {
		for s := range e.with(fn, want) {
			visit(s.CallInstruction, s)
		}
		return
	}
	i, m := 0, e.marksOf(fn)
	e.x.Steps(fn, func(in ssa.Instruction, site *flow.Site) {
		if site != nil {
			i++
			if m.list[i-1]&want == 0 {
				return
			}
		}
		visit(in, site)
	})
}

// steppable tells whether steps visits anything.
func (e *eval) steppable(fn *ssa.Function, want mark) bool {
	return e.marksOf(fn).all&want != 0 || len(e.x.Moves(fn)) > 0
}

func (e *eval) mark(s *flow.Site) mark {
	com := s.Common()
	m := e.atPlace(s, com)
	if s.Fn == nil {
		return m
	}
	of, ok := e.targetMarks[s.Target]
	if !ok {
		of = e.ofTarget(s.Fn, s.Entries(e.cat))
		e.targetMarks[s.Target] = of
	}
	return m | of
}

// atPlace gives the marks that depend on the place of a call.
func (e *eval) atPlace(s *flow.Site, com *ssa.CallCommon) mark {
	var m mark
	if _, ok := s.CallInstruction.(*ssa.Go); ok {
		m |= goes
	}
	args := com.Args
	switch v := com.Value.(type) {
	case *ssa.Builtin:
		m |= builtin
	case *ssa.MakeClosure:
		args = ssacall.Args(com) // a method value has its receiver
		if isLiteral(v) {
			m |= literal
		}
	default:
		switch {
		case com.IsInvoke():
			if com.Method.Pkg() == e.pass.Pkg {
				m |= dynamic
			}
		case isLiteral(v):
			m |= literal
		case com.StaticCallee() == nil:
			m |= dynamic
		}
	}
	for _, a := range args {
		if isLiteral(a) {
			m |= literal
		}
	}
	return m
}

// isLiteral tells whether v is a function literal.
func isLiteral(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Function, *ssa.MakeClosure, *ssa.ChangeType:
		fn := target(v)
		return fn != nil && fn.Parent() != nil
	}
	return false
}

// ofTarget gives the marks that depend on what is called alone.
func (e *eval) ofTarget(fn *types.Func, entries []*catalogue.Entry) mark {
	if fn.Pkg() == nil {
		return 0
	}
	var m mark
	for _, en := range entries {
		switch {
		case en.Kind == catalogue.KindLimiter:
			m |= limiter
		case en.Kind == catalogue.KindQueue:
			m |= library | listed
		case en.Kind == catalogue.KindServer && en.Does == "register":
			m |= register
		}
	}
	if fn.Pkg() == e.pass.Pkg || e.facts.Imported(fn) != nil {
		m |= factual
	}
	if slotName(fn.Name()) && !strings.HasPrefix(e.fullName(fn), "(*sync.") {
		m |= slotted
	}
	return m | e.byName(fn)
}

// byName gives the marks of functions that are known by their name.
func (e *eval) byName(fn *types.Func) mark {
	path := fn.Pkg().Path()
	switch name := fn.Name(); name {
	case "Go":
		if e.fullName(fn) == "(*sync.WaitGroup).Go" {
			return starts
		}
	case "AfterFunc":
		if path == "time" {
			return starts
		}
	case "Wait":
		if e.fullName(fn) == "(*sync.Cond).Wait" {
			return slotted
		}
	case "Store":
		if e.fullName(fn) == "(*sync.Map).Store" {
			return stored
		}
	case "Qos":
		return prefetch
	case "SetMaxOpenConns":
		return caps
	case "Open", "OpenDB":
		if path == "database/sql" {
			return opens
		}
	case "SetPendingLimits":
		return library
	case "Len":
		return listed
	case "Query", "QueryContext", "Queryx", "QueryxContext", "Select", "SelectContext":
		return selected
	}
	switch {
	case path == "container/list", path == "container/heap":
		return listed
	case isRedis(path):
		return selected
	}
	return 0
}
