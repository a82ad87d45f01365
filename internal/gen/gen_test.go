package gen

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// compile type-checks the packages of the module that need no other of it.
func compile(t testing.TB, imp types.Importer, fset *token.FileSet, files Files) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".go") || strings.Contains(files[name], "example.com/gen/") {
			continue
		}
		f, err := parser.ParseFile(fset, name, files[name], 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, files[name])
		}
		conf := types.Config{Importer: imp}
		if _, err := conf.Check("example.com/gen", fset, []*ast.File{f}, nil); err != nil {
			t.Fatalf("%v\n%s", err, files[name])
		}
	}
}

func TestWhatIsWrittenCompiles(t *testing.T) {
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "source", nil)
	compile(t, imp, fset, Module(Size{Packages: 2, Functions: 9, Depth: 3, Layers: 2}))
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		data := make([]byte, r.IntN(200))
		for j := range data {
			data[j] = byte(r.Uint32())
		}
		compile(t, imp, fset, Program(data, Variant{Renamed: i%2 == 1, Dead: i%3 == 1, Turned: i%5 == 1}))
	}
}

func TestSameDataSameProgram(t *testing.T) {
	a := Program([]byte("some data, any data at all"), Variant{})
	b := Program([]byte("some data, any data at all"), Variant{})
	if !maps.Equal(a, b) {
		t.Error("two programs from the same data")
	}
}
