package doors

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

func TestLinkedCodec(t *testing.T) {
	in := &linked{
		notes: []string{"knob x.Y", "waits m T p.T.M"},
		open: []finding.Finding{{Code: "retrynesting/nested", Severity: finding.Warning, Confidence: finding.Low, Message: "m",
			If: finding.IfNested, Nest: "\x00\xff", Unless: []string{"a", "b !c"},
			Trace: []trace.Step{{Kind: trace.Retry, Func: "a.F", Pkg: "a", File: "a.go", Line: 1, Col: 2, Note: "loop"}}}},
	}
	data, err := in.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	out := &linked{}
	if err := out.GobDecode(data); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(in, out, cmp.AllowUnexported(linked{})); d != "" {
		t.Error(d)
	}
	for i := range data {
		if out.GobDecode(data[:i]) == nil {
			t.Errorf("the first %d bytes are accepted", i)
		}
	}
}
