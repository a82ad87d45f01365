package wiring

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/passes/implement"
)

// TestPackage holds what a package puts where against the comments at the ends of its lines.
func TestPackage(t *testing.T) {
	dir := filepath.Join(analysistest.TestData(), "src")
	for _, r := range analysistest.Run(t, dir, New(implement.New()), "m/wired") {
		p := r.Result.(*Package)
		text, err := os.ReadFile(filepath.Join(dir, "wired", "wired.go"))
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for i, l := range strings.Split(string(text), "\n") {
			_, comment, _ := strings.Cut(l, "// ")
			for w := range strings.FieldsSeq(comment) {
				if w == "put" {
					want = append(want, fmt.Sprint(i+1))
				}
			}
		}
		for _, x := range p.Puts {
			got = append(got, fmt.Sprint(x.At.Line))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("puts: %s", d)
		}
		checkFlows(t, r.Action.Package.Types, p)
		back, ok := Read(strings.TrimPrefix(p.Note(), Prefix))
		if d := cmp.Diff(p, back); d != "" || !ok {
			t.Errorf("the note gives something else: %s", d)
		}
	}
}

func checkFlows(t *testing.T, pkg *types.Package, p *Package) {
	lib := pkg.Imports()[1]
	fn := func(pkg *types.Package, name string) *types.Func { return pkg.Scope().Lookup(name).(*types.Func) }
	field := FieldNamed("m/wired/lib.Service.Store")
	if s := lib.Scope().Lookup("Service").Type(); FieldNode(s, s.Underlying().(*types.Struct).Field(0)) != field {
		t.Error("FieldNamed names another node than FieldNode")
	}
	var froms []string
	for _, f := range p.Flows {
		if f.Into == ParamNode(fn(lib, "New"), 0) || f.Into == field {
			froms = append(froms, f.From)
		}
	}
	result, unknown := ResultNode(fn(pkg, "choose"), 0), ""
	if len(froms) != 4 || froms[0] != result || !One(froms[1]) || froms[2] != unknown || froms[3] != unknown {
		t.Errorf("what gets into New and into the field: %q", froms)
	}
	for _, x := range p.Puts {
		switch {
		case x.Name == "wired.both" && (len(x.Other) != 2 || x.Other[0].Type != implement.Type(lib.Scope().Lookup("SQL").(*types.TypeName))) && len(x.Other) != 1:
			t.Errorf("both has %v from what it embeds", x.Other)
		case x.Name == "wired.deco" && (len(x.Other) != 1 || x.Other[0].Type != "" || implement.ParseHole(x.Other[0].Is).Node == ""):
			t.Errorf("deco has %v from the interface it embeds", x.Other)
		case x.Name == "lib.Of" && len(x.Other) != 1:
			t.Errorf("an instance has %v from the generic type", x.Other)
		}
	}
}

func TestRead(t *testing.T) {
	p := &Package{Puts: []Put{{Type: "t", Iface: "i", Other: []Other{{"m", "t", "o"}}}}, Flows: []Flow{{"a", "b"}}}
	note := strings.TrimPrefix(p.Note(), Prefix)
	for i := range len(note) {
		if _, ok := Read(note[:i]); ok {
			t.Errorf("the first %d bytes are accepted", i)
		}
	}
	if (&Package{}).Note() != "" {
		t.Error("nothing makes a note")
	}
}
