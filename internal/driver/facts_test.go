package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestFactCodec(t *testing.T) {
	src := "package p\n\ntype T struct{ F func(int) }\n\nfunc (t T) m(arg int) {}\n\nfunc Fn(par int) { var local int; _ = local }\n\nfunc fn() {}\n"
	load := func() (*types.Package, map[string]types.Object) {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := newInfo()
		pkg, err := (&types.Config{}).Check("p", fset, []*ast.File{f}, info)
		if err != nil {
			t.Fatal(err)
		}
		byName := make(map[string]types.Object)
		for id, obj := range info.Defs {
			if obj != nil {
				byName[id.Name] = obj
			}
		}
		return pkg, byName
	}
	p := newPlan([]*analysis.Analyzer{toy(nil)})
	encode := func(names ...string) []byte {
		_, objs := load()
		table := newFactTable()
		for _, name := range names {
			table.set(factKey{objs[name], reflect.TypeFor[*depth]()}, &depth{N: len(name), Via: []string{name}})
		}
		table.set(factKey{nil, reflect.TypeFor[*size]()}, &size{7})
		data, err := table.encode(p)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	data := encode("T", "F", "m", "Fn", "par", "local", "fn")
	if !bytes.Equal(data, encode("fn", "par", "local", "Fn", "F", "m", "T")) {
		t.Error("the order in which facts are made shows in the bytes")
	}
	pkg, objs := load()
	table, err := decodeFacts(data, p)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"T": true, "F": true, "m": true, "Fn": true, "par": true, "local": false, "fn": false} {
		var d depth
		got := table.get(pkg, objs[name], &d)
		if got != want || got && (d.N != len(name) || d.Via[0] != name) {
			t.Errorf("%s: %v %+v", name, got, d)
		}
	}
	var s size
	if !table.get(pkg, nil, &s) || s.Funcs != 7 {
		t.Errorf("package fact %+v", s)
	}
	for i := range data {
		if _, err := decodeFacts(data[:i], p); err == nil && i > 0 {
			t.Errorf("cut after %d bytes it decodes", i)
		}
	}
}

// text is a fact that writes itself.
type text struct{ s string }

func (*text) AFact() {}

func (f *text) GobEncode() ([]byte, error) { return []byte(f.s), nil }
func (f *text) GobDecode(b []byte) error   { f.s = string(b); return nil }

// TestFactWriter: what writes itself stands there as it is, whatever gob has seen before,
// and what is cut off is an error.
func TestFactWriter(t *testing.T) {
	typ := reflect.TypeFor[*text]()
	w := newFactWriter(typ)
	for _, s := range []string{"one", "", "three"} {
		if err := w.write(&text{s}); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.data.String(); got != "\x03one\x00\x05three" {
		t.Errorf("written: %q", got)
	}
	r := newFactReader(typ, w.data.Bytes())
	for _, want := range []string{"one", "", "three"} {
		var f text
		if err := r.read(&f); err != nil || f.s != want {
			t.Errorf("read %q, %v, want %q", f.s, err, want)
		}
	}
	if err := r.read(new(text)); err == nil {
		t.Error("more is read than was written")
	}
	if err := newFactReader(typ, w.data.Bytes()[:3]).read(new(text)); err == nil {
		t.Error("a fact that is cut off is read")
	}
}

func TestNewerGo(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"go1.27.1", "go1.26.8", true}, {"go1.26.9", "go1.26.1", false}, {"devel go1.28-abc", "go1.26", false}} {
		if got := newer(c.a, c.b); got != c.want {
			t.Errorf("newer(%s, %s) is %v", c.a, c.b, got)
		}
	}
}
