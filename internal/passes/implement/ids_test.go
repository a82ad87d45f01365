package implement

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"strconv"
	"testing"

	"github.com/resilint/resilint/internal/catalogue"
)

// TestHash holds the hash against the standard library's.
func TestHash(t *testing.T) {
	for _, parts := range [][]string{nil, {""}, {"a"}, {"Get", "false", "", "ä"}} {
		h := fnv.New32a()
		for _, s := range parts {
			h.Write([]byte(s))
			h.Write([]byte{0})
		}
		if got, want := Hash(parts...), fmt.Sprintf("%08x", h.Sum32()); got != want {
			t.Errorf("%q: got %s, want %s", parts, got, want)
		}
	}
	for i := range 1000 { // some of these begin with zeros
		if got := Hash(strconv.Itoa(i)); len(got) != 8 {
			t.Errorf("%d: got %s, want eight digits", i, got)
		}
	}
}

// TestMethod: a type adds to the hash of a method what its spelling in the catalogue adds.
func TestMethod(t *testing.T) {
	const text = `package p

type own struct{}
type alias = map[string]own
type list[T any] []T

var (
	_ int
	_ byte
	_ any
	_ error
	_ own
	_ alias
	_ *own
	_ []*own
	_ [3]own
	_ list[own]
	_ map[string][]own
	_ <-chan *own
	_ func(own, ...int) (error, bool)
	_ struct{ A own }
	_ interface{ M() }
)
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("example.com/p", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	for _, tv := range info.Types {
		v := types.NewTuple(types.NewVar(token.NoPos, nil, "", tv.Type))
		m := types.NewFunc(token.NoPos, nil, "M", types.NewSignatureType(nil, nil, nil, v, v, false))
		text := catalogue.TypeString(tv.Type)
		if got, want := Method(m), Hash("M", "false", text, "", text, ""); got != want {
			t.Errorf("%s: got %s, want %s", tv.Type, got, want)
		}
	}
}
