package driver

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
)

// TestAnswer: each field of an answer is read as it was written, so that one that is added
// to a finding and not to what is written is found here.
func TestAnswer(t *testing.T) {
	full := &entry{facts: []byte("facts")}
	n := 0
	fill(reflect.ValueOf(&full.set).Elem(), &n)
	fill(reflect.ValueOf(&full.problems).Elem(), &n)
	full.set.Faults = nil // they become problems
	for i := range full.set.Findings {
		for j := range full.set.Findings[i].Trace {
			full.set.Findings[i].Trace[j].Path = "" // the driver adds it later
		}
	}
	for _, want := range []*entry{full, {}, {facts: []byte("facts")}, {set: finding.Set{Notes: []string{"waits \xff"}}}} {
		data, err := want.encode("/w")
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeEntry(data, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(got.facts) == 0 {
			got.facts = nil
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(entry{})); diff != "" {
			t.Errorf("(-written +read)\n%s", diff)
		}
	}
}

// fill gives each field of v another value, and each list two items.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(strconv.Itoa(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	default:
		v.Set(reflect.ValueOf(*n).Convert(v.Type()))
	}
}
