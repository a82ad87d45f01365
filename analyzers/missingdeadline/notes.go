package missingdeadline

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// A noter collects which settings the package uses. A finding in another package that
// such a setting would make untrue is dropped when the whole program is seen.
type noter struct {
	c    *checker
	seen map[string]bool
}

func (n *noter) note(s string) {
	if s != "" && !n.seen[s] {
		n.seen[s] = true
		n.c.set.Notes = append(n.c.set.Notes, "knob "+s)
	}
}

// drivers notes which kind of database the package brings into the program.
func (c *checker) drivers() {
	n := &noter{c: c, seen: map[string]bool{}}
	for _, imp := range c.pass.Pkg.Imports() {
		switch {
		case deadlines.EmbeddedDriver(imp.Path()):
			n.note(deadlines.EmbeddedDB)
		case deadlines.NetworkDriver(imp.Path()):
			n.note(deadlines.NetworkDB)
		}
	}
}

// wires notes what the package puts behind interfaces. What tests put there counts for no
// program.
func (c *checker) wires() {
	if s := c.wired.Note(); s != "" && !outside.TestPath(c.pass.Pkg.Path()) {
		c.set.Notes = append(c.set.Notes, s)
	}
}

// read reads the package for settings: it notes what they are, and reports limits that are
// switched off.
func (c *checker) read(p *deadlines.Package) {
	n := &noter{c: c, seen: map[string]bool{}}
	for _, fn := range p.Index.SSA.Funcs {
		for _, s := range c.eval.Wraps(fn) {
			n.note(s)
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					c.stored(fn, in)
					n.store(in)
				case *ssa.Call:
					if obj, args := option(in); obj != nil {
						c.called(fn, in, obj, args)
						n.call(in, obj, args)
					}
				case *ssa.BinOp:
					n.text(in.X, in.Y)
				case *ssa.MapUpdate:
					n.key(in.Key, in.Value)
				}
			}
		}
	}
	c.set.Notes = append(c.set.Notes, p.Links...)
	slices.Sort(c.set.Notes)
}

func (n *noter) call(c *ssa.Call, obj *types.Func, args []ssa.Value) {
	knob := n.c.ofFunc(obj)
	if slices.ContainsFunc(knob.entries, func(en *catalogue.Entry) bool {
		return en.Kind == catalogue.KindDeadline && en.Effect == "adds" && en.On == "handler"
	}) {
		n.note(requestTimeout)
	}
	if len(knob.settings) > 0 {
		n.note(knob.name)
	}
	n.handed(obj, c)
	n.text(c.Call.Args...)
	if len(args) == 2 && (obj.Name() == "Set" || obj.Name() == "Add") { // url.Values of a data source name
		n.key(args[0], args[1])
	}
	// gRPC's service config is JSON text: {"methodConfig": [{"timeout": "1s"}]}.
	if len(args) == 1 && gotype.IsFunc(obj, "google.golang.org/grpc.WithDefaultServiceConfig") {
		k, ok := args[0].(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String || strings.Contains(constant.StringVal(k.Value), `"timeout"`) {
			n.note(deadlines.GRPCTimeout)
		}
	}
}

// handed notes that an option or constructor gets a client that may have a timeout.
func (n *noter) handed(fn *types.Func, c *ssa.Call) {
	for _, a := range c.Call.Args {
		if !gotype.PointerTo(a.Type(), "net/http", "Client") {
			continue
		}
		if k, ok := a.(*ssa.Const); ok && k.IsNil() {
			continue
		}
		if n.c.eval.Client(a).State != deadlines.BoundNo {
			n.note(deadlines.HandedTo(fn))
		}
	}
}

// text notes a constant text that bounds the statements of a database.
func (n *noter) text(vals ...ssa.Value) {
	for _, v := range vals {
		if s, ok := constText(v); ok && deadlines.BoundedDSN(s) {
			n.note(deadlines.DSNTimeout)
		}
	}
}

// key notes such a setting as an entry of a map.
func (n *noter) key(key, v ssa.Value) {
	if s, ok := constText(key); ok && deadlines.BoundedKey(s) {
		if t, ok := constText(v); !ok || t != "0" {
			n.note(deadlines.DSNTimeout)
		}
	}
}

func constText(v ssa.Value) (string, bool) {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(k.Value), true
}

func (n *noter) store(st *ssa.Store) {
	n.text(st.Val)
	switch addr := st.Addr.(type) {
	case *ssa.Global:
		if addr.Pkg != nil && addr.Pkg.Pkg.Path() == "net/http" {
			n.note("net/http." + addr.Name())
		}
	case *ssa.FieldAddr:
		f := flow.FieldVar(addr)
		if k := n.c.ofField(addr); len(k.settings) > 0 {
			n.note(k.name)
		}
		if u, ok := addr.X.(*ssa.UnOp); ok {
			if g, ok := u.X.(*ssa.Global); ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "net/http" {
				n.note("net/http." + g.Name()) // http.DefaultClient.Timeout = …
			}
		}
		if f.Pkg() != nil && f.Pkg() != n.c.pass.Pkg && f.Exported() && pointer(f.Type()) {
			n.note(f.Pkg().Path() + ".." + f.Name())
		}
	}
}

func pointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
