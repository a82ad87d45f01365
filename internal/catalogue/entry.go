// Package catalogue knows what the functions of well-known libraries do, in the terms
// of resilience: which leave the process and what bounds them in time, which make a
// client, add or drop a deadline, serve, retry, break, limit or queue. The knowledge is
// data, one YAML file a library family, embedded in the binary.
//
// It judges nothing, and it never looks into a function's body.
package catalogue

import "time"

// Kind says which of the closed kinds an entry is.
type Kind string

// The kinds of an entry.
const (
	KindOutbound  Kind = "outbound"
	KindClientNew Kind = "client_new"
	KindRetry     Kind = "retry"
	KindBreaker   Kind = "breaker"
	KindFallback  Kind = "fallback"
	KindLimiter   Kind = "limiter"
	KindQueue     Kind = "queue"
	KindServer    Kind = "server"
	KindDeadline  Kind = "deadline"
	KindDelay     Kind = "delay"
)

// Where says where at a call a value stands.
type Where struct {
	None bool     // there is no such value
	Recv bool     // the receiver
	Arg  int      // parameter index from 0, receiver not counted; -1 where not a parameter
	Type string   // its type, full package paths
	Via  string   // the method that gives the wanted value from it ("Context"), or set it on a builder ("SetContext")
	From []string // references to fields or options that hold it
}

// Wait says how long a call waits when nothing else bounds it.
type Wait string

// The closed vocabulary of Wait.
const (
	WaitForever  Wait = "none"     // no timeout: the call can wait for ever
	WaitOS       Wait = "os"       // no timeout of its own; the operating system's connect limit ends it
	WaitResolver Wait = "resolver" // the DNS resolver's limits end it
	WaitBounded  Wait = "bounded"  // a timeout by default; Default has it where it is constant
	WaitUnknown  Wait = "unknown"
)

// Stated tells whether the data says where the value stands; "none" is a statement, too.
func (w Where) Stated() bool {
	return w.None || w.Recv || w.Arg >= 0 || len(w.From) > 0
}

// Again says what makes a retry go round once more.
type Again string

// The closed vocabulary of Again.
const (
	AgainError    Again = ""         // any error, or those that an option picks
	AgainMarked   Again = "marked"   // an error that the operation wraps as retryable
	AgainDone     Again = "done"     // the operation says "not done"; an error ends it
	AgainConflict Again = "conflict" // a conflict with another writer: optimistic locks, transactions
	AgainPoll     Again = "poll"     // as done, and waiting for something to become so is what it is for
	AgainAsked    Again = "asked"    // the far side asks for it, with a time to wait
	AgainUnsent   Again = "unsent"   // the far side has not worked on it: no load is added
)

// An Entry is one fact about the symbols it names.
type Entry struct {
	Kind   Kind
	Family string
	Pos    string // file:line in the data, for messages
	Names  Names  // which calls and types the entry is about

	// Outbound
	Ctx            Where
	Dep            Where    // the value that identifies the dependency
	Bound          []string // what can bound the wait: "ctx", "conn", "arg:2", "field:pkg.T.F", "func:FullName", "var:pkg.V", "dsn:…", "config:…"
	Wait           Wait
	DefaultTimeout time.Duration // with WaitBounded; 0 where it is not one constant
	Stream         bool          // long-lived by design
	Async          bool          // hands over, does not wait for the far side
	Idempotent     string        // yes, no, by-method, by-statement, by-op, unknown

	// Client
	Config        Where  // the value that holds the settings
	Makes         string // type made
	Dials         string // yes, no, lazy, background, ping
	ResultMethods []string

	// Deadline
	Effect  string // adds, drops, carries, removes_cancel, detects
	On      string // ctx, request, conn, server, client, call, command, handler
	CtxArg  Where  // the context that is carried on
	Amount  Where
	Handler Where

	// Server
	Does       string // handler, register, serve, literal, middleware, job
	HandlerCtx Where
	Deadline   string // none, or text
	Cancelled  string // text: when the handler's context is cancelled

	// Retry, Breaker, Limiter, Queue, Delay
	Mode       string // wrap, client, middleware, option, policy, loop, implicit
	Op         Where
	Fallback   Where
	Blocks     string // yes, no, ctx, option, error, drop
	Queue      string // unbounded, bounded, none
	CtxAware   string // yes, no, option
	Attempts   Attempts
	Time       Limit
	BoundedBy  string   // attempts, time, ctx, policy, nothing, attempts|time, attempts|ctx
	Name       string   // what a reader calls the layer, where it is not the function's name
	Again      Again    // what makes it go round
	Sets       []Set    // what options do, beside those that Attempts and Time name
	Only       string   // text: which failures are retried
	Backoff    string   // text
	Jitter     string   // yes, no, option
	Disable    []string // references that switch the retries off
	StopErrors []string // error values and wrappers that end the retries
	OpenErrors []string // error values an open breaker gives
	Capacity   string   // of a queue type: unbounded, bounded, an item count, argument

	Fields []Field
	Note   string
	Source []string // evidence, "[module]file:line#token"
}

