package inventory

// A Map is the inventory of a program, sorted.
type Map struct {
	Programs     []string     `json:"programs"` // the mains, by import path
	Entries      []Entry      `json:"entries"`
	Dependencies []Dependency `json:"dependencies"`
	Resources    []Resource   `json:"resources"`
	Routes       []Route      `json:"routes"`
	// Open are the calls through interfaces of which the program has no implementation: they
	// may or may not leave the process.
	Open []Open `json:"open"`
	// Unreached are the calls that leave the process in functions that no entry point is seen
	// to reach.
	Unreached []Site `json:"unreached"`
}

// A Spot is a place in the source.
type Spot struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

// An Entry is where work enters the program.
type Entry struct {
	ID       string   `json:"id"`
	Kind     Kind     `json:"kind"`
	Name     string   `json:"name"`  // the function
	Route    string   `json:"route"` // what it is registered under, where that is constant
	At       Spot     `json:"at"`
	Programs []string `json:"programs"` // the mains that have it
}

// A Dependency is something outside the process that the program calls.
type Dependency struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Library string `json:"library"` // the package whose function makes the call
	// Known says how it is told from others: host, address (a field or variable that holds it),
	// client (one client, connection or stub) or unknown.
	Known string `json:"known"`
	Sites []Site `json:"sites"`
}

// A Site is a call that leaves the process.
type Site struct {
	Func   string `json:"func"`
	Callee string `json:"callee"`
	At     Spot   `json:"at"`
}

// A Resource stands between entry points and dependencies.
type Resource struct {
	ID   string `json:"id"`
	Kind string `json:"kind"` // client, transport, limiter, semaphore, breaker, workers
	Name string `json:"name"`
	Made string `json:"made"` // what makes it
	At   Spot   `json:"at"`
	// Dependencies are those behind it, Entries the entry points before it, by ID.
	Dependencies []string `json:"dependencies"`
	Entries      []string `json:"entries"`
	Shared       bool     `json:"shared"` // two dependencies or more are behind it
	HTTP         bool     `json:"http"`   // a client or transport of net/http
	// Couples says that one slow dependency behind it makes callers of the others wait, or
	// be refused. Through a client or transport of net/http none does.
	Couples bool `json:"couples"`
}

// A Route is a way from an entry point to a dependency. Of several with the same resources
// the shortest is shown.
type Route struct {
	Entry      string   `json:"entry"`
	Dependency string   `json:"dependency"`
	Client     string   `json:"client"`    // a resource, or empty
	Transport  string   `json:"transport"` // a resource, or empty
	Gates      []string `json:"gates"`     // resources, outermost first
	Retries    []Retry  `json:"retries"`   // outermost first
	Attempts   string   `json:"attempts"`  // the product
	Deadline   Limit    `json:"deadline"`
	Fallback   []string `json:"fallback"` // the dependencies that are called where this one fails
	Async      bool     `json:"async"`    // in a goroutine that it starts on the way
	Maybe      bool     `json:"maybe"`    // through an interface with other implementations
	Steps      []Step   `json:"steps"`
}

// A Retry is one layer.
type Retry struct {
	In       string `json:"in"`
	By       string `json:"by"`
	Attempts string `json:"attempts"`
}

// A Limit is the time that one attempt may take.
type Limit struct {
	// State is set (Seconds, where it is a constant), caller (as the caller of the entry point
	// decides), none, or unknown.
	State   string  `json:"state"`
	Seconds float64 `json:"seconds"`
	By      string  `json:"by"` // context, client, or what sets it
}

// A Step is a call on the way.
type Step struct {
	Func string `json:"func"`
	At   Spot   `json:"at"`
}

// An Open is a call through an interface that leads out of what is seen.
type Open struct {
	Method  string   `json:"method"`
	Entries []string `json:"entries"`
	At      Spot     `json:"at"`
}
