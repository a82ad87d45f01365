package clients

import (
	"fmt"
	"strings"

	"github.com/resilint/resilint/internal/trace"
)

// NoParam stands for "no parameter" or "no result" where an index is asked for.
const NoParam = -1

// Func is the fact of a function: what its callers must know of the clients and pools
// that it makes, gets and uses. Parameters are counted as in SSA: from 0, the receiver
// first. A package variable has one for its Home, and a package for what serves from its
// initialisers, which is where commands are registered.
type Func struct {
	Life    Life // whether it makes its program live long
	Fates   []Fate
	Results []Result
	Writes  []Write
	Makes   []Make
	Uses    []Use
	Home    Home // of a package variable: the client it holds
}

// A Home is the one client that a package variable holds.
type Home struct {
	What string // what makes it; empty for none
	At   Place
}

// A Fate is what becomes of a client, transport or pool that is passed as Param. No Fate
// means that it is not known.
type Fate struct {
	Param  int
	State  State
	Result int // the result that holds it then, or NoParam
}

// State is a set of things that happen to a value.
type State uint8

// The members of a State.
const (
	Kept        State = 1 << iota // it outlives the call, or may
	Used                          // a call goes out through it
	Closed                        // it is closed, or its idle connections are
	Pinged                        // it is pinged
	Returned                      // it is a result, or inside one
	NoKeepAlive                   // connections are not kept after their request
)

// A Result says what the function returns at Index.
type Result struct {
	Index int
	Kind  ResultKind
	Ref   Ref    // with ResultRef: the client it is; with ResultURL: the URL it is or holds
	Make  Make   // with ResultFresh
	Name  string // with ResultDefault: http.DefaultClient or http.DefaultTransport
}

// ResultKind is the closed set of what a result can be known to be.
type ResultKind uint8

// The kinds of a result.
const (
	ResultFresh   ResultKind = iota + 1 // it is, or holds, a transport or pool made in the call
	ResultClient                        // a client made in the call, over a transport that is kept
	ResultDefault                       // a process-wide default
	ResultRef                           // a client, or what holds one, known by its path
	ResultURL                           // a URL, or a request for one
)

// A Write says that the function writes Field of what parameter Param points to.
type Write struct {
	Param int
	Field string
}

// A Place is a place in a package's source.
type Place struct {
	Pkg, File string // File is a base name
	Line, Col int
}

// A Make is a transport or pool that a call of the function makes. In Func.Makes it is
// also dropped in that call; in a Result it is the caller's.
type Make struct {
	What   string // the function or literal that makes it, as a reader names it
	Type   string // what is made, as a reader names it
	Pool   bool   // a pool or connection, not an HTTP transport
	Closed bool
	Told   bool // the package that makes it reports it
	At     Place
	Path   []trace.Step // from the function down to the making, as a caller goes
}

// A Ref names a client or a URL: by a parameter and the fields read from it, by a
// package variable or accessor and fields, or by its constant host.
type Ref struct {
	Kind  RefKind
	Param int    // with RefParam
	Name  string // with RefNamed and RefHost
	Path  string // fields, "pkg.T.F" each, joined by "|"
}

// RefKind is the closed set of what a Ref can be.
type RefKind uint8

// The kinds of a Ref.
const (
	RefNone  RefKind = iota
	RefParam         // a parameter
	RefNamed         // a package variable or an accessor
	RefHost          // a constant host
	RefMade          // made in this package, at the place Name; in no fact
)

// A Use says that a client sends requests to a URL when the function is called.
type Use struct {
	Client Ref
	URL    Ref
	Now    bool // in the call itself, not by something that keeps the client
	Path   []trace.Step
}

// AFact marks Func as a fact.
func (*Func) AFact() {}

func (f *Func) empty() bool {
	return f.Life == 0 && f.Home.What == "" && len(f.Fates)+len(f.Results)+len(f.Writes)+len(f.Makes)+len(f.Uses) == 0
}

// String is the form that tests compare.
func (f *Func) String() string {
	var parts []string
	if f.Life&Serves != 0 {
		parts = append(parts, "serves")
	}
	if f.Life&Lasts != 0 {
		parts = append(parts, "lasts")
	}
	if f.Home.What != "" {
		parts = append(parts, "holds("+f.Home.What+")")
	}
	for _, x := range f.Fates {
		parts = append(parts, fmt.Sprintf("fate(%d %s)", x.Param, x.State))
	}
	for _, r := range f.Results {
		switch r.Kind {
		case ResultFresh:
			parts = append(parts, fmt.Sprintf("result%d=fresh %s", r.Index, r.Make.What))
		case ResultClient:
			parts = append(parts, fmt.Sprintf("result%d=client", r.Index))
		case ResultDefault:
			parts = append(parts, fmt.Sprintf("result%d=%s", r.Index, r.Name))
		default:
			parts = append(parts, fmt.Sprintf("result%d=%s", r.Index, r.Ref))
		}
	}
	for _, w := range f.Writes {
		parts = append(parts, fmt.Sprintf("writes(%d %s)", w.Param, w.Field))
	}
	for _, m := range f.Makes {
		parts = append(parts, fmt.Sprintf("makes(%s)", m.What))
	}
	for _, u := range f.Uses {
		parts = append(parts, fmt.Sprintf("uses(%s for %s)", u.Client, u.URL))
	}
	return strings.Join(parts, " ")
}

// String lists the members of s.
func (s State) String() string {
	var out []string
	for i, w := range []string{"kept", "used", "closed", "pinged", "returned", "nokeepalive"} {
		if s&(1<<i) != 0 {
			out = append(out, w)
		}
	}
	return strings.Join(out, "+")
}

// String names r.
func (r Ref) String() string {
	s := r.Name
	if r.Kind == RefParam {
		s = fmt.Sprintf("param%d", r.Param)
	}
	if r.Kind == RefNone {
		s = "?"
	}
	for _, f := range r.fields() {
		s += "." + f[strings.LastIndexByte(f, '.')+1:]
	}
	return s
}

func (r Ref) fields() []string {
	if r.Path == "" {
		return nil
	}
	return strings.Split(r.Path, "|")
}

// field returns the ref of field name of what r names.
func (r Ref) field(name string) Ref {
	if r.Kind == RefNone || r.Kind == RefHost {
		return Ref{}
	}
	if r.Path != "" {
		name = r.Path + "|" + name
	}
	if strings.Count(name, "|") > maxPath {
		return Ref{}
	}
	r.Path = name
	return r
}

// maxPath bounds the fields of a ref; recursive types would make it grow for ever.
const maxPath = 4
