package breakers_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/breakers"
)

// TestFacts compares facts with the want comments, over three packages.
func TestFacts(t *testing.T) {
	analysistest.Run(t, filepath.Join(analysistest.TestData(), "src"), breakers.New(catalogue.Builtin()), "./...")
}

var full = breakers.Func{
	Runs:    []breakers.Run{{Param: 1, Name: "Guard.Do"}},
	Refuses: []breakers.Refusal{{Names: []string{"p.Err", "q.Err"}, Text: "open", Code: 14, By: "p.Wrap"}, {Text: "no"}},
	Layer:   true,
	Reports: []string{"Fail", "Succeed"},
}

// TestCodec reads back what was written, and the same fact gives the same bytes.
func TestCodec(t *testing.T) {
	data, err := full.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	var got breakers.Func
	if err := got.GobDecode(data); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(full, got); d != "" {
		t.Error(d)
	}
	again, err := got.GobEncode()
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("the same fact gives other bytes (%v)", err)
	}
	if len(data) > 150 {
		t.Errorf("a fact with everything in it has %d bytes", len(data))
	}
}

// FuzzFact runs the codec over what no encoder writes.
func FuzzFact(f *testing.F) {
	data, err := full.GobEncode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var x breakers.Func
		if x.GobDecode(data) != nil {
			return
		}
		out, err := x.GobEncode()
		if err != nil {
			t.Fatal(err)
		}
		var y breakers.Func
		if err := y.GobDecode(out); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(x, y); d != "" {
			t.Error(d)
		}
	})
}

// TestRefusal keeps what a test for an error can ask of a refusal.
func TestRefusal(t *testing.T) {
	for _, r := range full.Refuses {
		e := r.Error()
		for _, n := range r.Names {
			if !e.Is(n) {
				t.Errorf("%v is not %s", r, n)
			}
		}
		if e.Text != r.Text || !e.Under {
			t.Errorf("%v became %+v", r, e)
		}
	}
}
