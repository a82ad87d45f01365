package queues

import (
	"bytes"
	"encoding/gob"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/trace"
)

// TestFacts compares the facts of three packages with their want comments.
func TestFacts(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), New(catalogue.Builtin()), "app/feed", "app/notify", "app/serve")
}

// samples are facts with all that a fact can hold, and with nothing.
func samples() []*Func {
	path := []trace.Step{{Kind: trace.Use, Func: "a.F", Pkg: "example.com/m/a", File: "a.go", Line: 12, Col: 3, Note: "go é"}}
	return []*Func{
		{},
		{Slot: true},
		{
			Piles: []Pile{
				{Kind: Spawn, What: "go", To: "http.Client.Do", At: Place{"example.com/m/a", "a.go", 12, 3}, Ctx: true, Path: path},
				{Kind: Send, To: "T.ch"},
			},
			Runs: []Run{{Param: 1, How: PerEvent}, {Param: 300, How: PerEvent | InGo}},
			Caps: []int{0, 2}, Wait: "http.Client.Do", Rank: 4, Qos: true, Cap: true,
		},
	}
}

func TestCodec(t *testing.T) {
	same := cmpopts.IgnoreUnexported(Pile{})
	for _, in := range samples() {
		data, err := in.GobEncode()
		if err != nil {
			t.Fatal(err)
		}
		out := &Func{Caps: []int{7}, Slot: true}
		if err := out.GobDecode(data); err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(in, out, same); d != "" {
			t.Error(d)
		}
		again, err := out.GobEncode()
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("encoded again: %x, %v, want %x", again, err, data)
		}
		if !in.empty() && in.String() == "" {
			t.Error("a fact that tests can't see")
		}
		var buf bytes.Buffer
		var road Func
		if err := gob.NewEncoder(&buf).Encode(in); err != nil {
			t.Fatal(err)
		}
		if err := gob.NewDecoder(&buf).Decode(&road); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(in, &road, same); d != "" {
			t.Error(d)
		}
	}
}

func FuzzFact(f *testing.F) {
	for _, s := range samples() {
		data, err := s.GobEncode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte{})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		var fact Func
		if fact.GobDecode(data) == nil {
			if _, err := fact.GobEncode(); err != nil {
				t.Error(err)
			}
		}
	})
}
