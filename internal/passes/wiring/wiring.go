// Package wiring says what a package puts behind the interfaces of the program: which types
// it makes one of, where, and into which field, variable or parameter. A type counts for a
// call through an interface only where some package of the program puts it there.
//
// It reads types and syntax, and builds no SSA. It knows nothing of what the methods do:
// who joins the packages' answers does, in internal/link.
package wiring

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/factcode"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/trace"
)

// New returns the pass, which takes ids of interfaces from that of package implement. Its
// result is a *Package.
func New(impl *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "resilintwiring",
		Doc:        "which types a package puts behind interfaces",
		Requires:   []*analysis.Analyzer{impl},
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, pass.ResultOf[impl].(*implement.Index)), nil
		},
	}
}

// Package is what one package wires.
type Package struct {
	Ifaces []Iface
	Puts   []Put
	Flows  []Flow
	// Foreign are the types of other modules among the puts. The note leaves them out.
	Foreign []Foreign
}

// A Foreign is a type of another module that is put behind an interface. Its id holds for
// this package alone: how a library's client is set up differs between packages.
type Foreign struct {
	ID          string
	Type, Iface types.Type
}

// An Iface is an interface that something is put behind.
type Iface struct {
	ID      string
	Methods []string // their hashes, sorted
}

// A Put is a place at which a value of a type becomes one of an interface.
type Put struct {
	Type  string // its id
	Iface string
	Into  string // the node that it is put into, or ""
	Value string // the variable that it is read from, or ""
	Away  bool   // it is handed to a function of another package
	Name  string // the type, as a reader names it
	At    trace.Step
	// Other are the methods of the interface that the type does not declare itself.
	Other []Other
}

// An Other is a method that a type has from what is embedded in it, or as an instance of a
// generic type.
type Other struct {
	Method string // as the interface has it
	Type   string // whose it is, or "" where an interface is embedded
	Is     string // its own hash, or the hole that an embedded interface leaves
}

// A Flow says that what is in the node From gets into the node Into. From is "" where it is
// not known.
type Flow struct{ Into, From string }

// Prefix begins the note that Note writes.
const Prefix = "wires "

// Note writes the package's answer down for finding.Set.Notes, or "" where there is none.
func (p *Package) Note() string {
	if len(p.Puts)+len(p.Flows) == 0 {
		return ""
	}
	return factcode.Text(Prefix, p.write)
}

func (p *Package) write(w *factcode.Writer) {
	w.Num(len(p.Ifaces))
	for _, i := range p.Ifaces {
		w.Num(w.Str(i.ID))
		w.Texts(i.Methods)
	}
	w.Num(len(p.Puts))
	for _, x := range p.Puts {
		w.Num(w.Str(x.Type), w.Str(x.Iface), w.Str(x.Into), w.Str(x.Value), w.Str(x.Name), factcode.Flag(x.Away))
		w.Steps([]trace.Step{x.At})
		w.Num(len(x.Other))
		for _, o := range x.Other {
			w.Num(w.Str(o.Method), w.Str(o.Type), w.Str(o.Is))
		}
	}
	w.Num(len(p.Flows))
	for _, f := range p.Flows {
		w.Num(w.Str(f.Into), w.Str(f.From))
	}
}

// Read reads what Note wrote, without its prefix. It tells whether that is well formed.
func Read(note string) (*Package, bool) {
	r := factcode.NewReader([]byte(note))
	p := &Package{}
	for range r.List() {
		p.Ifaces = append(p.Ifaces, Iface{ID: r.Str(), Methods: r.Texts()})
	}
	for range r.List() {
		x := Put{Type: r.Str(), Iface: r.Str(), Into: r.Str(), Value: r.Str(), Name: r.Str(), Away: r.Num() == 1}
		if steps := r.Steps(); len(steps) == 1 {
			x.At = steps[0]
		}
		for range r.List() {
			x.Other = append(x.Other, Other{r.Str(), r.Str(), r.Str()})
		}
		p.Puts = append(p.Puts, x)
	}
	for range r.List() {
		p.Flows = append(p.Flows, Flow{r.Str(), r.Str()})
	}
	return p, !r.Bad()
}

func run(pass *analysis.Pass, impl *implement.Index) *Package {
	w := &walker{
		pass: pass, info: pass.TypesInfo, impl: impl, mattering: map[types.Type]bool{},
		ids: map[types.Type]string{}, hashes: map[*types.Func]string{}, out: &Package{}, seen: map[any]bool{}, known: map[string]bool{},
	}
	if outside.Skip(pass) {
		return w.out
	}
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			continue // what tests put somewhere counts for no program
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if fn, ok := w.info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
					w.fn = fn
					w.body(d.Body, fn.Signature(), fn)
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					w.fn = nil
					w.body(d, nil, nil)
				}
			}
		}
	}
	return w.out
}

// iface returns the id of an interface that matters. It is "" for any other type.
func (w *walker) iface(t types.Type) string {
	if t == nil || !w.matters(t) {
		return ""
	}
	return w.addIface(t)
}

// matters tells whether t is an interface of which some method is the program's and can fail
// or takes a context.
func (w *walker) matters(t types.Type) bool {
	u, ok := t.Underlying().(*types.Interface)
	if !ok || u.NumMethods() == 0 {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	does, ok := w.mattering[t]
	if !ok {
		for m := range u.Methods() {
			does = does || w.fails(m)
		}
		w.mattering[t] = does
	}
	return does
}

func (w *walker) fails(m *types.Func) bool {
	if m.Pkg() == nil || !outside.InProgram(w.pass, m.Pkg().Path()) {
		return false
	}
	sig := m.Signature()
	return gotype.Fails(sig) || sig.Params().Len() > 0 && gotype.IsContext(sig.Params().At(0).Type())
}
