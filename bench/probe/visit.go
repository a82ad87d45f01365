//go:build linux

package main

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// reaches is the fact that a function calls one that leaves the process.
type reaches struct{}

func (*reaches) AFact()                     {}
func (*reaches) GobEncode() ([]byte, error) { return nil, nil }
func (*reaches) GobDecode([]byte) error     { return nil }

// visitor is about the least that an analyzer over calls does: it has SSA built of every
// package, looks at each instruction once, and exports a fact for each function that calls
// one which leaves the process. It reports nothing.
func visitor() *analysis.Analyzer {
	cat := catalogue.Builtin()
	return &analysis.Analyzer{
		Name: "visit", Doc: "visits all SSA", Requires: []*analysis.Analyzer{ssabuild.Analyzer},
		FactTypes: []analysis.Fact{new(reaches)}, ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			for _, fn := range pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get().Funcs {
				if obj, ok := fn.Object().(*types.Func); ok && leaves(pass, cat, fn) {
					pass.ExportObjectFact(obj, &reaches{})
				}
			}
			return &finding.Set{}, nil
		},
	}
}

// leaves tells whether fn has a call that leaves the process, as the catalogue or a fact says.
func leaves(pass *analysis.Pass, cat *catalogue.Catalogue, fn *ssa.Function) bool {
	out := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok || c.Common().StaticCallee() == nil {
				continue
			}
			obj, ok := c.Common().StaticCallee().Object().(*types.Func)
			if !ok {
				continue
			}
			for _, en := range cat.Func(obj, nil) {
				out = out || en.Kind == catalogue.KindOutbound
			}
			out = out || pass.ImportObjectFact(obj, new(reaches))
		}
	}
	return out
}
