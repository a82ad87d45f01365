// Package finding holds what a rule reports, with every position resolved, so that
// a finding can be stored, compared and printed without the program it came from.
//
// It is pure data: it decides nothing and prints nothing.
package finding

import (
	"cmp"
	"slices"

	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/trace"
)

// Severity says how much harm the fault does.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Confidence says how sure the rule is. High and medium are shown by default.
type Confidence string

// The confidences, surest first.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// Rank orders confidences: 0 for high, 1 for medium, 2 for low, 3 for any other word.
func (c Confidence) Rank() int {
	switch c {
	case High:
		return 0
	case Medium:
		return 1
	case Low:
		return 2
	}
	return 3
}

// A Location is a place in a file. File is the path as the parser was given it, or,
// where Pkg is set, the base name of a file of that package, whose folder only the
// driver knows. Line and Column count from 1; Column counts bytes.
type Location struct {
	Pkg    string `json:"pkg,omitempty"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// An Edit replaces the bytes from Start up to End of File by New. Offsets count from 0.
type Edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// A Fix is a change that ends the fault.
type Fix struct {
	Message string `json:"message"`
	// Manual says that the change is for a reader to judge: it is shown, and no tool makes it.
	Manual bool   `json:"manual,omitempty"`
	Edits  []Edit `json:"edits"`
}

// A Finding is one report of one rule.
type Finding struct {
	Code       string // analyzer/kind
	Severity   Severity
	Confidence Confidence
	Location   Location
	End        Location // where the reported text ends; zero where unknown
	Message    string   // one line, names the chain, no positions
	Trace      []trace.Step
	Fix        *Fix
	// Unless names the settings of which one, used anywhere in the program, makes the
	// finding untrue. The driver drops the finding where a Set notes one of them.
	// "A !B" asks that A is noted and B is not.
	Unless []string
	// If, where set, names a method of an interface as METHOD@INTERFACE, in the hashes of
	// Set.Notes: the finding is true only where some implementation of it waits. The
	// driver drops it otherwise. IfNested asks what Nest amounts to. With CallsPrefix it names accessors of a client, one of
	// which two dependencies at least must be called through.
	If string
	// Nest has the retry layers around calls through interfaces, as package nest writes them.
	// What stands behind these is joined with it: that completes the finding, and with IfNested
	// is what makes it one.
	Nest string
	// Whole says that only the whole program can let the finding stand, so that whoever sees
	// one package at a time leaves it out.
	Whole bool
	// Anywhere says that it is a fault in a program that runs once and ends as well.
	Anywhere bool
}

// IfNested is Finding.If where the layers of Nest are no finding without those of others.
const IfNested = "nested"

// AlikePrefix begins a Finding.If "alike HOLE|HOLE": what stands in two implement.Holes must be
// one value, or call one host. HostMark begins a host in the place of a hole.
const (
	AlikePrefix = "alike "
	HostMark    = "="
)

// CallsPrefix begins a note of Set.Notes "calls ACCESSOR HOST USER": USER calls HOST
// through the client that ACCESSOR gives.
const CallsPrefix = "calls "

// A Directive is a comment that speaks to the linter, with the lines it speaks about.
type Directive struct {
	Location Location
	Text     string // the comment from its slashes on
	From, To int    // first and last line covered, in Location.File
}

// A Fault is a comment that was meant to tell the analysis something and cannot be read, so
// that the answer is not what its owner thinks it is.
type Fault struct {
	Location Location
	Message  string // one line: what is wrong, and what to write instead
}

// A Set is what the analysis of one package brings: the result type of every rule.
type Set struct {
	Findings   []Finding
	Directives []Directive
	Faults     []Fault
	// Notes are facts about the package that only matter for the program as a whole,
	// sorted: "knob SYMBOL" for a setting that is used, "main service" or
	// "main oneshot" for what the package's main is, "waits METHOD TYPE NAME" for a method that
	// waits as long as its context lets it, with " if METHOD@INTERFACE" behind it where it
	// does so if another does, "type TYPE METHOD…" and "iface INTERFACE METHOD…" for the
	// methods that a type and an interface have, and what CallsPrefix begins.
	Notes []string
	// Inventory has the rows of the package where the map of the program was asked for.
	Inventory []inventory.Package
}

// Add appends b to s.
func (s *Set) Add(b *Set) {
	s.Findings = append(s.Findings, b.Findings...)
	s.Directives = append(s.Directives, b.Directives...)
	s.Faults = append(s.Faults, b.Faults...)
	s.Notes = append(s.Notes, b.Notes...)
	s.Inventory = append(s.Inventory, b.Inventory...)
}

// Compare orders findings by place, then code, then message, then confidence. It is a
// total order over all that a reader can see, so sorting by it is deterministic.
func Compare(a, b Finding) int {
	return cmp.Or(
		CompareLocations(a.Location, b.Location),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Confidence.Rank(), b.Confidence.Rank()),
		slices.CompareFunc(a.Trace, b.Trace, compareSteps),
	)
}

// CompareLocations orders places by package, file, line and column.
func CompareLocations(a, b Location) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

func compareSteps(a, b trace.Step) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Func, b.Func), cmp.Compare(a.Note, b.Note))
}
