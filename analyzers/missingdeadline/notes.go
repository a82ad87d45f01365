package missingdeadline

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
)

// notes records which settings the package uses. A finding in another package that such
// a setting would make untrue is dropped when the whole program is seen.
func (c *checker) notes(p *deadlines.Package) {
	seen := map[string]bool{}
	note := func(s string) {
		if s != "" && !seen[s] {
			seen[s] = true
			c.set.Notes = append(c.set.Notes, "knob "+s)
		}
	}
	for _, fn := range p.Index.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					c.noteStore(in, note)
				case *ssa.Call:
					if obj, _ := option(in); obj != nil {
						if name := catalogue.Name(obj); len(c.cat.Setting(name)) > 0 {
							note(name)
						}
					}
				}
			}
		}
	}
	slices.Sort(c.set.Notes)
}

func (c *checker) noteStore(st *ssa.Store, note func(string)) {
	switch addr := st.Addr.(type) {
	case *ssa.Global:
		if addr.Pkg != nil && addr.Pkg.Pkg.Path() == "net/http" {
			note("net/http." + addr.Name())
		}
	case *ssa.FieldAddr:
		f := flow.FieldVar(addr)
		if s := symbol(addr); len(c.cat.Setting(s)) > 0 {
			note(s)
		}
		if u, ok := addr.X.(*ssa.UnOp); ok {
			if g, ok := u.X.(*ssa.Global); ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "net/http" {
				note("net/http." + g.Name()) // http.DefaultClient.Timeout = …
			}
		}
		if f.Pkg() != nil && f.Pkg() != c.pass.Pkg && f.Exported() && pointer(f.Type()) {
			note(f.Pkg().Path() + ".." + f.Name())
		}
	}
}

func pointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
