package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/attempts"
)

// dependency is what a leaf meets where its address and client are what is given. certain
// is false where callers may tell more.
func (j *joiner) dependency(l *Leaf, addr, via Ref) (d *Dependency, certain bool) {
	if l.Iface {
		return nil, true
	}
	out := Dependency{Library: l.Lib}
	switch {
	case l.Each:
		certain = j.addressed(&out, addr, via)
	case l.Type != "":
		t := j.stubOf(l.Type, via)
		out.ID, out.Name, out.Known, certain = "stub "+t, short(t), "client", true
		if i := strings.LastIndexByte(t, '.'); t != l.Type && i > 0 {
			out.Library = t[:i]
		}
	default:
		certain = j.connected(&out, l, via)
	}
	if have := j.deps[out.ID]; have != nil {
		return have, certain
	}
	j.deps[out.ID] = &out
	return &out, certain
}

// stubOf is the generated client that a value of the interface t is, where it is seen to be
// made as one.
func (j *joiner) stubOf(t string, via Ref) string {
	i := j.res.identify(via)
	if i.make == nil {
		return t
	}
	for _, n := range j.g.order {
		if n.Stub != "" && strings.Replace(i.make.What, ".New", ".", 1) == short(n.Stub) {
			return n.Stub
		}
	}
	return t
}

// addressed tells a dependency by its address.
func (j *joiner) addressed(d *Dependency, addr, via Ref) (certain bool) {
	i := j.res.identify(addr)
	ends, _ := j.res.ends(addr)
	switch {
	case i.id == "":
		v := j.res.identify(via)
		d.ID, d.Name, d.Known = "unknown "+d.Library, "unknown address, by "+d.Library, "unknown"
		if v.name != "" {
			d.ID, d.Name, d.Known = "unknown "+v.id, "unknown address of "+v.name, "client"
		}
		return false
	case !i.maybe && (ends[0].Root == Host || ends[0].Root == Text):
		h := host(ends[0].Name)
		d.ID, d.Name, d.Known = "host "+h, h, "host"
		return true
	}
	d.ID, d.Name, d.Known = "address "+i.id, "the address in "+i.name, "address"
	if i.name == "" {
		d.ID, d.Name = "address "+key(addr), "the address handed to "+j.called(addr)
	}
	return !i.maybe
}

// called names the function whose parameter a ref is.
func (j *joiner) called(r Ref) string {
	if n := j.g.funcs[r.Name]; n != nil {
		return n.Name
	}
	return short(r.Name)
}

// host is the host and port of an address.
func host(s string) string {
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s = s[:i]
	}
	return strings.ToLower(s[strings.LastIndexByte(s, '@')+1:])
}

// connected tells a dependency by the client or connection, which has only one.
func (j *joiner) connected(d *Dependency, l *Leaf, via Ref) (certain bool) {
	i := j.res.identify(via)
	if i.id == "" {
		d.ID, d.Name, d.Known = "unknown "+l.Lib, "unknown, by "+cmp.Or(l.Lib, l.Callee), "unknown"
		return false
	}
	d.ID, d.Name, d.Known = "client "+i.id, i.name, "client"
	if i.make != nil {
		what := i.make.What
		if i.make.Text != "" {
			what = fmt.Sprintf("%s(%q)", what, i.make.Text)
		}
		if what != "" && what != i.name {
			d.Name = strings.TrimPrefix(what+" in "+i.name, " in ")
		}
		if i.make.What == "sql.Open" && slices.Contains(embedded, i.make.Text) {
			d.Name += ", an embedded database"
		}
	}
	if d.Name == "" {
		d.ID, d.Name = "client "+key(via), "what is handed to "+j.called(via)
	}
	return !i.maybe
}

// embedded are the names that databases inside the process are registered by.
var embedded = []string{"sqlite", "sqlite3", "duckdb", "ql", "ql-mem", "ramsql"}

