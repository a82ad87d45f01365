package driver

import (
	"bytes"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// FuzzEntry: whatever stands in a cache entry is read or refused, and what was read is
// written and read as the same.
func FuzzEntry(f *testing.F) {
	full := &entry{facts: []byte("facts"), problems: []Problem{{Pkg: "p", Pos: "/w/a.go:1:2", Message: "m"}}, set: finding.Set{
		Findings: []finding.Finding{{Code: "a/b", Location: finding.Location{File: "/w/a.go", Line: 1}}}, Notes: []string{"note"}}}
	for _, e := range []*entry{full, {}} {
		data, err := e.encode("/w")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := decodeEntry(data, "/w")
		if err != nil {
			return
		}
		again, err := e.encode("/w")
		if err != nil {
			t.Fatal(err)
		}
		back, err := decodeEntry(again, "/w")
		if err != nil || len(back.set.Findings) != len(e.set.Findings) || !bytes.Equal(back.facts, e.facts) {
			t.Fatalf("%v: %+v became %+v", err, e, back)
		}
	})
}

// FuzzFacts: facts that no encoder wrote are read or refused.
func FuzzFacts(f *testing.F) {
	p := newPlan([]*analysis.Analyzer{toy(nil)})
	pkg := types.NewPackage("ex.com/m", "m")
	table := newFactTable()
	table.set(factKey{nil, p.factTypes[1]}, &size{Funcs: 3})
	data, err := table.encode(p)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)-3])
	f.Fuzz(func(_ *testing.T, data []byte) {
		if m, err := decodeFacts(data, p); err == nil {
			for _, g := range m.groups {
				m.find(g, pkg)
			}
		}
	})
}
