package deadlines

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Eval evaluates contexts, requests and clients of one package. It remembers what it
// evaluated, so that it serves one goroutine at a time: a rule locks it while it runs,
// because some drivers run the rules of a package side by side.
type Eval struct {
	sync.Mutex
	pass      *analysis.Pass
	cat       *catalogue.Catalogue
	owner     *owner.Package
	x         *flow.Index
	facts     funcfact.Table[Func, *Func]
	log       funcfact.Log // which facts of the package are read for which
	ctxs      map[ssa.Value][]Source
	busy      map[ssa.Value]bool
	clients   map[ssa.Value]Bound
	impls     *implement.Index
	reached   map[*types.Func][]*types.Func      // what an interface method can be
	catalogs  map[*types.Func][]*catalogue.Entry // what the catalogue says of an interface method
	ids       map[types.Type]string              // of interfaces and types, as notes name them
	links     []string                           // the notes, in the order they were made
	noted     map[string]bool
	fields    map[string]bool            // the fields that entries name as bounds, pkg.T.F
	needs     map[*ssa.Function][]Wait   // of constructors, for the clients they are handed
	had       map[*ssa.Function]inputs   // with which a fact was made last
	sqlite    map[handle]bool            // handles that are spoken to in SQLite; nil until asked
	unseen    map[string]bool            // timeouts that a fact had no room for, as Place names them
	channels  map[*types.Var]*channelUse // what the package does with its channels; nil until asked
	finder    *loops.Finder              // finds the retries that are written by hand
	looped    map[*ssa.Function][]*loops.Loop
	depth     int
	cuts      int // how often a cycle was cut
	asks      map[*ssa.Function]bool
	used      map[*ssa.Function][]use             // of literals, see uses
	hot       map[*ssa.Function][]site            // see sites
	some      []site                              // room for those of one function
	made      map[*ssa.Function][]*Span           // see spans
	outs      map[*ssa.Function][]*Outbound       // see outbound
	asyncs    map[*ssa.Function]bool              // see async
	serves    *sync.Map                           // see serving
	names     map[*types.Func]string              // see funcName
	others    map[ssa.CallInstruction]Outbound    // see elsewhere
	stands    map[*types.Interface]*types.Pointer // the first of receivers that implements it, or nil
	receivers []*types.Pointer                    // see findReceivers; nil until asked
	embeds    func() bool                         // ownDriver, asked once
	allocs    map[*ssa.Function][]*ssa.Alloc      // see HTTPAllocs; nil until asked
}

// newEval makes an Eval for one package.
func newEval(pass *analysis.Pass, cat *catalogue.Catalogue) *Eval {
	e := &Eval{
		pass:     pass,
		cat:      cat,
		facts:    funcfact.New[Func](pass),
		fields:   map[string]bool{},
		needs:    map[*ssa.Function][]Wait{},
		ids:      map[types.Type]string{},
		noted:    map[string]bool{},
		unseen:   map[string]bool{},
		reached:  map[*types.Func][]*types.Func{},
		catalogs: map[*types.Func][]*catalogue.Entry{},
		asks:     map[*ssa.Function]bool{},
		used:     map[*ssa.Function][]use{},
		made:     map[*ssa.Function][]*Span{},
		outs:     map[*ssa.Function][]*Outbound{},
		had:      map[*ssa.Function]inputs{},
		asyncs:   map[*ssa.Function]bool{},
		serves:   &sync.Map{},
		names:    map[*types.Func]string{},
		others:   map[ssa.CallInstruction]Outbound{},
		stands:   map[*types.Interface]*types.Pointer{},
		ctxs:     map[ssa.Value][]Source{},
		busy:     map[ssa.Value]bool{},
		clients:  map[ssa.Value]Bound{},
	}
	e.embeds = sync.OnceValue(e.ownDriver)
	return e
}

// reset forgets what was evaluated with older facts.
func (e *Eval) reset() {
	clear(e.ctxs)
	clear(e.busy)
	clear(e.clients)
	clear(e.made)
	clear(e.asyncs)
}

// Callee is what a call calls.
type Callee struct {
	Obj  *types.Func // nil for a call of a function value
	Recv types.Type  // static receiver type, or nil
	Lit  *ssa.Function
}

// callee resolves a call as far as its syntax shows it.
func callee(c *ssa.CallCommon) Callee {
	if fn, recv := ssacall.Target(c); fn != nil {
		return Callee{Obj: fn, Recv: recv}
	}
	return Callee{Lit: c.StaticCallee()}
}

// entries returns what the catalogue says of a call.
func (e *Eval) entries(c *ssa.CallCommon) []*catalogue.Entry {
	return e.entriesOf(callee(c))
}

// entry returns the first entry of a kind for a call, or nil.
func (e *Eval) entry(c *ssa.CallCommon, kind catalogue.Kind) *catalogue.Entry {
	return first(e.entries(c), kind)
}
