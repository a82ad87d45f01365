// Package nest says what retry layers inside one another amount to, and tells a reader: the
// number of requests, how sure that is, and the chain of names. The rule retrynesting asks
// it for what one package shows, internal/link for what only the program shows.
//
// It finds no layer, and knows no source.
package nest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// A Factor is one retry layer of a chain.
type Factor struct {
	In       string // the function that it stands in, as a reader names it
	By       string // what repeats: "loop", "retry.Do", "AWS SDK for Go v2"
	Attempts attempts.Number
	Quick    bool // a second try at once, as after a connection that has gone stale
	Default  bool // what a library does unless it is told otherwise, as a client handed in may have been
}

// ByLoop is what Factor.By says of a loop written by hand.
const ByLoop = "loop"

// A Chain leads through retry layers to a call.
type Chain struct {
	Factors []Factor // outermost first
	Callee  string   // what is called in the end, as a reader names it
	Maybe   bool     // by one of several implementations of an interface
	Opaque  bool     // nothing shows that the call leaves the process
	Hole    string   // the implement.Hole that it ends in, or ""
	Behind  []string // what stands behind the interfaces on the way, as a reader names it
	Path    []trace.Step
}

// Layers returns the factors that repeat, or may: those that are known to be one attempt
// are left out.
func Layers(fs []Factor) []Factor {
	var out []Factor
	for _, f := range fs {
		if mayRepeat(f.Attempts) {
			out = append(out, f)
		}
	}
	return out
}

// Depth is how many Layers there are.
func Depth(fs []Factor) int {
	n := 0
	for i := range fs {
		if mayRepeat(fs[i].Attempts) {
			n++
		}
	}
	return n
}

func mayRepeat(n attempts.Number) bool {
	return n.Repeats() || n.Kind == attempts.Unknown || n.Kind == attempts.FromParam
}

// Total is the product of the factors.
func Total(fs []Factor) attempts.Number {
	total := attempts.Once
	for _, f := range fs {
		total = total.Times(f.Attempts)
	}
	return total
}

// Limits are the largest products that draw no finding: Nested of two layers, Amplify of
// three or more.
type Limits struct{ Nested, Amplify int }

// A Verdict is what there is to say of a chain.
type Verdict struct {
	Kind       string // of the rule: nested or amplify
	Severity   finding.Severity
	Confidence finding.Confidence
	Message    string
	Total      attempts.Number
}

// With begins, in a message, what stands behind the interfaces on the way, and Advice ends it.
const (
	With   = ", with "
	Advice = "; let one layer retry, the one that knows what the error means"
)

// Judge tells whether the layers of a chain are too many, and what to say of them.
func (l Limits) Judge(c Chain) (Verdict, bool) {
	layers := Layers(c.Factors)
	if len(layers) < 2 {
		return Verdict{}, false
	}
	factors := make([]attempts.Number, len(layers))
	for i, f := range layers {
		factors[i] = f.Attempts
	}
	total, text := attempts.Product(factors...)
	if within(total, l.Nested) {
		return Verdict{}, false
	}
	v := Verdict{Kind: "nested", Severity: finding.Warning, Confidence: confidence(c, layers), Total: total}
	if len(layers) > 2 && !within(total, l.Amplify) {
		v.Kind, v.Severity = "amplify", finding.Error
	}
	what := "one call may send " + text + " requests"
	if total.Kind == attempts.AtLeast && total.N <= 1 {
		what = "one retry runs inside another" // no number is known
	}
	v.Message = what + ": " + names(c, layers) + behind(c) + Advice
	return v, true
}

// within tells whether a product is known not to pass the limit.
func within(total attempts.Number, limit int) bool {
	switch total.Kind {
	case attempts.Exact, attempts.AtMost:
		return total.N <= limit
	}
	return false
}

// confidence is high where every number is known and the way down is certain. A layer that
// does as a setting says may have been told not to repeat at all; a loop at the very place
// was hardly written for that. Where the outer layer goes on for ever, the inner one
// changes little, and so does a second try at once, as after a stale connection. Where one of
// several types has the inner layer, what it repeats should leave the process.
func confidence(c Chain, layers []Factor) finding.Confidence {
	conf := finding.High
	if c.Maybe || c.Opaque {
		conf = finding.Medium
	}
	sure := 0
	for i, l := range layers {
		switch {
		case c.Maybe && l.Attempts == attempts.For(0):
			// How long is for a policy to say, and which one it is nobody knows.
		case l.Attempts.Repeats():
			sure++
		case i == 0 && l.By == ByLoop:
			sure, conf = sure+1, finding.Medium
		}
	}
	quick := !slices.ContainsFunc(layers[1:], func(l Factor) bool { return !l.Quick })
	guess := len(c.Behind) > 0 && c.Maybe && c.Opaque
	if sure < 2 || quick || guess || layers[0].Attempts.Kind == attempts.Unbounded {
		return finding.Low
	}
	if sure < len(layers) {
		conf = finding.Medium
	}
	return conf
}

// names names the layers, outermost first, and what is called in the end.
func names(c Chain, layers []Factor) string {
	var parts []string
	for _, l := range layers {
		parts = append(parts, fmt.Sprintf("%s (%s ×%s)", l.In, l.By, l.Attempts))
	}
	if last := layers[len(layers)-1]; c.Callee != "" && last.In != c.Callee {
		parts = append(parts, c.Callee)
	}
	return strings.Join(parts, " → ")
}

func behind(c Chain) string {
	if len(c.Behind) == 0 {
		return ""
	}
	return With + strings.Join(c.Behind, ", ")
}
