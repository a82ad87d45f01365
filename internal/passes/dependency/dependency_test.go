package dependency_test

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/trace"
)

func TestFacts(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), passes.New(catalogue.Builtin()).Depends, "api", "shop", "front")
}

func TestCodec(t *testing.T) {
	path := []trace.Step{{Kind: trace.Outbound, Func: "a.b", Pkg: "x/a", File: "a.go", Line: 3, Col: 4, Note: "http.Client.Do"}}
	r := dependency.Ref{Root: dependency.Param, Param: 2, Path: "x.T.f|x.U.g"}
	in := &dependency.Func{
		Meets: []dependency.Meet{{
			Kind: dependency.Library, Via: r, Addr: dependency.Ref{Root: dependency.Host, Name: "h.example"}, Each: true, Ctx: dependency.NoParam,
			Callee: "http.Client.Do", Gates: []dependency.Gate{{Kind: dependency.Breaker, Refs: []dependency.Ref{{Root: dependency.Text, Name: "a"}, r}}}, Path: path,
		}, {Kind: dependency.Value, Via: r, Ctx: 1}},
		More:  true,
		Gives: []dependency.Give{{Index: 1, Path: "x.T.f", Ref: dependency.Ref{Root: dependency.Global, Name: "x.V"}, Copy: true}},
		Waits: []dependency.Gate{{Kind: dependency.Limiter, Refs: []dependency.Ref{r}}},
		Tries: []dependency.Try{{Param: 1, Args: []int{0, 2}}},
		Falls: []dependency.Fall{{First: 1, Second: 2}},
	}
	data, err := in.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	var out dependency.Func
	if err := out.GobDecode(data); err != nil || !reflect.DeepEqual(in, &out) {
		t.Errorf("got %+v, %v, want %+v", out, err, in)
	}
	again, _ := in.GobEncode()
	if string(again) != string(data) {
		t.Error("the same fact is written in two ways")
	}
	for i := range data {
		_ = new(dependency.Func).GobDecode(data[:i]) // must not panic
	}
}

func FuzzFact(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) { _ = new(dependency.Func).GobDecode(data) })
}
