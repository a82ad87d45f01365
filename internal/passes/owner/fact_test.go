package owner

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/statement"
)

var sampleFact = &Stated{[]statement.Statement{
	{Verb: statement.Retry, Attempts: statement.Unbounded, File: "a.go", Line: 7},
	{Verb: statement.Bounded, Duration: time.Hour, Reason: "why", File: "a.go", Line: 8},
	{Verb: statement.Queue, Timeout: time.Second, Service: time.Millisecond, Safety: 0.8},
}}

func TestFactCode(t *testing.T) {
	data, err := sampleFact.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 90 {
		t.Errorf("three statements take %d bytes", len(data))
	}
	var got Stated
	if err := got.GobDecode(data); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(sampleFact, &got); d != "" {
		t.Error(d)
	}
}

// FuzzFact: whatever is read is refused or is a fact that can be written.
func FuzzFact(f *testing.F) {
	data, err := sampleFact.GobEncode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte{1, 0, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		var a, b Stated
		if a.GobDecode(data) != nil {
			return
		}
		again, err := a.GobEncode()
		if err != nil || b.GobDecode(again) != nil {
			t.Fatalf("%x", data)
		}
		if d := cmp.Diff(a, b); d != "" {
			t.Error(d)
		}
	})
}
