package retries

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/wiring"
	"github.com/resilint/resilint/internal/trace"
)

// TestFacts checks the want comments of packages of which each sees the facts of others
// only. The packages in vendor stand for libraries, with nothing but signatures.
func TestFacts(t *testing.T) {
	dir := filepath.Join(analysistest.TestData(), "prog")
	impl := implement.New()
	analysistest.Run(t, dir, New(catalogue.Builtin(), owner.New(nil), impl, wiring.New(impl)), "./...")
}

func TestCodec(t *testing.T) {
	path := []trace.Step{{Kind: trace.Retry, Func: "a.b", Pkg: "x/a", File: "a.go", Line: 3, Col: 4, Note: "loop ×3"}}
	factors := []Factor{
		{In: "a.b", By: ByLoop, Attempts: attempts.Of(3)},
		{In: "a.c", By: "retry.Do", Attempts: attempts.For(2 * time.Second), Default: true},
		{In: "a.d", By: ByLoop, Attempts: attempts.Number{Kind: attempts.FromParam, Param: 2, Add: 1, Field: "Attempts", Name: "p"}},
		{In: "a.e", By: ByLoop, Attempts: attempts.UntilCtx, Quick: true},
		{In: "a.f", By: ByLoop, Attempts: attempts.Setting("cfg.Retries")},
	}
	in := &Func{
		Calls: []Chain{{Factors: factors, Callee: "http.Client.Do", Param: NoParam, Client: 1, Opaque: true, Writes: true, Maybe: true, Path: path},
			{Factors: factors[:1], Callee: "a.I.M", Param: NoParam, Client: NoParam, Opaque: true, Hole: "m@i", Guess: true}},
		Runs: []Chain{{Param: 1, Method: "Do", Client: NoParam}, {Param: 2, Polls: true, Client: NoParam}},
		Results: []Result{{Index: 1, Factors: factors[:1], Param: NoParam, From: NoParam},
			{Param: 0, Wraps: true, Method: "Get", From: NoParam}, {Param: NoParam, Maker: true, From: 3}},
	}
	data, err := in.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	var out Func
	if err := out.GobDecode(data); err != nil || !reflect.DeepEqual(in, &out) {
		t.Errorf("got %+v, %v, want %+v", &out, err, in)
	}
	for i := range data {
		_ = new(Func).GobDecode(data[:i]) // must not panic
	}
}