// describe says what stands on a way.
func (j *joiner) describe(r *Route, calls []edge, n *node, c *Call, l *Leaf, t target) {
	var tries []Factor
	limit := opening(j.entries[r.Entry].Kind)
	for _, e := range calls {
		r.Steps = append(r.Steps, Step{e.from.Name, j.g.spot(e.call.At)})
		r.Async, r.Maybe = r.Async || e.call.How == Go, r.Maybe || e.maybe
		tries = append(tries, e.call.Tries...)
		limit = limit.under(e.call.Ctx)
		j.gates(r, e.call)
	}
	r.Steps = append(r.Steps, Step{n.Name, j.g.spot(c.At)})
	j.gates(r, c)
	limit = limit.under(c.Ctx)
	r.Attempts = "1"
	total := attempts.Once
	for _, f := range append(tries, c.Tries...) {
		r.Retries = append(r.Retries, Retry{f.In, f.By, f.Attempts.String()})
		total = total.Times(f.Attempts)
	}
	if len(r.Retries) > 0 {
		r.Attempts = total.String()
	}
	client := l.Client
	if i := j.res.identify(t.via); i.id != "" {
		res := j.resource("client", i)
		r.Client, res.HTTP = res.ID, res.HTTP || l.HTTP
		if i.make != nil && (client.State == Unseen || client.State == Set && client.What == "client") && i.make.Client.State != Unseen {
			client = i.make.Client
		}
		r.Transport = j.transport(i, t.via)
	} else if l.Client.What == "http.DefaultClient" {
		res := j.resource("client", j.res.identify(Ref{Root: Global, Name: "net/http.DefaultClient"}))
		r.Client, res.HTTP = res.ID, true
		r.Transport = j.defaultTransport()
	}
	r.Deadline = limit.client(client, l.HTTP)
}

// transport is the resource that is the transport of the client i, or "".
func (j *joiner) transport(i identity, via Ref) string {
	if via.Root == Global && via.Name == "net/http.DefaultClient" {
		return j.defaultTransport()
	}
	if i.make == nil || i.make.Transport.Root == None {
		return ""
	}
	t := j.res.identify(i.make.Transport)
	if t.id == "" {
		return ""
	}
	if t.make != nil && t.make.In != "" && !j.res.once(t.make.In) {
		t.id += " of " + i.id // each client that is made there has its own
		t.name = cmp.Or(t.name, t.make.What) + " of " + i.name
	}
	return j.resource("transport", t).ID
}

func (j *joiner) defaultTransport() string {
	return j.resource("transport", j.res.identify(Ref{Root: Global, Name: "net/http.DefaultTransport"})).ID
}

func (j *joiner) gates(r *Route, c *Call) {
	for _, g := range c.Gates {
		var all identity
		for _, ref := range g.Refs {
			i := j.res.identify(ref)
			all.id += i.id + ";"
			all.make, all.ref = i.make, ref
			all.name = strings.TrimPrefix(all.name+" "+cmp.Or(i.name, key(ref)), " ")
		}
		if id := j.resource(g.Kind, all).ID; !slices.Contains(r.Gates, id) {
			r.Gates = append(r.Gates, id)
		}
	}
}

// resource is the resource of a kind that is known by i.
func (j *joiner) resource(kind string, i identity) *Resource {
	id := kind + " " + i.id
	if r := j.resources[id]; r != nil {
		return r
	}
	r := &Resource{ID: id, Kind: kind, Name: i.name, HTTP: kind == "transport"}
	if i.make != nil {
		r.Made, r.At = i.make.What, j.g.spot(i.make.At)
	}
	r.Name = cmp.Or(r.Name, r.Made)
	if r.Name == "" {
		r.Name = "handed to " + j.called(i.ref)
	}
	j.resources[id] = r
	return r
}

// a span is a Limit while a way is followed.
type span struct {
	state string
	max   time.Duration
	by    string
}

// opening is the time that an entry point has.
func opening(k Kind) span {
	if k == GRPC || k == Exported {
		return span{state: "caller"}
	}
	return span{state: "none"}
}

// under is the time that is left below a call.
func (s span) under(b Bound) span {
	switch b.State {
	case Free:
		return span{state: "none"}
	case Unseen:
		return span{state: "unknown"}
	case Set:
		return span{"set", time.Duration(b.Max), "context"}
	}
	if m := time.Duration(b.Max); m > 0 && (s.state != "set" || s.max == 0 || m < s.max) {
		return span{"set", m, "context"}
	}
	return s
}

// client is the limit where the client adds its own.
func (s span) client(b Bound, http bool) Limit {
	m := time.Duration(b.Max)
	switch {
	case b.State == Set && (s.state != "set" || m > 0 && (s.max == 0 || m < s.max)):
		s = span{"set", m, cmp.Or(b.What, "client")}
	case b.State == Unseen && s.state == "none" && http:
		s.state = "unknown" // a client that is not seen may have a timeout
	}
	return Limit{State: s.state, Seconds: s.max.Seconds(), By: s.by}
}

// routeKey tells ways apart by what stands on them.
func routeKey(r *Route) string {
	return strings.Join(append([]string{r.Entry, r.Dependency, r.Client, r.Transport, r.Attempts, r.Deadline.State,
		fmt.Sprint(r.Deadline.Seconds)}, r.Gates...), "\x00")
}
