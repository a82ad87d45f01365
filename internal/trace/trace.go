// Package trace holds the steps of a path through a program: what a finding shows
// so that a reader can follow how one call leads to another.
//
// It is pure data. It knows no syntax tree, no type and no output format.
package trace

// MaxSteps is the largest number of steps a path keeps. A longer path keeps its
// first and last steps, because the ends are what a reader acts on.
const MaxSteps = 8

// Kind says what happens at a step.
type Kind string

// The kinds of a step.
const (
	Call     Kind = "call"     // a function is called
	Outbound Kind = "outbound" // the call leaves the process
	Root     Kind = "root"     // a context without deadline starts here
	Make     Kind = "make"     // a client, transport or pool is made here
	Use      Kind = "use"      // a shared value is used here
	Store    Kind = "store"    // a value is written here
	Entry    Kind = "entry"    // a request enters the program here
	Retry    Kind = "retry"    // an operation is tried again here
)

// A Step is one place on a path. Positions are resolved, because a position from
// another package has no meaning under every driver: File is the base name of the
// source file, Pkg the import path of the package it belongs to. Where the folder of
// that package is, only the driver knows: it fills Path, which facts never hold.
type Step struct {
	Kind Kind   `json:"kind"`
	Func string `json:"func,omitempty"` // the function the step stands in, as a reader names it
	Pkg  string `json:"package"`
	File string `json:"file"`
	Path string `json:"path,omitempty"` // the whole file name, where it is known
	Line int    `json:"line"`
	Col  int    `json:"column"`
	Note string `json:"note,omitempty"` // what is done at the step, for example the callee
}

// Join puts a before b and keeps at most MaxSteps steps: the first of a and as many
// of the last as there is room for.
func Join(a, b []Step) []Step {
	out := make([]Step, 0, len(a)+len(b))
	out = append(append(out, a...), b...)
	if len(out) <= MaxSteps {
		return out
	}
	head := MaxSteps / 2
	return append(out[:head:head], out[len(out)-(MaxSteps-head):]...)
}
