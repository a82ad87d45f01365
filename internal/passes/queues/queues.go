// Package queues knows where work piles up in a program: the slices, lists and channels
// that one party fills and another empties, the goroutines that are started for each
// message, the calls that wait for room in a queue, and what bounds each of them.
//
// It reports nothing, and it knows no rate: what it says is that nothing in the program
// refuses. A value that it can't follow counts as bounded.
package queues

import (
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/trace"
)

// A Kind says how work piles up at a site.
type Kind string

// The kinds of a site.
const (
	Slice    Kind = "slice"    // a container that grows
	Channel  Kind = "channel"  // a channel without an end, or a goroutine that makes one of a slice
	Send     Kind = "send"     // a goroutine whose whole work is to send
	Spawn    Kind = "spawn"    // a goroutine, or a submitted task, for each event
	Library  Kind = "library"  // a library's queue whose limit is off
	Capacity Kind = "capacity" // a channel with an absurd capacity
	Pending  Kind = "pending"  // a map of calls in flight that time-outs never leave
	Block    Kind = "block"    // a send that waits for room, in a request
	Stale    Kind = "stale"    // work that is taken out without asking who still waits
	Read     Kind = "read"     // a read with no limit of rows
	Pool     Kind = "pool"     // a pool of connections with no cap
	Budget   Kind = "budget"   // a channel whose capacity is a number
)

// A Site is one place at which work can pile up.
type Site struct {
	Kind Kind
	Fn   *ssa.Function
	Pos  token.Pos // not set where it stands in another package
	At   Place     // with no Pos: where it stands
	What string    // the queue, the callee or the value, as a reader names it
	By   string    // what fills it, as a reader names it
	To   string    // who empties it, or what it waits for
	Size int64     // with Capacity and Budget: the constant capacity, or -1
	More int       // other places of the same queue that are not listed
	Low  bool      // less sure than its kind is
	Path []trace.Step
	Send *ssa.Send // with Block: the send
	Make *ssa.MakeChan
	Fill token.Pos
}

// Package is what the pass found in one package.
type Package struct {
	// Index is nil where the package holds nothing of interest.
	Index *flow.Index
	Sites []*Site
}

// New returns the pass. Its result is a *Package, its fact a *Func on functions.
func New(cat *catalogue.Catalogue) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "resilintqueues",
		Doc:        "where work piles up, and what bounds it",
		Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
		FactTypes:  []analysis.Fact{new(Func)},
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, cat), nil
		},
		RunDespiteErrors: true,
	}
}

// eval holds what is known of one package while it is read. It is used by one goroutine.
type eval struct {
	pass  *analysis.Pass
	cat   *catalogue.Catalogue
	x     *flow.Index
	facts funcfact.Table[Func, *Func]
	log   funcfact.Log // which facts of the package are read for which
	loops map[*ssa.Function][]*loop
	impls *implementers
	index map[ssa.Instruction]int
	slots map[*ssa.Function]answer[bool]
	waits map[*ssa.Function]wait
	// walking are the functions that walk is in, so that a literal that calls itself ends.
	walking   map[*ssa.Function]int
	drains    map[string]string
	slowDrain map[string]bool
	keys      map[ssa.Value]string
	ops       map[*ssa.Function]answer[[]ssa.Instruction]
	events    map[*ssa.Function][]source
	maps      map[string][]*ssa.Function // who writes to a map
	names     map[*types.Func]string
	marks     map[*ssa.Function]*marked
	// targetMarks and ranks are by what is called.
	targetMarks map[*catalogue.Target]mark
	ranks       map[*catalogue.Target]int
	funcs       []*ssa.Function // without the helpers of tests
}

func run(pass *analysis.Pass, cat *catalogue.Catalogue) *Package {
	e := &eval{
		pass: pass, cat: cat, facts: funcfact.New[Func](pass),
		index: map[ssa.Instruction]int{}, walking: map[*ssa.Function]int{},
		slots: map[*ssa.Function]answer[bool]{}, ops: map[*ssa.Function]answer[[]ssa.Instruction]{},
		keys: map[ssa.Value]string{}, names: map[*types.Func]string{},
		targetMarks: map[*catalogue.Target]mark{}, ranks: map[*catalogue.Target]int{},
	}
	lazy := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	if len(pass.TypeErrors) > 0 || !e.candidate(lazy.Used()) {
		return &Package{}
	}
	e.x = flow.New(lazy.Get())
	n := len(e.x.SSA.Funcs) // all of which are asked for all of these
	e.loops, e.events = make(map[*ssa.Function][]*loop, n), make(map[*ssa.Function][]source, n)
	e.marks, e.waits = make(map[*ssa.Function]*marked, n), make(map[*ssa.Function]wait, n)
	for _, fn := range e.x.SSA.Funcs {
		if !deadlines.TestHelper(fn) {
			e.funcs = append(e.funcs, fn)
		}
	}
	e.impls = e.newImplementers()
	order := e.x.BottomUp()
	e.log.Settle(order, maxRounds, func(*funcfact.Summary) bool { return false }, e.summarise)
	p := &Package{Index: e.x}
	for _, find := range []func() []*Site{
		e.containers, e.movers, e.libraries, e.driven, e.fanouts, e.sends, e.capacities, e.pendings, e.stales, e.queries, e.pools,
	} {
		p.Sites = append(p.Sites, find()...)
	}
	e.export(order)
	return p
}
