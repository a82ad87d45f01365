package driver

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// factKey names a fact within a package. obj is nil for the package's own fact.
// A fact type belongs to one analyzer, so the type is enough.
type factKey struct {
	obj types.Object
	typ reflect.Type
}

// factTable holds the facts about one package's objects.
//
// Importers see facts only as they come out of the encoded form, whether the package
// was analysed in this run or found in the cache: so both give the same answer, and
// facts on objects that have no path (unexported functions, locals) cross in neither.
type factTable struct {
	facts map[factKey]analysis.Fact
	order []factKey // as they were made, which is the same in each run
}

func newFactTable() *factTable { return &factTable{facts: make(map[factKey]analysis.Fact)} }

func (t *factTable) set(k factKey, f analysis.Fact) {
	if _, ok := t.facts[k]; !ok {
		t.order = append(t.order, k)
	}
	t.facts[k] = f
}

// get copies the fact into dst, as go/analysis wants it.
func (t *factTable) get(obj types.Object, dst analysis.Fact) bool {
	f, ok := t.facts[factKey{obj, reflect.TypeOf(dst)}]
	if ok {
		reflect.ValueOf(dst).Elem().Set(reflect.ValueOf(f).Elem())
	}
	return ok
}

// factGroup is the encoded form of a package's facts of one type. One gob stream for
// all of them holds the description of the type once.
type factGroup struct {
	Type  string
	Paths []string // of the objects, sorted; "" is the package itself
	Data  []byte
}

// encode gives the facts that importers can see.
func (t *factTable) encode(p *plan) ([]byte, error) {
	type item struct {
		path string
		fact analysis.Fact
	}
	enc := new(objectpath.Encoder)
	byType := make(map[reflect.Type][]item)
	for _, k := range t.order {
		path := objectpath.Path("")
		if k.obj != nil {
			var err error
			if path, err = enc.For(k.obj); err != nil {
				continue // not reachable from outside
			}
		}
		byType[k.typ] = append(byType[k.typ], item{string(path), t.facts[k]})
	}
	var groups []factGroup
	for _, typ := range p.factTypes {
		items := byType[typ]
		if len(items) == 0 {
			continue
		}
		slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.path, b.path) })
		g := factGroup{Type: p.factNames[typ]}
		var buf bytes.Buffer
		e := gob.NewEncoder(&buf)
		for _, it := range items {
			if err := e.Encode(it.fact); err != nil {
				return nil, fmt.Errorf("encoding fact %s: %w", g.Type, err)
			}
			g.Paths = append(g.Paths, it.path)
		}
		g.Data = buf.Bytes()
		groups = append(groups, g)
	}
	if len(groups) == 0 {
		return nil, nil
	}
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(groups)
	return buf.Bytes(), err
}

// decodeFacts reads what encode wrote, for the objects of pkg.
func decodeFacts(data []byte, pkg *types.Package, p *plan) (*factTable, error) {
	t := newFactTable()
	if len(data) == 0 {
		return t, nil
	}
	var groups []factGroup
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&groups); err != nil {
		return t, err
	}
	for _, g := range groups {
		typ := p.factByName[g.Type]
		if typ == nil {
			continue
		}
		d := gob.NewDecoder(bytes.NewReader(g.Data))
		for _, path := range g.Paths {
			f := reflect.New(typ.Elem())
			if err := d.Decode(f.Interface()); err != nil {
				return t, fmt.Errorf("decoding fact %s: %w", g.Type, err)
			}
			var obj types.Object
			if path != "" {
				var err error
				if obj, err = objectpath.Object(pkg, objectpath.Path(path)); err != nil {
					continue // a package that is broken now
				}
			}
			t.set(factKey{obj, typ}, f.Interface().(analysis.Fact))
		}
	}
	return t, nil
}

// factsOf gives the facts that importers see of n, decoded on first use.
func (r *run) factsOf(n *node) *factTable {
	n.factsOnce.Do(func() {
		n.facts = newFactTable()
		if n.entry == nil || n.pkg == nil {
			return
		}
		t, err := decodeFacts(n.entry.facts, n.pkg, r.plan)
		if err != nil {
			r.problem(Problem{Pkg: n.path, Message: "facts: " + err.Error()})
		}
		n.facts = t
	})
	return n.facts
}

// nodeOf gives the package of the source set that obj belongs to.
func (r *run) nodeOf(pkg *types.Package) *node {
	if pkg == nil {
		return nil
	}
	n, ok := r.packages.Load(pkg)
	if !ok {
		return nil
	}
	return n.(*node)
}
