package driver

import (
	"encoding/binary"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// imported holds the facts that importers see of a package. Those of a type are decoded when
// one of that type is asked for: a package has many, and its importers ask for few.
type imported struct {
	groups  []*factGroup   // in the plan's order
	standIn *types.Package // in the place of the package where its types may not be loaded
	report  func(error)
}

// factGroup holds the facts of one type.
type factGroup struct {
	typ   reflect.Type
	name  string
	paths []byte
	data  []byte

	decodeOnce sync.Once
	facts      []analysis.Fact
	at         []string // the path of each

	findOnce sync.Once
	objects  []types.Object // of each; nil is the package, or an object that is not there
	byObject map[types.Object]analysis.Fact
}

var errFacts = errors.New("malformed facts")

// decodeFacts reads what encode wrote.
func decodeFacts(data []byte, p *plan) (*imported, error) {
	m := &imported{}
	if len(data) == 0 {
		return m, nil
	}
	count, n := binary.Uvarint(data)
	if n <= 0 {
		return m, errFacts
	}
	data = data[n:]
	for range count {
		name, rest, ok := cutBytes(data)
		if !ok {
			return m, errFacts
		}
		g := &factGroup{name: string(name), typ: p.factByName[string(name)]}
		if g.paths, rest, ok = cutBytes(rest); !ok {
			return m, errFacts
		}
		if g.data, rest, ok = cutBytes(rest); !ok {
			return m, errFacts
		}
		data = rest
		if g.typ != nil {
			m.groups = append(m.groups, g)
		}
	}
	return m, nil
}

// decode reads the facts of the group.
func (m *imported) decode(g *factGroup) {
	g.decodeOnce.Do(func() {
		d := newFactReader(g.typ, g.data)
		for rest := g.paths; len(rest) > 0; {
			path, next, ok := cutBytes(rest)
			f, err := reflect.New(g.typ.Elem()).Interface().(analysis.Fact), errFacts
			if ok {
				err = d.read(f)
			}
			if err != nil {
				m.fail(fmt.Errorf("decoding fact %s: %w", g.name, err))
				return
			}
			rest = next
			g.at, g.facts = append(g.at, string(path)), append(g.facts, f)
		}
	})
}

func (m *imported) fail(err error) {
	if m.report != nil {
		m.report(err)
	}
}

// find reads the facts of the group and finds their objects in the package.
func (m *imported) find(g *factGroup, pkg *types.Package) {
	m.decode(g)
	g.findOnce.Do(func() {
		g.objects = make([]types.Object, len(g.facts))
		g.byObject = make(map[types.Object]analysis.Fact, len(g.facts))
		for i, path := range g.at {
			if path != "" {
				obj, err := objectpath.Object(pkg, objectpath.Path(path))
				if err != nil {
					continue // a package that is broken now
				}
				g.objects[i] = obj
			}
			g.byObject[g.objects[i]] = g.facts[i]
		}
	})
}

// get copies the fact into dst, as go/analysis wants it. A nil object stands for the package.
func (m *imported) get(pkg *types.Package, obj types.Object, dst analysis.Fact) bool {
	typ := reflect.TypeOf(dst)
	for _, g := range m.groups {
		if g.typ != typ {
			continue
		}
		m.find(g, pkg)
		f, ok := g.byObject[obj]
		if ok {
			reflect.ValueOf(dst).Elem().Set(reflect.ValueOf(f).Elem())
		}
		return ok
	}
	return false
}

// each visits the facts of the analyzer's types on objects of the package, or those on the
// package itself. Where pkg is nil the objects are stand-ins (see eachFact).
func (m *imported) each(an *analysis.Analyzer, pkg *types.Package, objects bool, visit func(*types.Package, types.Object, analysis.Fact)) {
	for _, g := range m.groups {
		if !declaresType(an, g.typ) {
			continue
		}
		m.decode(g)
		if pkg != nil {
			m.find(g, pkg)
		}
		for i, f := range g.facts {
			switch {
			case objects == (g.at[i] == ""):
			case pkg == nil && !objects:
				visit(m.standIn, nil, f)
			case pkg == nil:
				visit(m.standIn, types.NewVar(token.NoPos, m.standIn, g.at[i], types.Typ[types.Invalid]), f)
			case !objects || g.objects[i] != nil:
				visit(pkg, g.objects[i], f)
			}
		}
	}
}

// factsOf gives the facts that importers see of n.
func (r *run) factsOf(n *node) *imported {
	n.factsOnce.Do(func() {
		n.facts = &imported{}
		if n.entry == nil {
			return
		}
		report := func(err error) { r.problem(Problem{Pkg: n.path, Message: "facts: " + err.Error()}) }
		m, err := decodeFacts(n.entry.facts, r.plan)
		if err != nil {
			report(err)
		}
		m.standIn, m.report = types.NewPackage(n.path, n.meta.Name), report
		n.facts = m
	})
	return n.facts
}
