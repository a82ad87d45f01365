// Package owner is the pass that knows what owners state of their code where the source
// cannot show it: in comments such as //resilint:retry attempts=3, and in the
// configuration. docs/statements.md is the page for users.
//
// It judges nothing: what a statement changes is for the pass or rule that asks. Whoever
// judges a call asks Find with the call's position first, then with what is called and what
// holds the client; the first that has a statement counts.
package owner

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/statement"
)

// New makes the pass with what the configuration states. Its result is a *Package.
func New(stated []statement.Stated) *analysis.Analyzer {
	bySymbol := map[string][]statement.Statement{}
	for _, s := range stated {
		bySymbol[s.Symbol] = append(bySymbol[s.Symbol], s.Statements...)
	}
	return &analysis.Analyzer{
		Name:             "resilintowner",
		Doc:              "know what owners state of their code",
		Requires:         []*analysis.Analyzer{comments},
		ResultType:       reflect.TypeFor[*Package](),
		FactTypes:        []analysis.Fact{(*Stated)(nil)},
		RunDespiteErrors: true,
		Run: func(pass *analysis.Pass) (any, error) {
			p := &Package{pass: pass, placed: pass.ResultOf[comments].(*read).placed, bySymbol: bySymbol,
				own: map[types.Object][]statement.Statement{}, known: map[types.Object][]statement.Statement{}}
			p.collect()
			return p, nil
		},
	}
}

// Package answers for one package and for what it imports. It is safe for concurrent use.
type Package struct {
	pass     *analysis.Pass
	placed   []placed // innermost last
	bySymbol map[string][]statement.Statement
	own      map[types.Object][]statement.Statement // by comments of the package
	silent   bool                                   // nobody states anything here, nor of what is imported

	mu      sync.Mutex
	known   map[types.Object][]statement.Statement                    // answers of Object
	symbols map[*types.Package]map[types.Object][]statement.Statement // of the configuration, by field
}

// collect finds the objects that comments are about, and exports facts of those that other
// packages can name.
func (p *Package) collect() {
	slices.SortStableFunc(p.placed, func(a, b placed) int { return cmp.Compare(a.from, b.from) })
	var order []types.Object
	for _, s := range p.placed {
		for _, name := range s.names {
			obj := p.pass.TypesInfo.Defs[name]
			if obj == nil {
				continue // code that does not compile
			}
			if _, ok := p.own[obj]; !ok {
				order = append(order, obj)
			}
			p.own[obj] = append(p.own[obj], s.Statement)
		}
	}
	for _, obj := range order {
		if travels(obj) {
			p.pass.ExportObjectFact(obj, &Stated{p.own[obj]})
		}
	}
	p.listen()
}

// listen finds out whether anybody states anything that the package can ask for. A package
// that states something, or imports one that does, says so in a fact of the package. Most
// programs state nothing at all, and each call of theirs is asked about more than once.
func (p *Package) listen() {
	p.silent = len(p.placed) == 0
	for _, imp := range p.pass.Pkg.Imports() {
		p.silent = p.silent && !p.pass.ImportPackageFact(imp, &Stated{})
	}
	if !p.silent {
		p.pass.ExportPackageFact(&Stated{})
	}
	p.silent = p.silent && len(p.bySymbol) == 0
}

// Silent tells that there is no statement that any question could be answered with.
func (p *Package) Silent() bool { return p.silent }

// travels tells whether other packages may ask for the object: no variable of a function.
func travels(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Name() != "_"
	case *types.Var:
		return obj.Name() != "_" && (obj.IsField() || obj.Parent() == obj.Pkg().Scope())
	}
	return false
}

// At gives the statements in comments about the expression at pos, a position of the
// package's own: a call, its Lparen, a make, a literal, a loop. The innermost come first. A
// statement about a statement of Go is about all its expressions, but not about the bodies
// of loops, branches and function literals in it.
func (p *Package) At(pos token.Pos) []statement.Statement {
	var out []statement.Statement
	for _, s := range slices.Backward(p.placed) {
		if pos.IsValid() && s.covers(pos) {
			out = append(out, s.Statement)
		}
	}
	return out
}

// Object gives the statements about a function, field or variable of any package: those in
// comments, and for the other verbs those of the configuration. An instance of a generic
// function or type is asked for as what it is an instance of. obj may be nil.
func (p *Package) Object(obj types.Object) []statement.Statement {
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		obj = o.Origin()
	default:
		return nil
	}
	if obj.Pkg() == nil || p.silent {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if list, ok := p.known[obj]; ok {
		return list
	}
	list := p.own[obj]
	if fact := (Stated{}); obj.Pkg() != p.pass.Pkg && travels(obj) && p.pass.ImportObjectFact(obj, &fact) {
		list = fact.Statements
	}
	list = list[:len(list):len(list)]
	for _, s := range p.configured(obj) {
		if _, ok := statement.Find(list, s.Verb); !ok {
			list = append(list, s)
		}
	}
	p.known[obj] = list
	return list
}

// Find gives the statement with the verb that counts for the expression at pos: one on the
// expression, else one on the first of the objects that has any. pos may be NoPos.
func (p *Package) Find(v statement.Verb, pos token.Pos, objs ...types.Object) (statement.Statement, bool) {
	if p.silent {
		return statement.Statement{}, false
	}
	if s, ok := statement.Find(p.At(pos), v); ok {
		return s, true
	}
	for _, obj := range objs {
		if s, ok := statement.Find(p.Object(obj), v); ok {
			return s, true
		}
	}
	return statement.Statement{}, false
}

// configured gives what the configuration states of an object.
func (p *Package) configured(obj types.Object) []statement.Statement {
	if len(p.bySymbol) == 0 {
		return nil
	}
	switch obj := obj.(type) {
	case *types.Func:
		return p.bySymbol[catalogue.Name(obj)]
	case *types.Var:
		if !obj.IsField() && obj.Parent() == obj.Pkg().Scope() {
			return p.bySymbol[obj.Pkg().Path()+"."+obj.Name()]
		}
		if obj.IsField() {
			return p.fields(obj.Pkg())[obj]
		}
	}
	return nil
}

// fields gives what the configuration states of the fields of a package. A field does not
// know its struct, so the way there begins at the symbols. One can have several, by what
// embeds its struct.
func (p *Package) fields(pkg *types.Package) map[types.Object][]statement.Statement {
	if found, ok := p.symbols[pkg]; ok {
		return found
	}
	found := map[types.Object][]statement.Statement{}
	for _, symbol := range slices.Sorted(maps.Keys(p.bySymbol)) {
		rest, ok := strings.CutPrefix(symbol, pkg.Path()+".")
		typ, name, dot := strings.Cut(rest, ".")
		if !ok || !dot {
			continue
		}
		if t, ok := pkg.Scope().Lookup(typ).(*types.TypeName); ok {
			obj, _, _ := types.LookupFieldOrMethod(t.Type(), true, pkg, name)
			if v, ok := obj.(*types.Var); ok {
				found[v.Origin()] = append(found[v.Origin()], p.bySymbol[symbol]...)
			}
		}
	}
	if p.symbols == nil {
		p.symbols = map[*types.Package]map[types.Object][]statement.Statement{}
	}
	p.symbols[pkg] = found
	return found
}
