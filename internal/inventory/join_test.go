package inventory

import (
	"slices"
	"testing"
	"time"

	"github.com/resilint/resilint/internal/attempts"
)

// program is a main with two handlers that call two hosts behind one semaphore, one of them
// after the other has failed.
func program() []Package {
	host := func(h string) []Leaf {
		return []Leaf{{Callee: "http.Client.Do", Lib: "net/http", Each: true, HTTP: true, Addr: Ref{Root: Host, Name: h},
			Via: Ref{Root: Global, Name: "app/firms.client"}, Client: Bound{State: Set, Max: int64(2 * time.Second), What: "client"}}}
	}
	places := []Gate{{Kind: "semaphore", Refs: []Ref{{Root: Global, Name: "app/firms.places"}}}}
	caller := Bound{State: Caller}
	return []Package{
		{Path: "app", Dir: "/app", Main: true, Imports: []string{"app/firms"}, Funcs: []Func{
			{ID: "app.main", Name: "main.main", Entry: Main, Calls: []Call{{To: "app.A", How: Handed}, {To: "app.B", How: Handed}}},
			{ID: "app.A", Name: "main.A", Entry: HTTP, Calls: []Call{{To: "app/firms.A", Ctx: Bound{State: Caller, Max: int64(time.Second)},
				Tries: []Factor{{In: "main.A", By: "loop", Attempts: attempts.Of(3)}}}}},
			{ID: "app.B", Name: "main.B", Entry: HTTP, Calls: []Call{{To: "app/firms.Either", Ctx: caller}}},
		}},
		{Path: "app/firms", Dir: "/app/firms", Funcs: []Func{
			{ID: "app/firms.A", Name: "firms.A", Calls: []Call{{Leaves: host("a.example"), Ctx: caller, Gates: places}}},
			{ID: "app/firms.Either", Name: "firms.Either", Calls: []Call{
				{Leaves: host("b.example"), Ctx: caller, Gates: places, Else: []int{1}},
				{To: "app/firms.A", Ctx: caller}}},
			{ID: "app/firms.Idle", Name: "firms.Idle", Calls: []Call{{Leaves: host("c.example")}}},
		}},
	}
}

func TestJoin(t *testing.T) {
	m := Join(program())
	if len(m.Entries) != 2 || len(m.Dependencies) != 2 || len(m.Unreached) != 1 {
		t.Fatalf("%d entries, %d dependencies, %d not reached", len(m.Entries), len(m.Dependencies), len(m.Unreached))
	}
	a, b := m.Routes[0], m.Routes[2]
	if a.Entry != "app.A" || a.Dependency != "a.example" || a.Attempts != "3" || a.Deadline != (Limit{"set", 1, "context"}) {
		t.Errorf("%+v", a)
	}
	if b.Entry != "app.B" || b.Dependency != "b.example" || b.Deadline != (Limit{"set", 2, "client"}) || !slices.Equal(b.Fallback, []string{"a.example"}) {
		t.Errorf("%+v", b)
	}
	blast := m.Blast("b.example")
	if !slices.Equal(blast.Entries, []string{"app.B"}) || !slices.Equal(blast.Others, []string{"app.A"}) || len(blast.Through) != 1 {
		t.Errorf("%+v", blast)
	}
}

// TestOrder: the map does not depend on the order in which packages come.
func TestOrder(t *testing.T) {
	pkgs := program()
	one := Join(pkgs)
	slices.Reverse(pkgs)
	two := Join(pkgs)
	if len(one.Routes) != len(two.Routes) {
		t.Fatal("another number of routes")
	}
	for i := range one.Routes {
		if routeKey(&one.Routes[i]) != routeKey(&two.Routes[i]) {
			t.Errorf("%+v and %+v", one.Routes[i], two.Routes[i])
		}
	}
}

func TestSpan(t *testing.T) {
	second, two := int64(time.Second), int64(2*time.Second)
	for name, test := range map[string]struct {
		on     []Bound
		client Bound
		want   Limit
	}{
		"nothing":                      {nil, Bound{State: Free}, Limit{State: "none"}},
		"a client that is not seen":    {nil, Bound{}, Limit{State: "unknown"}},
		"context and client":           {[]Bound{{State: Set, Max: two}}, Bound{State: Set, Max: second, What: "client"}, Limit{"set", 1, "client"}},
		"the shorter of two":           {[]Bound{{State: Set, Max: second}, {State: Caller, Max: two}}, Bound{State: Free}, Limit{"set", 1, "context"}},
		"dropped on the way":           {[]Bound{{State: Set, Max: second}, {State: Free}}, Bound{State: Free}, Limit{State: "none"}},
		"lost on the way":              {[]Bound{{State: Set, Max: second}, {}}, Bound{State: Free}, Limit{State: "unknown"}},
		"set, to what is no constant":  {[]Bound{{State: Set}}, Bound{State: Free}, Limit{State: "set", By: "context"}},
		"a client's that is no number": {nil, Bound{State: Set, What: "client"}, Limit{State: "set", By: "client"}},
	} {
		s := opening(HTTP)
		for _, b := range test.on {
			s = s.under(b)
		}
		if got := s.client(test.client, true); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
