package implement

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// TestBehind: methods declared by types that implement the whole interface, by value or by
// pointer, in the order of the types' names.
func TestBehind(t *testing.T) {
	const text = `package p

type store interface {
	Get(int) error
	Close()
}

type constraint interface {
	number
	Get(int) error
}

type byValue struct{}

func (byValue) Get(int) error { return nil }
func (byValue) Close()        {}

type aPointer struct{}

func (*aPointer) Get(int) error { return nil }
func (*aPointer) Close()        {}

type mixed struct{}

func (mixed) Get(int) error { return nil }
func (*mixed) Close()       {}

type half struct{}

func (half) Get(int) error { return nil }

type other struct{}

func (other) Get(string) error { return nil }
func (other) Close()           {}

type promoted struct{ byValue }

type covers struct{ byValue }

func (covers) Close() {}

type list[T any] []T

func (list[T]) Get(int) error { return nil }
func (list[T]) Close()        {}

type number int

func (number) Get(int) error { return nil }
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := methodsOf(p)
	for _, c := range []struct {
		iface, method string
		want          []string
	}{
		{"store", "Get", []string{"(*p.aPointer).Get", "(p.byValue).Get", "(p.mixed).Get"}},
		{"store", "Close", []string{"(*p.aPointer).Close", "(p.byValue).Close", "(p.covers).Close", "(*p.mixed).Close"}},
		{"constraint", "Get", []string{"(p.number).Get"}},
		{"store", "Open", nil},
	} {
		iface := p.Scope().Lookup(c.iface).Type().Underlying().(*types.Interface)
		for range 2 { // asked, and remembered
			var got []string
			for _, m := range of.behind(question{iface, c.method}) {
				got = append(got, m.FullName())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s.%s: got %q, want %q", c.iface, c.method, got, c.want)
			}
		}
	}
}
