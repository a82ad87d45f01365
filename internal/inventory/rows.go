// Package inventory draws the map of a program: every dependency that it calls, the entry
// points that reach it, what stands on the way, and who feels it when one of them is slow.
//
// It is pure data and what is computed from it. Rows come package by package, from the pass
// of the same name; Join puts them together. It reads no source and prints nothing: package
// internal/inventory/write does.
package inventory

import "github.com/resilint/resilint/internal/attempts"

// A Package holds the rows of one package.
type Package struct {
	Path    string
	Dir     string   // its folder, which only the driver knows
	Main    bool     // it is a program
	Imports []string // the packages that it imports, those of the program among them
	Funcs   []Func
	Types   []Type
	Ifaces  []Iface
	Flows   []Flow
	Makes   []Make
	Routes  []Registration
}

// A Place is a position in a package: the base name of the file.
type Place struct {
	Pkg  string
	File string
	Line int
	Col  int
}

// A Func is a declared function, or a literal in one.
type Func struct {
	ID    string
	Name  string // as a reader names it
	At    Place
	Entry Kind // what calls it from outside; empty where nothing is known to
	Form  bool // only its form says so: if somebody calls it, it is no entry point
	Calls []Call
	// Stub is the client that the function is a method of, where a generator wrote it: what
	// it calls is that client's service.
	Stub string
}

// Kind says what starts an entry point.
type Kind string

// The kinds of an entry point.
const (
	HTTP     Kind = "http"     // a request handler
	GRPC     Kind = "grpc"     // a method of a gRPC service
	Consumer Kind = "consumer" // it is handed messages, or work, by a library
	Job      Kind = "job"      // a library runs it by the clock
	Main     Kind = "main"     // the program's own main, and what runs before it
	Command  Kind = "command"  // a command of a command-line library
	Worker   Kind = "worker"   // a goroutine that start-up starts
	Exported Kind = "exported" // exported by a package that no main imports
	Unknown  Kind = "unknown"  // nothing in the program is seen to call it
)

// starts tells whether the kind is that of what runs once, at a start.
func (k Kind) starts() bool { return k == Main || k == Command }

// How says how a call, or what stands for one, gets to the function.
type How string

// The ways to a function.
const (
	Static  How = ""        // it is called
	Dynamic How = "dynamic" // a method of an interface is called: To is METHOD@INTERFACE
	Value   How = "value"   // it is what a function value that is called may be
	Handed  How = "handed"  // it is handed to a call, which may run it
	Kept    How = "kept"    // it is kept, and run by somebody later
	Go      How = "go"      // it runs in a goroutine of its own
)

// A Call is a call in a function. It leads to another function, or it leaves the process.
type Call struct {
	At      Place
	To      string // Func.ID, or as Dynamic says; empty where it only leaves
	How     How
	Leaves  []Leaf
	Settles []Settled
	Ctx     Bound
	Tries   []Factor // the layers that this call adds, outermost first
	Gates   []Gate   // what it waits at itself
	Else    []int    // the calls of the function that run where this one has failed
	Again   bool     // it stands in a loop
}

// A Leaf is a dependency that a call meets where it leaves the process.
type Leaf struct {
	Callee string // what is called, as a reader names it
	Lib    string // the package of what is called
	Type   string // the type that is called, where that is an interface: a stub, or one of the program
	Iface  bool   // a method of an interface: nothing shows that it leaves the process
	Addr   Ref    // what is called through the client
	Via    Ref    // the client, connection or stub
	Each   bool   // the client can call any address
	HTTP   bool   // it is an HTTP client, or stands for one
	Client Bound  // what the client does to the time of the call
}

// A Settled tells which dependency a leaf further down meets when it is reached through
// the call that it belongs to.
type Settled struct {
	At   Place // of the leaf
	Addr Ref
	Via  Ref
}

// Root says what a Ref starts from.
type Root string

// The roots of a Ref.
const (
	None   Root = ""
	Param  Root = "param"  // parameter Index of the function Name
	Field  Root = "field"  // the field Name, "pkg.T.F"
	Global Root = "global" // the package variable Name
	Made   Root = "made"   // made at the place Name
	Host   Root = "host"   // the host Name
	Text   Root = "text"   // the text Name
)

// A Ref names a value by where it comes from and what is read from it.
type Ref struct {
	Root  Root
	Name  string
	Index int
	Path  []string // fields "pkg.T.F", read one from another
}

// State says what is known of the time that a call may take.
type State string

// The states of a Bound.
const (
	Unseen State = ""       // nothing is known
	Free   State = "free"   // there is no limit
	Caller State = "caller" // as the caller's context, and Max where it is shorter
	Set    State = "set"    // there is one: Max, where that is a constant
)

// A Bound is what a context or a client does to the time of a call, in nanoseconds.
type Bound struct {
	State State
	Max   int64
	What  string // with a client: what sets it
}

// A Factor is one retry layer.
type Factor struct {
	In       string
	By       string
	Attempts attempts.Number
}

// A Gate is something that calls wait at, or that refuses them.
type Gate struct {
	Kind string // limiter, semaphore, breaker, workers
	Refs []Ref
}

// A Flow says that a field, variable or parameter gets a value: From, or one that is not
// known.
type Flow struct {
	To   Ref
	From Ref
}

// A Make is a place where a client, connection or limiter is made.
type Make struct {
	Name      string // as Ref.Name has it with Made
	What      string // what makes it
	Text      string // the first constant text that it is given: a driver, an address
	In        string // the function that makes it, by Func.ID; empty for a package variable
	At        Place
	Client    Bound // what it does to the time of calls, where it is an HTTP client
	Transport Ref   // of an HTTP client; the variable http.DefaultTransport where none is set
}

// A Type is a named type that becomes an interface somewhere, with its methods.
type Type struct {
	Name    string
	Methods []Method
}

// A Method is a method of a type, by the hash of name and signature.
type Method struct {
	Hash string
	Func string
}

// An Iface is an interface whose methods are called: the hashes of all of them, sorted.
type Iface struct {
	ID      string
	Name    string
	Methods []string
}

// A Registration says under which route a function is served.
type Registration struct {
	Func  string
	Route string
	Kind  Kind
}
