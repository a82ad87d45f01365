package layers

import (
	"fmt"
	"go/types"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

type mapFacts struct {
	res map[string]Value
	fld map[string]Value
}

func (m mapFacts) Result(fn *types.Func, i int) (Value, bool) {
	v, ok := m.res[fmt.Sprintf("%s#%d", fn.FullName(), i)]
	return v, ok
}
func (m mapFacts) Field(v *types.Var) (Value, bool) { return Value{}, false }
func (m mapFacts) Method(*types.Func) (Value, bool) { return Value{}, false }

func TestReal(t *testing.T) {
	dir := os.Getenv("LAYERS_DIR")
	if dir == "" {
		t.Skip()
	}
	pat := strings.Fields(os.Getenv("LAYERS_PAT"))
	if len(pat) == 0 {
		pat = []string{"./..."}
	}
	pkgs, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadAllSyntax&^packages.NeedDeps | packages.NeedModule | packages.NeedExportFile}, pat...)
	if err != nil {
		t.Fatal(err)
	}
	cat := catalogue.Builtin()
	facts := mapFacts{res: map[string]Value{}}
	start := time.Now()
	order := []*packages.Package{}
	seen := map[string]bool{}
	byPath := map[string]*packages.Package{}
	for _, p := range pkgs {
		byPath[p.PkgPath] = p
	}
	var visit func(p *packages.Package)
	visit = func(p *packages.Package) {
		if seen[p.PkgPath] {
			return
		}
		seen[p.PkgPath] = true
		for path := range p.Imports {
			if q := byPath[path]; q != nil {
				visit(q)
			}
		}
		order = append(order, p)
	}
	for _, p := range pkgs {
		visit(p)
	}
	n := 0
	for _, p := range order {
		if len(p.Errors) > 0 {
			fmt.Println("ERR", p.PkgPath, p.Errors[0])
		}
		mod := &analysis.Module{}
		if p.Module != nil {
			mod.Path = p.Module.Path
		}
		pass := &analysis.Pass{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, ReadFile: os.ReadFile, Module: mod}
		if !Candidate(pass, cat) {
			continue
		}
		n++
		lazy, _ := ssabuild.Analyzer.Run(pass)
		t0 := time.Now()
		e := New(pass, flow.New(lazy.(*ssabuild.Lazy).Get()), cat, facts)
		for _, fn := range e.x.SSA.Funcs {
			if obj, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil {
				for i := range fn.Signature.Results().Len() {
					if !e.Holds(fn.Signature.Results().At(i).Type()) {
						continue
					}
					var all []*saying
					for _, b := range fn.Blocks {
						if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
							if c, ok := r.Results[i].(*ssa.Const); ok && c.IsNil() {
								continue
							}
							all = append(all, e.said(r.Results[i]))
						}
					}
					facts.res[fmt.Sprintf("%s#%d", obj.FullName(), i)] = e.value(either(all), fn, func(spec) bool { return true })
				}
			}
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					c, ok := in.(ssa.CallInstruction)
					if !ok {
						continue
					}
					var ws []string
					for _, w := range e.Wrap(c) {
						ws = append(ws, layer(w.Layer))
					}
					pos := e.pass.Fset.Position(c.Pos())
					name := strings.TrimPrefix(pos.Filename, dir+"/")
					if len(ws) > 0 {
						fmt.Printf("%s:%d W %s\n", name, pos.Line, strings.Join(ws, " > "))
					}
					if v := e.Call(c); len(v.Layers) > 0 {
						fmt.Printf("%s:%d C %s\n", name, pos.Line, value(v))
					}
				}
			}
		}
		if d := time.Since(t0); d > 300*time.Millisecond {
			fmt.Println("SLOW", p.PkgPath, d)
		}
	}
	fmt.Println("packages", len(order), "candidates", n, time.Since(start))
}
