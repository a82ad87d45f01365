package inventory

import (
	"cmp"
	"slices"
	"strings"
)

// Join draws the map of the packages.
func Join(pkgs []Package) *Map {
	g := newGraph(pkgs)
	j := &joiner{g: g, res: newResolver(g), m: &Map{Programs: g.list},
		deps: map[string]*Dependency{}, resources: map[string]*Resource{}, entries: map[string]*Entry{}, routes: map[string]*Route{}, below: map[*Call]map[string]bool{}}
	j.reach()
	for _, n := range g.order {
		for i := range n.Calls {
			for k := range n.Calls[i].Leaves {
				j.leaf(n, &n.Calls[i], &n.Calls[i].Leaves[k])
			}
		}
	}
	j.fallbacks()
	j.finish()
	return j.m
}

// joiner builds a Map.
type joiner struct {
	g         *graph
	res       *resolver
	m         *Map
	deps      map[string]*Dependency
	resources map[string]*Resource
	entries   map[string]*Entry
	routes    map[string]*Route
	order     []string // the keys of routes as they were found
	requests  map[*node]bool
	starts    map[*node]bool
	workers   map[*node]bool
	found     []reached
	below     map[*Call]map[string]bool // the dependencies below each call
}

// reached is a route with the calls that it is made of, for what needs them.
type reached struct {
	route *Route
	calls []edge // outermost first
	at    *node
	leaf  *Call
}

// reach notes what requests reach, what start-up runs itself, and the goroutines that it
// starts.
func (j *joiner) reach() {
	j.requests, j.starts, j.workers = map[*node]bool{}, map[*node]bool{}, map[*node]bool{}
	for _, n := range j.g.order {
		switch {
		case n.Entry.starts():
			spread(n, j.starts, false)
		case n.Entry != "":
			spread(n, j.requests, true)
		}
	}
	for _, n := range j.g.order {
		if !j.starts[n] {
			continue
		}
		for _, e := range n.out {
			if e.call.How == Go && !j.starts[e.to] {
				j.workers[e.to] = true
			}
		}
	}
}

// spread adds to set what n reaches, other entry points left out.
func spread(n *node, set map[*node]bool, goroutines bool) {
	if set[n] {
		return
	}
	set[n] = true
	for _, e := range n.out {
		if e.to.Entry == "" && (goroutines || e.call.How != Go) {
			spread(e.to, set, goroutines)
		}
	}
}

// A front is what is known when the walk from a leaf back to the entry points is at a
// function.
type front struct {
	n       *node
	settled int // which of the ways the dependency was told on, or -1
}

// a way is how the walk got to a front.
type way struct {
	at   front
	via  *edge // the call from at.n
	next *way
}

// target is what a leaf meets on one way.
type target struct {
	dep     *Dependency
	via     Ref
	open    bool // callers may tell more of the dependency
	viaOpen bool // and more of the client
}

// tell is the target where a caller says s of the leaf; told is false where that is no news.
func (j *joiner) tell(t target, l *Leaf, s *Settled) (out target, told bool) {
	if t.open && (!l.Each && s.Via.Root != None || l.Each && s.Addr.Root != None) {
		t.dep, _ = j.dependency(l, s.Addr, s.Via)
		if s.Via.Root != None {
			t.via = s.Via
		}
		t.open, t.viaOpen, told = false, t.viaOpen && s.Via.Root == None, true
	}
	if t.viaOpen && s.Via.Root != None {
		t.via, t.viaOpen, told = s.Via, false, true
		if t.open && l.Each {
			t.dep, _ = j.dependency(l, Ref{}, s.Via)
		}
	}
	return t, told
}

// leaf follows the ways from the entry points to one call that leaves the process.
func (j *joiner) leaf(n *node, c *Call, l *Leaf) {
	if l = j.behind(n, c, l); l == nil {
		return // what implements it says what it does
	}
	targets := []target{{via: l.Via}}
	own, certain := j.dependency(l, l.Addr, l.Via)
	targets[0].dep, targets[0].open = own, !certain
	targets[0].viaOpen = l.Via.Root == Param && len(l.Via.Path) == 0
	j.notes(c, own)
	seen := map[front]bool{}
	queue := []*way{{at: front{n, 0}}}
	any := false
	for len(queue) > 0 {
		w := queue[0]
		queue = queue[1:]
		if seen[w.at] {
			continue
		}
		seen[w.at] = true
		kind := j.begins(w.at.n)
		if kind == Unknown && !l.Iface {
			continue
		}
		if kind != "" {
			any = true
			j.route(w, kind, n, c, l, targets[w.at.settled])
			if kind != Worker || !j.requests[w.at.n] {
				continue
			}
		}
		for i := range w.at.n.in {
			e := &w.at.n.in[i]
			next := front{e.from, w.at.settled}
			if s := settles(e.call, c.At); s != nil {
				if t, told := j.tell(targets[next.settled], l, s); told {
					targets = append(targets, t)
					next.settled = len(targets) - 1
				}
			}
			j.notes(e.call, targets[next.settled].dep)
			queue = append(queue, &way{at: next, via: e, next: w})
		}
	}
	if !any && !l.Iface {
		if s := (Site{Func: n.Name, Callee: l.Callee, At: j.g.spot(c.At)}); !slices.Contains(j.m.Unreached, s) {
			j.m.Unreached = append(j.m.Unreached, s)
		}
	}
}

