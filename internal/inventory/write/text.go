package write

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/resilint/resilint/internal/inventory"
)

// Text writes tables: the dependencies with the ways to each, then what they share.
func Text(w io.Writer, m *inventory.Map) error {
	t := &text{m: m, names: namesOf(m)}
	t.head()
	for _, d := range m.Dependencies {
		t.dependency(d)
	}
	t.shared()
	t.rest()
	_, err := io.WriteString(w, t.b.String())
	return err
}

type text struct {
	names
	m *inventory.Map
	b strings.Builder
}

func (t *text) line(format string, args ...any) { fmt.Fprintf(&t.b, format+"\n", args...) }

func (t *text) head() {
	shared := 0
	for _, r := range t.m.Resources {
		if r.Shared {
			shared++
		}
	}
	t.line("%s, %s, %s, %s", count(len(t.m.Programs), "program", "programs"), count(len(t.m.Entries), "entry point", "entry points"),
		count(len(t.m.Dependencies), "dependency", "dependencies"), count(shared, "shared resource", "shared resources"))
}

// maxSites bounds the calls that are shown of one dependency.
const maxSites = 8

// dependency writes one dependency with the ways that lead to it, one for each entry point.
func (t *text) dependency(d inventory.Dependency) {
	t.line("\n%s  [%s, %s]", d.ID, d.Library, known(d))
	for i, s := range d.Sites {
		if i == maxSites {
			t.line("  and %d more", len(d.Sites)-maxSites)
			break
		}
		t.line("  %s: %s calls %s", spot(s.At), s.Func, s.Callee)
	}
	tab := tabwriter.NewWriter(&t.b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "    FROM\tATTEMPTS\tDEADLINE\tBEHIND\tFALLS BACK TO")
	for _, ways := range t.ways(d.ID) {
		r := ways[0]
		from := t.from(r)
		if len(ways) > 1 {
			from += fmt.Sprintf(" (worst of %d ways)", len(ways))
		}
		fmt.Fprintf(tab, "    %s\t%s\t%s\t%s\t%s\n", from, attempts(r), deadline(r.Deadline), t.behind(r), dash(strings.Join(r.Fallback, ", ")))
	}
	_ = tab.Flush() // into memory
}

// ways lists the routes to a dependency by entry point, the worst of each first: the one
// that may wait longest, then the one with the most layers of retries.
func (t *text) ways(dependency string) [][]inventory.Route {
	var out [][]inventory.Route
	for _, r := range t.m.Routes {
		switch n := len(out); {
		case r.Dependency != dependency:
		case n > 0 && out[n-1][0].Entry == r.Entry:
			out[n-1] = append(out[n-1], r)
		default:
			out = append(out, []inventory.Route{r})
		}
	}
	for _, ways := range out {
		slices.SortStableFunc(ways, func(a, b inventory.Route) int {
			return cmp.Or(cmp.Compare(wait(b.Deadline), wait(a.Deadline)), cmp.Compare(len(b.Retries), len(a.Retries)))
		})
	}
	return out
}

// wait orders limits by how long they let a call wait.
func wait(l inventory.Limit) float64 {
	switch l.State {
	case "none":
		return math.Inf(1)
	case "unknown":
		return math.MaxFloat64
	case "caller":
		return math.MaxFloat64 / 2
	}
	if l.Seconds == 0 {
		return math.MaxFloat64 / 4
	}
	return l.Seconds
}

// known says how a dependency is told from others.
func known(d inventory.Dependency) string {
	if d.Known == "unknown" {
		return "not told from others"
	}
	return "known by its " + d.Known
}

func (t *text) from(r inventory.Route) string {
	s := t.entry(r.Entry)
	if r.Async {
		s += " (in a goroutine)"
	}
	return s
}

// attempts is the product and the factors: "8 = 4 (loop in a) × 2 (retry.Do)".
func attempts(r inventory.Route) string {
	if len(r.Retries) == 0 {
		return r.Attempts
	}
	var factors []string
	for _, f := range r.Retries {
		if f.Attempts != "1" {
			factors = append(factors, f.Attempts+" ("+f.By+" in "+f.In+")")
		}
	}
	switch len(factors) {
	case 0:
		return r.Attempts
	case 1:
		return factors[0]
	}
	return r.Attempts + " = " + strings.Join(factors, " × ")
}

func (t *text) behind(r inventory.Route) string {
	var out []string
	for _, id := range append(slices.Clone(r.Gates), r.Client, r.Transport) {
		if id != "" {
			out = append(out, id)
		}
	}
	return dash(strings.Join(out, ", "))
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// shared writes what two dependencies or more stand behind.
func (t *text) shared() {
	first := true
	for _, r := range t.m.Resources {
		if !r.Shared {
			continue
		}
		if first {
			t.line("\nShared: if one of these slows to 3 s")
			first = false
		}
		made := ""
		if r.Made != "" && !strings.Contains(r.ID, r.Made) {
			made = " = " + r.Made
		}
		at := ""
		if s := spot(r.At); s != "" {
			at = " at " + s
		}
		t.line("\n%s%s%s", r.ID, made, at)
		t.line("  behind it: %s", strings.Join(r.Dependencies, ", "))
		t.line("  before it: %s", t.few(r.Entries, 6))
		t.line("  %s", Effect(r))
	}
}

// Effect says what callers of the others feel when one dependency behind r is slow.
func Effect(r inventory.Resource) string {
	switch r.Kind {
	case "semaphore", "workers":
		return "its calls hold places for those 3 s, so callers of the others wait for a place"
	case "limiter":
		return "if it is held during a call, callers of the others wait for a place; if it counts calls, retries of one use up the turns of the others"
	case "breaker":
		return "its timeouts open the breaker, and callers of the others are refused"
	case "transport":
		return "no caller of the others waits: net/http keeps connections for each host; they share the budget of idle connections and the settings"
	}
	if r.HTTP {
		return "no caller of the others waits for a connection: net/http keeps these for each host; they share its timeout and settings, and none can have a limit of its own"
	}
	return "they share one client: whether calls to one hold up calls to the others is for its pool of connections to say"
}

// rest says what the map does not know.
func (t *text) rest() {
	if len(t.m.Open) > 0 {
		t.line("\nNot known: methods of interfaces that nothing in the program implements")
		for _, o := range t.m.Open {
			t.line("  %s: %s, from %s", spot(o.At), o.Method, t.few(o.Entries, 3))
		}
	}
	if len(t.m.Unreached) > 0 {
		t.line("\nNot reached: calls that leave the process, which no entry point is seen to reach")
		for _, s := range t.m.Unreached {
			t.line("  %s: %s calls %s", spot(s.At), s.Func, s.Callee)
		}
	}
}
