package factcode

import (
	"bytes"
	"slices"
	"strconv"
	"testing"
)

type texts []string

func (c texts) Encode(w *Writer) {
	w.Num(len(c))
	for _, s := range c {
		w.Num(w.Str(s))
	}
}

// TestBytes: what a writer has written before shows in nothing that it writes later, and
// what is read is what was written, few strings or many.
func TestBytes(t *testing.T) {
	many := texts{""}
	for i := range 3 * fewTexts {
		many = append(many, "text "+strconv.Itoa(i%(2*fewTexts)))
	}
	for _, c := range []texts{nil, {"a"}, many, {"b", "a", "b"}, nil} {
		fresh := &Writer{}
		c.Encode(fresh)
		data := Bytes(c)
		if !bytes.Equal(data, fresh.Bytes()) {
			t.Errorf("%q: a writer that was used writes %q, a new one %q", c, data, fresh.Bytes())
		}
		r := NewReader(data)
		var got texts
		for range r.List() {
			got = append(got, r.Str())
		}
		if r.Bad() || !slices.Equal(got, c) {
			t.Errorf("got %q, want %q", got, c)
		}
	}
}

// TestEqual: two are equal where their bytes are.
func TestEqual(t *testing.T) {
	all := []texts{nil, {""}, {"a"}, {"a", "a"}, {"a", "b"}, {"b", "a"}, {"ab"}}
	for _, a := range all {
		for _, b := range all {
			if got, want := Equal(a, b), bytes.Equal(Bytes(a), Bytes(b)); got != want {
				t.Errorf("%q and %q are equal: %v, want %v", a, b, got, want)
			}
		}
	}
}

// TestCut: data that ends too early is told, and never read past.
func TestCut(t *testing.T) {
	data := Bytes(texts{"one", "two", "three"})
	for i := range data {
		r := NewReader(data[:i])
		for range r.List() {
			r.Str()
		}
		if !r.Bad() && i > 0 {
			t.Errorf("cut after %d bytes it reads", i)
		}
	}
}
