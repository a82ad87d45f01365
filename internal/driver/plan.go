package driver

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// plan says in which order analyzers run on a package, and what their facts are called.
type plan struct {
	roots []*analysis.Analyzer
	order []*analysis.Analyzer // required ones first
	facts []*analysis.Analyzer // those of order that some fact needs

	factTypes  []reflect.Type // pointer types, in a fixed order
	factNames  map[reflect.Type]string
	factByName map[string]reflect.Type
}

func newPlan(roots []*analysis.Analyzer) *plan {
	p := &plan{
		roots:      roots,
		factNames:  make(map[reflect.Type]string),
		factByName: make(map[string]reflect.Type),
	}
	seen := make(map[*analysis.Analyzer]bool)
	p.order = appendRequired(nil, seen, roots)
	var withFacts []*analysis.Analyzer
	for _, a := range p.order {
		if len(a.FactTypes) > 0 {
			withFacts = append(withFacts, a)
		}
		for _, f := range a.FactTypes {
			t := reflect.TypeOf(f)
			name := a.Name + "." + t.String()
			if p.factByName[name] != nil {
				name += " of " + t.Elem().PkgPath()
			}
			p.factTypes = append(p.factTypes, t)
			p.factNames[t] = name
			p.factByName[name] = t
		}
	}
	p.facts = appendRequired(nil, make(map[*analysis.Analyzer]bool), withFacts)
	return p
}

// appendRequired appends the analyzers to out, each once and after those it requires.
func appendRequired(out []*analysis.Analyzer, seen map[*analysis.Analyzer]bool, list []*analysis.Analyzer) []*analysis.Analyzer {
	for _, a := range list {
		if !seen[a] {
			seen[a] = true
			out = append(appendRequired(out, seen, a.Requires), a)
		}
	}
	return out
}

// names gives the names of all analyzers, sorted, with their facts': a part of the key.
func (p *plan) names() []string {
	var out []string
	for _, a := range p.order {
		out = append(out, a.Name)
	}
	for _, a := range p.roots {
		out = append(out, "root "+a.Name)
	}
	for _, t := range p.factTypes {
		out = append(out, "fact "+p.factNames[t])
	}
	slices.Sort(out)
	return out
}

// analyzersFor gives the analyzers to run on a package. One that go list -test gives
// again only because it imports the package under test has been judged already; here
// its importers need facts about its new types.
func (p *plan) analyzersFor(n *node) []*analysis.Analyzer {
	if n.variant == recompiled {
		return p.facts
	}
	return p.order
}
