package dependency

import (
	"fmt"
	"strings"

	"github.com/resilint/resilint/internal/trace"
)

// Func is the fact of a function: which dependencies it meets when it is called, what
// it gives back, and what it waits at. Parameters are counted as in SSA: from 0, the
// receiver first.
type Func struct {
	Meets []Meet
	More  bool // it meets others that are not listed
	Gives []Give
	Waits []Gate // the limiters and semaphores that it takes a place of and keeps
	Tries []Try
	Falls []Fall
}

// Kind says how sure it is that a Meet leaves the process.
type Kind uint8

// The kinds of a Meet.
const (
	Library   Kind = iota + 1 // the catalogue says that the call leaves the process
	Interface                 // a method of an interface with a context and an error
	Value                     // a function value is called, which may do anything
)

// A Meet is one dependency that a call meets.
type Meet struct {
	Kind   Kind
	Via    Ref    // the client, connection, stub or interface that is called, or the function value
	Addr   Ref    // what is called through it: a host, a base URL, an address
	Each   bool   // Via can call any address, so that Addr alone tells dependencies apart
	Ctx    int    // the parameter that is the call's context, or NoParam
	Callee string // what is called in the end, as a reader names it
	Gates  []Gate // what stands before it, outermost first
	Path   []trace.Step
}

// NoParam stands for "no parameter".
const NoParam = -1

// GateKind says what stands before a call.
type GateKind uint8

// The kinds of a Gate.
const (
	Limiter   GateKind = iota + 1 // a rate limiter or weighted semaphore that makes callers wait
	Semaphore                     // a channel that holds places
	Breaker                       // a circuit breaker
	Workers                       // a worker pool that makes its callers wait
)

// A Gate is a resource that stands before a call. A circuit with a name is known by the
// parts of its name, anything else by one Ref.
type Gate struct {
	Kind GateKind
	Refs []Ref
}

// A Give says that result Index of a function, or what is at Path in it, is Ref.
type Give struct {
	Index int
	Path  string
	Ref   Ref
	Copy  bool // a copy: what is a pointer in it is shared, and its fields may be set anew
}

// A Try says that the function calls its parameter Param, a function, once for each of a
// list of candidates until one succeeds, and hands it parts of the candidate as the
// arguments Args.
type Try struct {
	Param int
	Args  []int
}

// A Fall says that the function calls its parameter Second, a function, when its parameter
// First, another one, has failed.
type Fall struct{ First, Second int }

// AFact marks Func as a fact.
func (*Func) AFact() {}

func (f *Func) empty() bool {
	return !f.More && len(f.Meets)+len(f.Gives)+len(f.Waits)+len(f.Tries)+len(f.Falls) == 0
}

// String is the form that tests compare.
func (f *Func) String() string {
	var parts []string
	for _, m := range f.Meets {
		parts = append(parts, m.String())
	}
	if f.More {
		parts = append(parts, "more")
	}
	for _, g := range f.Gives {
		s := fmt.Sprintf("gives(%d", g.Index)
		for _, f := range (Ref{Path: g.Path}).Fields() {
			s += "." + f[strings.LastIndexByte(f, '.')+1:]
		}
		if g.Copy {
			s += " copy of"
		}
		parts = append(parts, s+" "+g.Ref.String()+")")
	}
	for _, g := range f.Waits {
		parts = append(parts, "waits("+g.String()+")")
	}
	for _, t := range f.Tries {
		parts = append(parts, fmt.Sprintf("tries(%d %v)", t.Param, t.Args))
	}
	for _, t := range f.Falls {
		parts = append(parts, fmt.Sprintf("falls(%d to %d)", t.First, t.Second))
	}
	return strings.Join(parts, " ")
}

// String names the meet.
func (m Meet) String() string {
	s := "meets("
	switch m.Kind {
	case Interface:
		s += "interface "
	case Value:
		s += "value "
	}
	s += m.Via.String()
	if m.Addr.Known() {
		s += " at " + m.Addr.String()
	}
	for _, g := range m.Gates {
		s += " behind " + g.String()
	}
	return s + ")"
}

// String names the gate.
func (g Gate) String() string {
	names := []string{"", "limiter", "semaphore", "breaker", "workers"}
	s := names[0]
	if int(g.Kind) < len(names) {
		s = names[g.Kind]
	}
	for _, r := range g.Refs {
		s += " " + r.String()
	}
	return s
}
