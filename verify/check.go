package verify

import (
	"slices"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/catalogue/resolve"
)

// A checker resolves entries against a universe, as a user's own models are, and besides
// that holds them to the versions and the evidence they state.
type checker struct {
	*resolve.Checker
	std  string              // GOROOT/src
	dirs map[string]string   // module path → root
	read map[string][]string // files read for evidence
}

func newChecker(u *resolve.Universe, std string) *checker {
	c := &checker{Checker: resolve.NewChecker(u), std: std, dirs: map[string]string{}, read: map[string][]string{}}
	for _, p := range u.Paths {
		if m := u.Pkgs[p].Module; m != nil {
			c.dirs[m.Path] = m.Dir
		}
	}
	return c
}

// modules compares the versions named with those loaded.
func (c *checker) modules(f *catalogue.File, goVersion string) {
	for _, m := range f.Modules {
		got := ""
		if m.Path == "std" {
			got = goVersion
		}
		for _, p := range c.U.Paths {
			if pm := c.U.Pkgs[p].Module; pm != nil && pm.Path == m.Path {
				got = pm.Version
				break
			}
		}
		switch {
		case got == "":
			c.Failf(m.Pos, "module %s: no package of it is loaded; name one under packages", m.Path)
		case got != m.Version:
			c.Failf(m.Pos, "module %s is %s here, read from %s; read the facts again", m.Path, got, m.Version)
		}
	}
}

// entry checks everything an entry names, and its evidence.
func (c *checker) entry(e *catalogue.Entry) {
	home := c.Entry(e)
	sources := slices.Clone(e.Source)
	for i := range e.Fields {
		sources = append(sources, e.Fields[i].Source...)
	}
	for _, s := range sources {
		if err := c.source(s, home); err != nil {
			c.Failf(e.Pos, "%v", err)
		}
	}
}