// Attempts is what a retry entry says of its number of attempts.
type Attempts struct {
	From    []string
	Counts  string // what the knob counts: total or retries
	Default string // always the total, first try included; "unbounded", "unknown", or "" where it must be given
	Zero    string // what a knob of zero gives, in the words of Default, or "default"; "0" means that nothing is called at all
	Neg     string // likewise, for a negative knob
}

// Means says what a setting of a retry does.
type Means string

// The closed vocabulary of Means.
const (
	MeansTotal   Means = "total"   // its value is the number of attempts
	MeansRetries Means = "retries" // its value is the number of attempts after the first
	MeansLength  Means = "length"  // the length of the slice is the number of attempts after the first
	MeansOnce    Means = "once"    // it switches retries off, where it is a flag by true
	MeansSwitch  Means = "switch"  // false switches retries off
	MeansForever Means = "forever" // it takes the limit on attempts away, where it is a flag by true
	MeansTime    Means = "time"    // its value is how long retries go on
	MeansFewer   Means = "fewer"   // it can end the attempts earlier
	MeansCeiling Means = "ceiling" // its value is the most attempts that a policy can ask for
	MeansGRPC    Means = "grpc"    // its value is a gRPC service config in JSON
	MeansPause   Means = "pause"   // it makes a pause between attempts
	MeansJitter  Means = "jitter"  // it adds randomness to the pause
	MeansSteady  Means = "steady"  // it takes the randomness away
	MeansCtx     Means = "ctx"     // it brings a context that ends the retries
	MeansOptions Means = "options" // it gives its receiver what its arguments say
	MeansStops   Means = "stops"   // it says which errors to repeat, or which not to
	MeansEnds    Means = "ends"    // without it the limit on time of a literal ends nothing
	MeansBrief   Means = "brief"   // all its waits together take less than a second
)

// A Set is what one setting does to a retry layer.
type Set struct {
	By    string // "field:pkg.T.F", "func:FullName", "var:pkg.V", "type:pkg.T"
	Means Means
	Arg   int    // with func: the parameter that has the value, receiver not counted
	N     int    // the value, where By is it; else 0
	Zero  string // with total and retries: what zero gives, in the words of Attempts
	Neg   string // likewise, for a negative value
}

// Limit is what a retry entry says of the time it goes on.
type Limit struct {
	From    []string
	Default string // a duration, "none", or "" where it must be given
	Zero    string // likewise, for a knob of zero
}

// Off says what a zero or negative value of a setting means.
type Off string

// The closed vocabulary of Off.
const (
	OffUnknown Off = ""        // not stated
	OffNone    Off = "none"    // switched off: no limit
	OffDefault Off = "default" // the library's default
	OffFail    Off = "fail"    // ends at once, with an error
	OffNever   Off = "never"   // what is set does not happen at all: no retry, no pause, no keepalive
)

// A Field is a setting of a client, server, retry, breaker, limiter: a struct field, an
// option function or a setter method.
type Field struct {
	Field   string // "pkg.T.F" where the setting is a struct field
	Option  string // FullName where it is an option function or a setter
	Param   string // where it is neither: a parameter or a text key, in the library's own words
	Role    string // timeout, attempt_timeout, dial_timeout, read_timeout, write_timeout, header_timeout, …
	Default string
	Zero    Off
	Neg     Off
	Covers  string
	Note    string
	Source  []string
}
