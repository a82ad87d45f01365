// Package factcode writes and reads facts in a compact form: a table of the strings,
// then numbers. gob's own form names every field and repeats every package path, and a
// large program has a fact for every third function.
//
// It knows no fact: which numbers stand for what is for the pass to say that owns it.
package factcode

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/resilint/resilint/internal/trace"
)

// A Writer collects numbers and strings. The zero value is ready for use.
type Writer struct {
	body  []byte
	table []byte
	texts []string
	index map[string]int // of texts; empty while they are few
}

// fewTexts is how many strings are found by looking at each: most facts have fewer. Up to
// someTexts, a writer keeps its index for what it writes next.
const (
	fewTexts  = 16
	someTexts = 4 * fewTexts
)

// Num writes numbers.
func (w *Writer) Num(ns ...int) {
	for _, n := range ns {
		w.body = binary.AppendVarint(w.body, int64(n))
	}
}

// Str returns the string's place in the table, to be written as a number.
func (w *Writer) Str(s string) int {
	i := len(w.texts)
	if i <= fewTexts {
		if at := slices.Index(w.texts, s); at >= 0 {
			return at
		}
		if i == fewTexts {
			if w.index == nil {
				w.index = make(map[string]int, someTexts)
			}
			for at, text := range w.texts {
				w.index[text] = at
			}
		}
	}
	if i >= fewTexts {
		if at, ok := w.index[s]; ok {
			return at
		}
		w.index[s] = i
	}
	w.texts = append(w.texts, s)
	w.table = binary.AppendUvarint(w.table, uint64(len(s)))
	w.table = append(w.table, s...)
	return i
}

// Texts writes a list of strings.
func (w *Writer) Texts(list []string) {
	w.Num(len(list))
	for _, s := range list {
		w.Num(w.Str(s))
	}
}

// Steps writes a path. What a driver adds to a step later is left out.
func (w *Writer) Steps(path []trace.Step) {
	w.Num(len(path))
	for _, s := range path {
		w.Num(w.Str(string(s.Kind)), w.Str(s.Func), w.Str(s.Pkg), w.Str(s.File), s.Line, s.Col, w.Str(s.Note))
	}
}

// Bytes returns what was written.
func (w *Writer) Bytes() []byte {
	var n [binary.MaxVarintLen64]byte
	return slices.Concat(binary.AppendUvarint(n[:0], uint64(len(w.texts))), w.table, w.body)
}

// reset empties w, and keeps its memory.
func (w *Writer) reset() {
	index := w.index
	if len(w.texts) > someTexts {
		index = nil // to empty it would take longer than to make a small one
	}
	clear(index)
	clear(w.texts)
	*w = Writer{body: w.body[:0], table: w.table[:0], texts: w.texts[:0], index: index}
}

// A Coder can write itself.
type Coder interface{ Encode(w *Writer) }

// writers are those that Bytes, Text and Equal have done with.
var writers = sync.Pool{New: func() any { return &Writer{} }}

// Bytes returns what c writes.
func Bytes(c Coder) []byte {
	w := writers.Get().(*Writer)
	defer writers.Put(w)
	w.reset()
	c.Encode(w)
	return w.Bytes()
}

// Text returns prefix and behind it what write writes.
func Text(prefix string, write func(w *Writer)) string {
	w := writers.Get().(*Writer)
	defer writers.Put(w)
	w.reset()
	write(w)
	var n [binary.MaxVarintLen64]byte
	return prefix + string(binary.AppendUvarint(n[:0], uint64(len(w.texts)))) + string(w.table) + string(w.body)
}

// Equal tells whether a and b write the same.
func Equal(a, b Coder) bool {
	x, y := writers.Get().(*Writer), writers.Get().(*Writer)
	defer writers.Put(x)
	defer writers.Put(y)
	x.reset()
	y.reset()
	a.Encode(x)
	b.Encode(y)
	return bytes.Equal(x.body, y.body) && bytes.Equal(x.table, y.table)
}

// A Reader reads what a Writer wrote. It never fails in between: what is malformed reads
// as zero, and Bad tells so in the end.
type Reader struct {
	data    []byte
	strings []string
	bad     bool
}

// NewReader reads the table of strings.
func NewReader(data []byte) Reader {
	r := Reader{data: data}
	count := r.uvarint()
	if count == 0 {
		return r
	}
	all := string(data) // the strings are parts of it, which is cheaper than one by one
	r.strings = make([]string, 0, count)
	for range count {
		n := r.uvarint()
		if n > len(r.data) {
			r.fail()
			break
		}
		at := len(data) - len(r.data)
		r.strings = append(r.strings, all[at:at+n])
		r.data = r.data[n:]
	}
	return r
}

// Bad tells whether anything read so far was malformed.
func (r *Reader) Bad() bool { return r.bad }

func (r *Reader) fail() int {
	r.bad, r.data = true, nil
	return 0
}

func (r *Reader) uvarint() int {
	n, k := binary.Uvarint(r.data)
	if k <= 0 || n > uint64(len(r.data)) {
		return r.fail()
	}
	r.data = r.data[k:]
	return int(n)
}

// Num reads a number.
func (r *Reader) Num() int {
	n, k := binary.Varint(r.data)
	if k <= 0 {
		return r.fail()
	}
	r.data = r.data[k:]
	return int(n)
}

// List reads the length of a list. Every item takes a byte at least, so that a malformed
// length can't make a reader run for ever.
func (r *Reader) List() int {
	n := r.Num()
	if n < 0 || n > len(r.data) {
		return r.fail()
	}
	return n
}

// Str reads a string by its place in the table.
func (r *Reader) Str() string {
	i := r.Num()
	if i < 0 || i >= len(r.strings) {
		r.bad = true
		return ""
	}
	return r.strings[i]
}

// Texts reads a list of strings, of none nil.
func (r *Reader) Texts() []string {
	var out []string
	for range r.List() {
		out = append(out, r.Str())
	}
	return out
}

// Steps reads a path.
func (r *Reader) Steps() []trace.Step {
	n := r.List()
	if n == 0 {
		return nil
	}
	out := make([]trace.Step, 0, min(n, trace.MaxSteps)) // no path is longer, but of what is malformed
	for range n {
		out = append(out, trace.Step{Kind: trace.Kind(r.Str()), Func: r.Str(), Pkg: r.Str(),
			File: r.Str(), Line: r.Num(), Col: r.Num(), Note: r.Str()})
	}
	return out
}

// Flag is 1 for true.
func Flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
