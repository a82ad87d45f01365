package driver

import (
	"cmp"
	"encoding/binary"
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

// encode gives the facts that importers can see: how many types of them there are, and for
// each, in the plan's order, its name, the sorted paths of the objects ("" is the package
// itself), and the facts. Those that write themselves stand one after the other, each behind
// its length; others are one gob stream, which holds the description of the type once.
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
	if len(byType) == 0 {
		return nil, nil
	}
	out := binary.AppendUvarint(nil, uint64(len(byType)))
	for _, typ := range p.factTypes {
		items := byType[typ]
		if len(items) == 0 {
			continue
		}
		slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.path, b.path) })
		var paths []byte
		w := newFactWriter(typ)
		for _, it := range items {
			if err := w.write(it.fact); err != nil {
				return nil, fmt.Errorf("encoding fact %s: %w", p.factNames[typ], err)
			}
			paths = appendBytes(paths, []byte(it.path))
		}
		out = appendBytes(out, []byte(p.factNames[typ]))
		out = appendBytes(out, paths)
		out = appendBytes(out, w.data.Bytes())
	}
	return out, nil
}

func appendBytes(out, b []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(b))), b...)
}

// cutBytes takes from data what appendBytes has put there.
func cutBytes(data []byte) (b, rest []byte, ok bool) {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return nil, nil, false
	}
	return data[n : n+int(size)], data[n+int(size):], true
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
