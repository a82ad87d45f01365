package trial_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/resilint/resilint/internal/passes/trial"
)

const source = `package p

import (
	"errors"
	"fmt"
	"strings"
)

var errOwn = errors.New("own: closed")
var errOther = errors.New("other")

type wrapped struct{ err error }

func (w *wrapped) Error() string { return "wrapped" }
func (w *wrapped) Unwrap() error { return w.err }

type counts struct{ Requests, Failures uint32 }

func ratio(c counts) bool    { return float64(c.Failures)/float64(c.Requests) > 0.5 }
func minimum(c counts) bool  { return c.Requests > 10 && ratio(c) }
func whole(c counts) bool    { return c.Failures/c.Requests >= 1 }
func below(c counts) bool    { return c.Requests-2 > 100 }
func configured(c counts, min uint32) bool { return c.Requests >= min }

func is(err error) bool       { return errors.Is(err, errOwn) }
func isOther(err error) bool  { return errors.Is(err, errOther) }
func text(err error) bool     { return strings.Contains(strings.ToLower(err.Error()), "closed") }
func noText(err error) bool   { return strings.HasPrefix(err.Error(), "dial") }
func through(err error) bool  { return is(fmt.Errorf("call: %w", err)) }
func lost(err error) bool     { return is(fmt.Errorf("call: %v", err)) }
func typed(err error) bool    { return is(&wrapped{err}) }
func as(err error) bool       { var w *wrapped; return errors.As(err, &w) }
func unknown(err error) bool  { return foreign(err) }
func same(err error) bool     { return err == errOwn }
func switched(err error) bool {
	switch err {
	case nil, errOther:
		return false
	}
	return true
}

var foreign func(error) bool

func named(err error) (ok bool) {
	defer func() { ok = err != nil }()
	return false
}

func length(xs []int) bool {
	n := 0
	for range xs {
		n++
	}
	return (len(xs) > 0) == (n > 0)
}

func consistent(f func() error) bool {
	err := f()
	if err != nil {
		return err != nil
	}
	return err == nil
}

func endless() bool {
	for {
	}
}

func divide(n int) bool { return 10/n > 1 }
`

func load(t *testing.T) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("p", ""), []*ast.File{f}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// verdict writes what all paths say: one word where they agree, else what each says.
func verdict(outs []trial.Outcome) string {
	var words []string
	for _, o := range outs {
		w := "lost"
		if o.End == trial.Returned {
			w = fmt.Sprint(o.Results[0])
			if u, ok := o.Results[0].(trial.Unknown); ok {
				w = fmt.Sprintf("unknown %v", u.Under)
			}
		}
		if o.Guess {
			w += "?"
		}
		if len(words) == 0 || words[len(words)-1] != w {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

func TestRun(t *testing.T) {
	pkg := load(t)
	m := &trial.Machine{Pkg: pkg}
	own := func() *trial.Error { return &trial.Error{Name: "p.errOwn", Text: "own: Closed", Under: true} }
	counted := func(n, failed int64) trial.Value {
		return trial.New(pkg.Type("counts").Type(), map[string]trial.Value{"Requests": n, "Failures": failed})
	}
	for _, c := range []struct {
		fn   string
		args []trial.Value
		want string
	}{
		{"ratio", []trial.Value{counted(1, 1)}, "true"},
		{"ratio", []trial.Value{counted(0, 0)}, "false"},
		{"minimum", []trial.Value{counted(1, 1)}, "false"},
		{"minimum", []trial.Value{counted(11, 11)}, "true"},
		{"whole", []trial.Value{counted(10, 9)}, "false"},
		{"whole", []trial.Value{counted(0, 0)}, "lost"},
		{"below", []trial.Value{counted(1, 1)}, "true"},
		{"configured", []trial.Value{counted(1, 1), nil}, "unknown false"},
		{"is", []trial.Value{own()}, "true"},
		{"is", []trial.Value{trial.Nil{}}, "false"},
		{"isOther", []trial.Value{own()}, "false"},
		{"text", []trial.Value{own()}, "true"},
		{"text", []trial.Value{&trial.Error{Text: trial.Hole, Under: true}}, "unknown true"},
		{"noText", []trial.Value{own()}, "false"},
		{"through", []trial.Value{own()}, "true"},
		{"lost", []trial.Value{own()}, "false"},
		{"typed", []trial.Value{own()}, "true"},
		{"as", []trial.Value{own()}, "unknown true"},
		{"same", []trial.Value{own()}, "true"},
		{"switched", []trial.Value{own()}, "true"},
		{"switched", []trial.Value{&trial.Error{Name: "p.errOther"}}, "false"},
		{"named", []trial.Value{own()}, "true"},
		{"length", []trial.Value{nil}, "true"},
		{"consistent", []trial.Value{nil}, "true"},
		{"endless", nil, "lost"},
		{"divide", []trial.Value{int64(0)}, "lost"},
		{"divide", []trial.Value{int64(4)}, "true"},
	} {
		if got := verdict(m.Run(pkg.Func(c.fn), c.args, nil)); got != c.want {
			t.Errorf("%s(%v): %s, want %s", c.fn, c.args, got, c.want)
		}
	}
	// What is returned without being decided is given as it is.
	outs := m.Run(pkg.Func("unknown"), []trial.Value{own()}, nil)
	if len(outs) != 1 || !trial.AnyUnder(outs[0].Results) {
		t.Errorf("an unknown predicate gives %+v", outs)
	}
}
