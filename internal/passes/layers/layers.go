// Package layers knows the retry layers that libraries bring: functions that repeat what
// they are given, clients that repeat their own calls, middleware. It reads their
// options where they are set and says how many attempts remain.
//
// It exports no fact and composes nothing: that is for package retries.
package layers

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
)

// NoParam stands for "no parameter" in Value.Param.
const NoParam = -1

// A Layer is one retry layer of a library.
type Layer struct {
	// Name is what a reader calls it: "retry.Do", "retryablehttp", "AWS SDK for Go v2". Two
	// layers of the same name in one client are the same layer.
	Name string
	// Attempts counts the first try too. A FromParam is a parameter of the declared function
	// in which the layer is set up.
	Attempts attempts.Number
	Entry    *catalogue.Entry // nil where the layer came through Facts without one
	Pos      token.Pos        // where it is set up, if that is in the package

	Pauses bool // waits between attempts
	Jitter bool // the pause has some randomness
	Ctx    bool // heeds a context
	Brief  bool // waits less than a second, all pauses together
	// Unheeded says that a limit on time is set and ends nothing, since what must be set
	// beside it is not.
	Unheeded bool
	Stops    bool // is told which errors to repeat, or which not to, beside the library's own choice

	// Again says what an operation must do to be run once more.
	Again catalogue.Again
	// Methods are the gRPC methods that it is in the way of, as "service/method" with either
	// part empty for all; none stands for every method.
	Methods []string
	// Default says that nothing seen here sets Attempts: it is what the library does by
	// itself, unless one of the settings named by Entry.Attempts is used elsewhere on a
	// value that this package only passes on.
	Default bool
}

// A Value is what stands in a client, or in a transport, connection, stub, interceptor,
// policy, executor, option or configuration.
type Value struct {
	// Layers stand outermost first. A layer that is switched off is one of one attempt, so
	// that a client with retries off differs from one of which nothing is said.
	Layers []Layer
	// Param is the parameter of the declared function, as in SSA, that this value comes from
	// or is made of: what it brings stands inside the layers. A layer of the same name that
	// it brings takes the place of a Default one. NoParam where there is none.
	Param int
	// Known says that nothing else can stand in it, besides what Param brings.
	Known bool
}

// Unknown is a value that can't be followed.
func Unknown() Value { return Value{Param: NoParam} }

// Nothing is a value in which no retry stands and nothing is said of one.
func Nothing() Value { return Value{Param: NoParam, Known: true} }

// A Wrapped is one function value that a call repeats.
type Wrapped struct {
	Op    ssa.Value // what is repeated: a function, or a value whose methods are called
	Layer Layer
}

// Facts answers what is known about functions and fields beyond the package's own
// values. Each method returns false where it knows nothing.
type Facts interface {
	// Result is the client that a function of the program returns at i.
	Result(fn *types.Func, i int) (Value, bool)
	// Field is the client in a field that another package sets.
	Field(v *types.Var) (Value, bool)
	// Method is what a method of the program, as RoundTrip or an interceptor, puts between
	// its caller and what it hands on to.
	Method(fn *types.Func) (Value, bool)
}

// LiteralFacts is what Facts may answer besides: what a function literal of the package,
// an interceptor or a round tripper, puts between its caller and what it hands on to.
type LiteralFacts interface {
	Literal(fn *ssa.Function) (Value, bool)
}