// behind is the leaf as the implementations of the interface that is called show it: nil
// where none of them is a client.
func (j *joiner) behind(n *node, c *Call, l *Leaf) *Leaf {
	if c.How != Dynamic {
		return l
	}
	stubs := j.g.stubs[c]
	own := slices.ContainsFunc(n.out, func(e edge) bool { return e.call == c })
	switch {
	case len(stubs) == 0 && own && (l.Iface || l.Type != ""):
		return nil
	case len(stubs) == 0 || slices.Contains(stubs, l.Type):
		return l
	}
	out := *l
	if out.Iface = false; len(stubs) == 1 {
		out.Type = stubs[0]
		out.Lib = stubs[0][:strings.LastIndexByte(stubs[0], '.')]
	}
	return &out
}

// notes remembers that a dependency is below a call.
func (j *joiner) notes(c *Call, d *Dependency) {
	if d == nil {
		return
	}
	if j.below[c] == nil {
		j.below[c] = map[string]bool{}
	}
	j.below[c][d.ID] = true
}

// settles is what the call says of the leaf at a place.
func settles(c *Call, at Place) *Settled {
	for i := range c.Settles {
		if c.Settles[i].At == at {
			return &c.Settles[i]
		}
	}
	return nil
}

// begins says what kind of entry point the function is, or "" where somebody calls it.
func (j *joiner) begins(n *node) Kind {
	switch {
	case n.Entry != "":
		return n.Entry
	case j.workers[n]:
		return Worker
	case len(n.in) > 0:
		return ""
	case len(j.g.mains[n.pkg.Path]) > 0:
		return Unknown
	}
	return Exported
}

// route notes one way.
func (j *joiner) route(w *way, kind Kind, n *node, c *Call, l *Leaf, t target) {
	if l.Iface {
		j.open(w, kind, c, l)
		return
	}
	entry := j.entry(w.at.n, kind)
	r := &Route{Entry: entry.ID, Dependency: t.dep.ID}
	found := reached{route: r, at: n, leaf: c}
	for s := w; s.next != nil; s = s.next {
		found.calls = append(found.calls, *s.via)
	}
	j.describe(r, found.calls, n, c, l, t)
	addSite(t.dep, Site{Func: n.Name, Callee: l.Callee, At: j.g.spot(c.At)})
	k := routeKey(r)
	if j.routes[k] == nil {
		j.routes[k] = r
		j.order = append(j.order, k)
		j.found = append(j.found, found)
	}
}

func addSite(d *Dependency, s Site) {
	if !slices.Contains(d.Sites, s) {
		d.Sites = append(d.Sites, s)
	}
}

// open notes a call through an interface that leads out of what is seen.
func (j *joiner) open(w *way, kind Kind, c *Call, l *Leaf) {
	if kind == Unknown || kind == Exported {
		return
	}
	method := l.Callee
	id := j.entry(w.at.n, kind).ID
	for i := range j.m.Open {
		if o := &j.m.Open[i]; o.Method == method {
			if !slices.Contains(o.Entries, id) {
				o.Entries = append(o.Entries, id)
			}
			return
		}
	}
	j.m.Open = append(j.m.Open, Open{Method: method, Entries: []string{id}, At: j.g.spot(c.At)})
}

// entry is the entry point at a function.
func (j *joiner) entry(n *node, kind Kind) *Entry {
	if e := j.entries[n.ID]; e != nil {
		return e
	}
	e := &Entry{ID: n.ID, Kind: kind, Name: n.Name, At: j.g.spot(n.At), Route: j.g.kinds[n.ID].Route, Programs: j.g.mains[n.pkg.Path]}
	j.entries[n.ID] = e
	return e
}

// finish sorts the map.
func (j *joiner) finish() {
	for _, k := range j.order {
		j.m.Routes = append(j.m.Routes, *j.routes[k])
	}
	for _, e := range j.entries {
		j.m.Entries = append(j.m.Entries, *e)
	}
	for _, d := range j.deps {
		if len(d.Sites) > 0 {
			slices.SortFunc(d.Sites, func(a, b Site) int { return compareSpots(a.At, b.At) })
			j.m.Dependencies = append(j.m.Dependencies, *d)
		}
	}
	j.resourcesOf()
	slices.SortFunc(j.m.Entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(j.m.Dependencies, func(a, b Dependency) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	j.m.rename()
	slices.SortFunc(j.m.Routes, func(a, b Route) int {
		return cmp.Or(cmp.Compare(a.Dependency, b.Dependency), cmp.Compare(a.Entry, b.Entry), cmp.Compare(routeKey(&a), routeKey(&b)))
	})
	slices.SortFunc(j.m.Unreached, func(a, b Site) int { return compareSpots(a.At, b.At) })
	slices.SortFunc(j.m.Open, func(a, b Open) int {
		return cmp.Or(cmp.Compare(a.Method, b.Method), compareSpots(a.At, b.At))
	})
	for i := range j.m.Open {
		slices.Sort(j.m.Open[i].Entries)
	}
	j.m.fill()
}

// fill makes each list that there is nothing in an empty one, which is what a reader of JSON
// wants.
func (m *Map) fill() {
	for i := range m.Entries {
		full(&m.Entries[i].Programs)
	}
	for i := range m.Resources {
		full(&m.Resources[i].Dependencies)
		full(&m.Resources[i].Entries)
	}
	for i := range m.Routes {
		r := &m.Routes[i]
		full(&r.Gates)
		full(&r.Retries)
		full(&r.Fallback)
	}
	full(&m.Programs)
	full(&m.Entries)
	full(&m.Dependencies)
	full(&m.Resources)
	full(&m.Routes)
	full(&m.Open)
	full(&m.Unreached)
}

func full[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

func compareSpots(a, b Spot) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}
