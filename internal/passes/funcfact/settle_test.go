package funcfact

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestSettle: a fact is made once, once more where it has read one that is another since, or
// where it is asked for, and no more often than there are rounds.
func TestSettle(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", "package p\nfunc a() {}\nfunc b() {}\nfunc c() {}", parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", "p"), []*ast.File{f}, 0)
	if err != nil {
		t.Fatal(err)
	}
	order := []*ssa.Function{pkg.Func("a"), pkg.Func("b"), pkg.Func("c")}
	b := pkg.Func("b").Object().(*types.Func)
	for _, c := range []struct {
		name    string
		reads   string // the function that reads the fact of b
		changes int    // how often that of b changes
		other   string // the function that is asked for once more
		rounds  int
		want    map[string]int
		settled bool
	}{
		{"nothing is read", "", 1, "", 4, map[string]int{"a": 1, "b": 1, "c": 1}, true},
		{"a later one is read", "a", 1, "", 4, map[string]int{"a": 2, "b": 1, "c": 1}, true},
		{"an earlier one is read", "c", 1, "", 4, map[string]int{"a": 1, "b": 1, "c": 1}, true},
		{"it reads itself", "b", 2, "", 4, map[string]int{"a": 1, "b": 3, "c": 1}, true},
		{"it never ends", "b", 9, "", 4, map[string]int{"a": 1, "b": 4, "c": 1}, false},
		{"for another reason", "a", 1, "c", 4, map[string]int{"a": 2, "b": 1, "c": 2}, true},
	} {
		var l Log
		made := map[string]int{}
		settled := l.Settle(order, c.rounds, func(s *Summary) bool { return s.Fn.Name() == c.other && made[c.other] < 2 }, func(s *Summary) bool {
			name := s.Fn.Name()
			if s.Made != (made[name] > 0) {
				t.Errorf("%s: %s is made: %v", c.name, name, s.Made)
			}
			made[name]++
			if name == c.reads {
				l.Note(b)
			}
			return name == "b" && made[name] <= c.changes
		})
		if !maps.Equal(made, c.want) || settled != c.settled {
			t.Errorf("%s: %v, settled %v", c.name, made, settled)
		}
	}
}
