package driver

import (
	"bytes"
	"go/types"
	"io"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
)

// outside is the part of the graph that is only loaded as types.
//
// Types from the cache and types from source cannot be mixed: a package that is read
// brings parts of the packages it refers to, and these would be other types than the
// same ones checked from source. So all that our packages import is read, or nothing.
type outside struct {
	r      *run
	direct []*node // imported by packages of the source set that are loaded
	source []*node // to be checked from source, imports first; nil when all were read
}

func (r *run) newOutside(need []*node) *outside {
	o := &outside{r: r}
	seen := make(map[*node]bool)
	for _, n := range need {
		for _, d := range n.deps {
			if !d.own && !seen[d] && d.path != "unsafe" {
				seen[d] = true
				o.direct = append(o.direct, d)
			}
		}
	}
	slices.SortFunc(o.direct, func(a, b *node) int { return a.order - b.order })
	return o
}

// typesKey is apart from the node's own key only so that the two kinds of content
// never meet.
func typesKey(n *node) digest {
	k := newKeyHash()
	k.strings("types")
	k.digest(n.key)
	return k.sum()
}

// read takes all directly imported packages from the cache, or plans to check them
// and what they import from source.
func (o *outside) read() {
	if o.shared() || o.readAll() {
		o.r.external = len(o.direct)
		return
	}
	want := make(map[*node]bool)
	for _, n := range o.direct {
		n.pkg = nil
		want[n] = true
	}
	for _, n := range slices.Backward(o.r.nodes) {
		if !want[n] {
			continue
		}
		o.source = append(o.source, n)
		n.mode = typesOnly
		for _, d := range n.deps {
			if d.path != "unsafe" {
				want[d] = true
			}
		}
	}
	slices.Reverse(o.source)
	o.r.external = len(o.source)
}

func (o *outside) readAll() bool {
	if o.r.store.disk == nil {
		return false
	}
	data := make([][]byte, len(o.direct))
	parallel(o.r.workers, len(o.direct), func(i int) {
		if n := o.direct[i]; !n.absent() {
			data[i], _ = o.r.store.get(typesKey(n))
		}
	})
	for i, n := range o.direct {
		if !n.absent() && data[i] == nil {
			return false
		}
	}
	universe := make(map[string]*types.Package)
	for i, n := range o.direct {
		if n.absent() {
			continue // missing: there is nothing to import
		}
		in := &io.LimitedReader{R: bytes.NewReader(data[i]), N: int64(len(data[i]))} // whose length is known to the reader
		pkg, err := gcexportdata.Read(in, o.r.fset, universe, n.path)
		if err != nil {
			return false
		}
		n.pkg = pkg
	}
	return true
}

// write keeps the types of the directly imported packages for the next run.
func (o *outside) write() {
	if o.source == nil || o.r.store.disk == nil {
		return
	}
	parallel(o.r.workers, len(o.direct), func(i int) {
		n := o.direct[i]
		if n.pkg == nil || n.tainted {
			return
		}
		if data, ok := o.r.export(n); ok {
			o.r.store.put(typesKey(n), data)
		}
	})
}

// export gives the package's types in the form that read takes. Broken packages may
// have types that cannot be written; they are checked from source each time.
func (r *run) export(n *node) (data []byte, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var buf bytes.Buffer
	if err := gcexportdata.Write(&buf, r.fset, n.pkg); err != nil {
		return nil, false
	}
	return buf.Bytes(), true
}

// checkOutside type-checks a package outside without function bodies. Its errors are
// not reported: what they leave undefined is reported where ours use it.
func (r *run) checkOutside(n *node) {
	if n.absent() {
		return
	}
	r.check(n)
	n.errs = nil
}
