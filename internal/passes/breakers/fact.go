package breakers

import (
	"errors"
	"fmt"
	"strings"

	"github.com/resilint/resilint/internal/passes/factcode"
)

// Func is the fact of a function: what its callers must know of the breakers below it.
// Parameters are counted as in SSA: from 0, the receiver first.
type Func struct {
	Runs    []Run
	Refuses []Refusal
	// Layer says that it returns, or is the method of, something that puts a breaker around
	// what it is handed: an interceptor, a transport.
	Layer bool
	// Reports are the methods of the same type that tell a hand-written breaker how a call
	// went; the function is the one that asks it for leave.
	Reports []string
}

// A Run says that the function runs its parameter Param, a function, behind a breaker.
type Run struct {
	Param int
	Name  string // of the breaker's call, as a reader names it
}

// AFact marks Func as a fact.
func (*Func) AFact() {}

func (f *Func) empty() bool {
	return len(f.Runs)+len(f.Refuses)+len(f.Reports) == 0 && !f.Layer
}

// String is the form that tests compare.
func (f *Func) String() string {
	var parts []string
	for _, r := range f.Runs {
		parts = append(parts, fmt.Sprintf("runs(%d %s)", r.Param, r.Name))
	}
	for _, r := range f.Refuses {
		parts = append(parts, fmt.Sprintf("refuses(%s %q)", strings.Join(r.Names, " "), r.Text))
	}
	if f.Layer {
		parts = append(parts, "layer")
	}
	if len(f.Reports) > 0 {
		parts = append(parts, "guard("+strings.Join(f.Reports, " ")+")")
	}
	return strings.Join(parts, " ")
}

var errFact = errors.New("breakers: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) { return factcode.Bytes(f), nil }

// Encode writes the fact to w.
func (f *Func) Encode(w *factcode.Writer) {
	w.Num(len(f.Runs))
	for _, r := range f.Runs {
		w.Num(r.Param, w.Str(r.Name))
	}
	w.Num(len(f.Refuses))
	for _, r := range f.Refuses {
		w.Num(w.Str(r.Text), r.Code, w.Str(r.By))
		w.Texts(r.Names)
	}
	w.Num(factcode.Flag(f.Layer))
	w.Texts(f.Reports)
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := factcode.NewReader(data)
	*f = Func{}
	for range r.List() {
		run := Run{Param: r.Num(), Name: r.Str()}
		if run.Param < 0 {
			return errFact
		}
		f.Runs = append(f.Runs, run)
	}
	for range r.List() {
		f.Refuses = append(f.Refuses, Refusal{Text: r.Str(), Code: r.Num(), By: r.Str(), Names: r.Texts()})
	}
	f.Layer = r.Num() == 1
	f.Reports = r.Texts()
	if r.Bad() {
		return errFact
	}
	return nil
}
