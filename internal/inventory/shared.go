package inventory

import (
	"cmp"
	"maps"
	"slices"
)

// fallbacks says for each route which dependencies are called where its own fails.
func (j *joiner) fallbacks() {
	for _, f := range j.found {
		set := map[string]bool{}
		add := func(n *node, c *Call) {
			for _, i := range c.Else {
				for id := range j.below[&n.Calls[i]] {
					set[id] = true
				}
			}
		}
		for _, e := range f.calls {
			add(e.from, e.call)
		}
		add(f.at, f.leaf)
		f.route.Fallback = slices.Sorted(maps.Keys(set))
	}
}

// couples are the kinds of resources at which one slow dependency keeps callers of others
// waiting, or has them refused.
var couples = []string{"limiter", "semaphore", "breaker", "workers"}

// resourcesOf lists the resources with what is behind and before them.
func (j *joiner) resourcesOf() {
	for i := range j.m.Routes {
		r := &j.m.Routes[i]
		for _, id := range append([]string{r.Client, r.Transport}, r.Gates...) {
			if res := j.resources[id]; res != nil {
				res.Dependencies = insert(res.Dependencies, r.Dependency)
				res.Entries = insert(res.Entries, r.Entry)
			}
		}
	}
	for _, r := range j.resources {
		if len(r.Entries) == 0 {
			continue
		}
		r.Shared = len(r.Dependencies) > 1
		r.Couples = r.Shared && slices.Contains(couples, r.Kind)
		j.m.Resources = append(j.m.Resources, *r)
	}
	slices.SortFunc(j.m.Resources, func(a, b Resource) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}

// insert puts s into the sorted list.
func insert(list []string, s string) []string {
	i, ok := slices.BinarySearch(list, s)
	if ok {
		return list
	}
	return slices.Insert(list, i, s)
}

// A Blast is who feels it when one dependency is slow.
type Blast struct {
	// Entries are the entry points that wait for it themselves.
	Entries []string
	// Through are the resources by which others feel it, each with the dependencies whose
	// callers then wait or are refused.
	Through []Resource
	// Others are the entry points that do not call it and feel it through one of these.
	Others []string
}

// Blast says who feels it when the dependency is slow.
func (m *Map) Blast(dependency string) Blast {
	var b Blast
	for _, r := range m.Routes {
		if r.Dependency == dependency {
			b.Entries = insert(b.Entries, r.Entry)
		}
	}
	for _, res := range m.Resources {
		if !res.Couples || !slices.Contains(res.Dependencies, dependency) {
			continue
		}
		b.Through = append(b.Through, res)
		for _, e := range res.Entries {
			if !slices.Contains(b.Entries, e) {
				b.Others = insert(b.Others, e)
			}
		}
	}
	return b
}
