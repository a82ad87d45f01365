package retries

import (
	"fmt"
	"strings"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/nest"
	"github.com/resilint/resilint/internal/trace"
)

// NoParam stands for "no parameter" where an index is asked for.
const NoParam = -1

// Func is the fact of a function: how often what is below it may be tried. Parameters are
// counted as in SSA: from 0, the receiver first.
type Func struct {
	Calls   []Chain  // what is called in the end, the worst first
	Runs    []Chain  // the parameters that are called, with the layers around them
	Results []Result // what it returns that retries
}

// A Chain leads from a function through retry layers to a call.
type Chain struct {
	Factors []Factor // outermost first
	Callee  string   // what is called in the end, as a reader names it
	Param   int      // the parameter that is called instead, or NoParam
	Polls   bool     // it is called until it says that it is done, and an error ends that
	Method  string   // its method, where it is an interface
	Client  int      // the parameter whose client makes the call and may have layers of its own, or NoParam
	Opaque  bool     // nothing shows that the call leaves the process
	Writes  bool     // repeating it may do something twice
	Maybe   bool     // by one of several implementations of an interface
	Hole    string   // the implement.Hole that it ends in, where the package does not see what is behind an interface
	Guess   bool     // with Hole: what the package does see there repeats nothing, or it is a callee of another package that does not see it
	Path    []trace.Step
}

// A Factor is one retry layer of a chain.
type Factor = nest.Factor

// ByLoop is what Factor.By says of a loop written by hand.
const ByLoop = nest.ByLoop

// A Result says that what the function returns at Index has layers: it is a client that
// retries, or it stands for the parameter Param with layers around it.
type Result struct {
	Index   int
	Factors []Factor
	Param   int // NoParam: what is inside is the function's own
	// Wraps says that a call of the result, or of its method Method, goes through the layers
	// to the parameter.
	Wraps  bool
	Method string
	// Maker says that the result is a function: what it makes of its own first parameter has
	// the layers. With From, it also has those of the makers handed in as parameter From.
	Maker bool
	From  int
}

// AFact marks Func as a fact.
func (*Func) AFact() {}

func (f *Func) empty() bool { return len(f.Calls)+len(f.Runs)+len(f.Results) == 0 }

// String is the form that tests compare.
func (f *Func) String() string {
	var parts []string
	for _, c := range f.Calls {
		parts = append(parts, "calls("+c.String()+")")
	}
	for _, c := range f.Runs {
		parts = append(parts, "runs("+c.String()+")")
	}
	for _, r := range f.Results {
		parts = append(parts, "returns("+r.String()+")")
	}
	return strings.Join(parts, " ")
}

// String is the form that tests compare.
func (c Chain) String() string {
	end := c.Callee
	if c.Param != NoParam {
		end = fmt.Sprintf("param%d", c.Param)
		if c.Method != "" {
			end += "." + c.Method
		}
	}
	if c.Polls {
		end = "until " + end
	}
	if c.Opaque {
		end += "?"
	}
	if c.Hole != "" {
		end += " behind interface"
	}
	return factors(c.Factors) + end
}

// String is the form that tests compare.
func (r Result) String() string {
	s := fmt.Sprintf("%d=%s", r.Index, factors(r.Factors))
	if r.Maker {
		s += "maker "
	}
	if r.Wraps {
		s += "wraps "
	}
	if r.From != NoParam {
		s += fmt.Sprintf("of %d ", r.From)
	}
	if r.Param == NoParam {
		return s + "own"
	}
	s += fmt.Sprintf("param%d", r.Param)
	if r.Method != "" {
		s += "." + r.Method
	}
	return s
}

func factors(fs []Factor) string {
	s := ""
	for _, f := range fs {
		n := f.Attempts.String()
		if f.Attempts.Kind == attempts.FromParam {
			n = fmt.Sprintf("param%d%+d", f.Attempts.Param, f.Attempts.Add)
		}
		s += fmt.Sprintf("%s ×%s → ", f.By, n)
	}
	return s
}

// Layers returns the factors that repeat, or may: those that are known to be one attempt
// are left out.
func (c Chain) Layers() []Factor { return nest.Layers(c.Factors) }

// deep is how many Layers there are.
func (c *Chain) deep() int { return nest.Depth(c.Factors) }

// Total is the product of the factors.
func (c Chain) Total() attempts.Number { return nest.Total(c.Factors) }
