package driver

import (
	"bytes"
	"go/types"
	"io"
	"slices"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
)

// outside is the part of the graph that is only loaded as types.
//
// Types from the cache and types from source cannot be mixed: a package that is read
// brings parts of the packages it refers to, and these would be other types than the
// same ones checked from source. So all that is needed is read, or nothing.
type outside struct {
	r      *run
	direct []*node // imported by packages of the source set that may be loaded
	source []*node // to be checked from source, imports first; nil when all were read

	known    bool // all types are there, from another run
	mu       sync.Mutex
	state    map[*node]bool // of direct: whether it was asked for
	found    chan found
	failed   bool
	universe map[string]*types.Package
	done     chan struct{}
}

// found is what the cache has of a package.
type found struct {
	n    *node
	data []byte
}

func (r *run) newOutside(need []*node) *outside {
	o := &outside{r: r, state: make(map[*node]bool)}
	for _, n := range need {
		for _, d := range n.deps {
			if _, seen := o.state[d]; !seen && !d.own && d.path != "unsafe" {
				o.state[d] = false
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

// open begins to read what is asked for from the cache. Types are put together by one
// goroutine, since they refer to one another, while others find out what is needed.
func (o *outside) open() {
	o.known = o.shared()
	o.found, o.done = make(chan found, len(o.direct)), make(chan struct{})
	o.universe = make(map[string]*types.Package)
	go func() {
		defer close(o.done)
		for f := range o.found {
			o.take(f)
		}
	}()
}

// ask says that the types of the package are needed.
func (o *outside) ask(n *node) {
	if o.known || n.absent() { // there is nothing to import of one that is missing
		return
	}
	o.mu.Lock()
	asked, direct := o.state[n]
	if direct {
		o.state[n] = true
	}
	o.mu.Unlock()
	if direct && !asked {
		data, _ := o.r.store.get(typesKey(n))
		o.found <- found{n, data}
	}
}

// take reads the types of one package.
func (o *outside) take(f found) {
	if f.data == nil {
		o.failed = true
	}
	if o.failed {
		return
	}
	in := &io.LimitedReader{R: bytes.NewReader(f.data), N: int64(len(f.data))} // whose length is known to the reader
	pkg, err := gcexportdata.Read(in, o.r.fset, o.universe, f.n.path)
	if err != nil {
		o.failed = true
		return
	}
	f.n.pkg = pkg
}

// close ends the reading. Of what was read, types may lead to a package that nobody has asked
// for and that some package of ours imports: it is read whole, too. Where not all is in the
// cache, all of it is to be checked from source.
func (o *outside) close() {
	close(o.found)
	<-o.done
	if o.known {
		o.r.external = len(o.direct)
		return
	}
	for more := true; more && !o.failed; {
		more = false
		for _, n := range o.direct {
			if o.state[n] || o.universe[n.path] == nil || n.absent() {
				continue
			}
			o.state[n], more = true, true
			data, _ := o.r.store.get(typesKey(n))
			o.take(found{n, data})
		}
	}
	if o.failed {
		o.fromSource()
		return
	}
	for _, asked := range o.state {
		if asked {
			o.r.external++
		}
	}
}

// fromSource plans to check all packages that are imported directly, and what they import.
func (o *outside) fromSource() {
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
