package inventory

import (
	"fmt"
	"slices"
)

// rename gives dependencies and resources names for IDs that a reader can use: what they
// are called, with a number where two are called the same.
func (m *Map) rename() {
	deps, resources := map[string]string{}, map[string]string{"": ""}
	used := map[string]int{}
	fresh := func(name string) string {
		used[name]++
		if n := used[name]; n > 1 {
			return fmt.Sprintf("%s (%d)", name, n)
		}
		return name
	}
	for i := range m.Dependencies {
		d := &m.Dependencies[i]
		deps[d.ID] = fresh(d.Name)
		d.ID = deps[d.ID]
	}
	for i := range m.Resources {
		r := &m.Resources[i]
		resources[r.ID] = fresh(r.Kind + " " + r.Name)
		r.ID = resources[r.ID]
		translate(r.Dependencies, deps)
	}
	for i := range m.Routes {
		r := &m.Routes[i]
		r.Dependency, r.Client, r.Transport = deps[r.Dependency], resources[r.Client], resources[r.Transport]
		translate(r.Fallback, deps)
		for k, g := range r.Gates {
			r.Gates[k] = resources[g]
		}
	}
}

// translate replaces names and sorts them anew.
func translate(list []string, names map[string]string) {
	for i, s := range list {
		list[i] = names[s]
	}
	slices.Sort(list)
}
