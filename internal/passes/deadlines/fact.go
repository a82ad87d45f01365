package deadlines

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/trace"
)

// NoParam stands for "no parameter" where an index is asked for.
const NoParam = -1

// Func is the fact of a function: what its callers must know of the time it may take.
// Parameters are counted as in SSA: from 0, the receiver first.
type Func struct {
	Waits   []Wait
	Results []Result
	Runs    []Run
	Sets    []Set
	Budgets []Budget
	Serves  []Serve
	Tries   []Tries
}

// A Wait is a call below the function that leaves the process and can wait for ever,
// depending on what the caller passes.
type Wait struct {
	Ctx    int      // the parameter that carries the only deadline, or NoParam: there is none
	Client int      // the parameter whose timeout would bound it too, or NoParam: nothing else does
	Child  bool     // a child process: a defect in a request path only
	Loop   bool     // in a loop that lives as long as the context: a worker
	OS     bool     // ended by the operating system's connect limit at the latest
	Local  bool     // a database inside the process: only a dropped context is a fault
	Slot   bool     // waits for a slot of something shared: a defect in a request path only
	If     string   // waits if a method of this key does; never leaves the package
	Callee string   // what is called, as a reader names it
	Unless []string // settings of which any one, used anywhere in the program, bounds it
	Path   []trace.Step
}

// A Result says what the function returns at Index, where that is a context, something
// that carries one (a request), or an HTTP client.
type Result struct {
	Index int
	Kind  ResultKind
	Param int // with ResultParam
	// Amount is with ResultBounded the longest time that a context of constant timeout
	// leaves, or 0 where it is not known.
	Amount time.Duration
}

// ResultKind is the closed set of what a result can be known to be.
type ResultKind uint8

// The kinds of a result. Where a function returns one thing or another, both are listed.
const (
	ResultBounded   ResultKind = iota + 1 // a context with a deadline, a client with a timeout
	ResultRoot                            // a context without deadline and cancellation, or a carrier of one
	ResultParam                           // what parameter Param is
	ResultUnbounded                       // a client without any timeout
	ResultCancel                          // a root that can be cancelled
	ResultUnknown
)

// A Run says that the function calls its parameter Param, a function, and what context
// it hands to it.
type Run struct {
	Param int
	Async bool // in a goroutine that it does not wait for
	Arg   int  // index of the context among the arguments, or NoParam
	Kind  ResultKind
	From  int // with ResultParam: the parameter that the context comes from
}

// A Set says that the function writes a field of what its parameter points to.
type Set struct {
	Param int    // or NoParam: a function that it returns, an option, writes it
	Field string // pkg.T.F
}

// AFact marks Func as a fact.
func (*Func) AFact() {}

func (f *Func) empty() bool {
	return len(f.Waits)+len(f.Results)+len(f.Runs)+len(f.Sets)+len(f.Budgets)+len(f.Serves)+len(f.Tries) == 0
}

// equal tells whether both say the same.
func (f *Func) equal(g *Func) bool {
	return slices.EqualFunc(f.Waits, g.Waits, Wait.equal) && slices.Equal(f.Results, g.Results) && slices.Equal(f.Runs, g.Runs) &&
		slices.Equal(f.Sets, g.Sets) && slices.EqualFunc(f.Budgets, g.Budgets, Budget.equal) &&
		slices.EqualFunc(f.Serves, g.Serves, Serve.equal) && slices.EqualFunc(f.Tries, g.Tries, Tries.equal)
}

func (w Wait) equal(v Wait) bool {
	return w.Ctx == v.Ctx && w.Client == v.Client && w.Child == v.Child && w.Loop == v.Loop && w.OS == v.OS && w.Local == v.Local &&
		w.Slot == v.Slot && w.If == v.If && w.Callee == v.Callee && slices.Equal(w.Unless, v.Unless) && slices.Equal(w.Path, v.Path)
}

func (b Budget) equal(c Budget) bool {
	return b.Ctx == c.Ctx && b.Amount == c.Amount && b.Param == c.Param && b.Backstop == c.Backstop && slices.Equal(b.Path, c.Path)
}

func (s Serve) equal(t Serve) bool {
	return s.Param == t.Param && s.Amount == t.Amount && slices.Equal(s.Path, t.Path)
}

func (t Tries) equal(u Tries) bool {
	return t.Ctx == u.Ctx && t.N == u.N && t.Each == u.Each && t.Pause == u.Pause && t.Backstop == u.Backstop && slices.Equal(t.Path, u.Path)
}

// exported returns the fact without what only the package itself can use.
func (f *Func) exported() *Func {
	own := func(w Wait) bool { return w.If != "" }
	if !slices.ContainsFunc(f.Waits, own) {
		return f
	}
	out := *f
	out.Waits = slices.DeleteFunc(slices.Clone(f.Waits), own)
	return &out
}

// String is the form that tests compare.
func (f *Func) String() string {
	var parts []string
	for _, w := range f.Waits {
		s := fmt.Sprintf("waits(ctx=%s client=%s %s", index(w.Ctx), index(w.Client), w.Callee)
		if w.Loop {
			s += " loop"
		}
		if w.Local {
			s += " local"
		}
		if w.Slot {
			s += " slot"
		}
		parts = append(parts, s+")")
	}
	for _, r := range f.Results {
		s := fmt.Sprintf("result%d=%s", r.Index, kindWord(r.Kind, r.Param))
		if r.Amount > 0 {
			s += " " + r.Amount.String()
		}
		parts = append(parts, s)
	}
	for _, r := range f.Runs {
		parts = append(parts, fmt.Sprintf("runs(%d)", r.Param))
	}
	for _, s := range f.Sets {
		parts = append(parts, fmt.Sprintf("sets(%d %s)", s.Param, s.Field))
	}
	for _, b := range f.Budgets {
		if b.Backstop {
			parts = append(parts, fmt.Sprintf("budget(%d %s backstop)", b.Ctx, b.Amount))
		} else if b.Param != NoParam {
			parts = append(parts, fmt.Sprintf("budget(%d param%d)", b.Ctx, b.Param))
		} else {
			parts = append(parts, fmt.Sprintf("budget(%d %s)", b.Ctx, b.Amount))
		}
	}
	for _, s := range f.Serves {
		parts = append(parts, fmt.Sprintf("serves(%s %s)", index(s.Param), s.Amount))
	}
	for _, t := range f.Tries {
		parts = append(parts, fmt.Sprintf("tries(%s %d × %s + %s)", index(t.Ctx), t.N, t.Each, t.Pause))
	}
	return strings.Join(parts, " ")
}

func index(i int) string {
	if i == NoParam {
		return "-"
	}
	return fmt.Sprint(i)
}

func kindWord(k ResultKind, param int) string {
	switch k {
	case ResultBounded:
		return "bounded"
	case ResultRoot:
		return "root"
	case ResultParam:
		return fmt.Sprintf("param%d", param)
	case ResultUnbounded:
		return "unbounded"
	case ResultCancel:
		return "cancel"
	}
	return "unknown"
}
