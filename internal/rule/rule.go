// Package rule is what every rule shares with the rest of the suite: the words that
// describe a rule and its kinds, and the one way by which a rule reports.
//
// It holds no list of rules (that is analyzers) and decides nothing about what is
// shown: checks, confidence and suppressions are judged later.
package rule

import (
	"slices"

	"github.com/resilint/resilint/internal/finding"
)

// Default says whether a kind speaks without being asked.
type Default string

// The defaults.
const (
	On  Default = "on"  // reported
	Low Default = "low" // reported at low confidence, so shown on request
	Opt Default = "opt" // off until it is named in the checks
)

// Info describes a rule.
type Info struct {
	Name  string // the analyzer's name, which is also its folder and first half of its codes
	Doc   string // the page: the text of the rule's package comment, see Page
	Kinds []Kind // in the order in which they are to be listed
}

// Kind describes one fault that a rule tells apart. Severity and Confidence are what
// its findings usually have; a single finding may differ.
type Kind struct {
	Name       string // the fault: it reads well after "allow"
	Summary    string // one line, lower case, no full stop
	Severity   finding.Severity
	Confidence finding.Confidence
	Default    Default
}

// Options are a rule's: a pointer to a struct whose fields carry their key as a yaml tag.
type Options interface {
	// Validate tells what is wrong with the values.
	Validate() error
}

// Code names a kind as a user writes it: analyzer/kind.
func (i Info) Code(k Kind) string { return i.Name + "/" + k.Name }

// Codes lists the codes of all kinds.
func (i Info) Codes() []string {
	codes := make([]string, len(i.Kinds))
	for n, k := range i.Kinds {
		codes[n] = i.Code(k)
	}
	return codes
}

// Kind finds a kind by its name.
func (i Info) Kind(name string) (Kind, bool) {
	n := slices.IndexFunc(i.Kinds, func(k Kind) bool { return k.Name == name })
	if n < 0 {
		return Kind{}, false
	}
	return i.Kinds[n], true
}
