package deadlines

import (
	"encoding/binary"
	"errors"
	"strings"

	"github.com/resilint/resilint/internal/trace"
)

// The codec writes a fact as a table of its strings, then numbers. gob's own form names
// every field and repeats every package path; a large program has a fact for every
// third function, so that the form decides the size of the cache.

var errFact = errors.New("deadlines: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) {
	w := &writer{index: map[string]int{}}
	w.list(len(f.Waits))
	for _, x := range f.Waits {
		w.wait(x)
	}
	w.list(len(f.Results))
	for _, x := range f.Results {
		w.num(x.Index, int(x.Kind), x.Param)
	}
	w.list(len(f.Runs))
	for _, x := range f.Runs {
		w.num(x.Param, flag(x.Async), x.Arg, int(x.Kind), x.From)
	}
	w.list(len(f.Sets))
	for _, x := range f.Sets {
		w.num(x.Param, w.str(x.Field))
	}
	return w.bytes(), nil
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := &reader{data: data}
	r.table()
	*f = Func{}
	for range r.list() {
		f.Waits = append(f.Waits, r.wait())
	}
	for range r.list() {
		f.Results = append(f.Results, Result{Index: r.num(), Kind: ResultKind(r.num()), Param: r.num()})
	}
	for range r.list() {
		f.Runs = append(f.Runs, Run{Param: r.num(), Async: r.num() == 1, Arg: r.num(), Kind: ResultKind(r.num()), From: r.num()})
	}
	for range r.list() {
		f.Sets = append(f.Sets, Set{Param: r.num(), Field: r.str()})
	}
	if r.bad || !f.sound() {
		return errFact
	}
	return nil
}

// sound tells whether every index is one that a function can have.
func (f *Func) sound() bool {
	for _, w := range f.Waits {
		if w.Ctx < NoParam || w.Client < NoParam {
			return false
		}
	}
	for _, r := range f.Results {
		if r.Index < 0 || r.Param < NoParam {
			return false
		}
	}
	for _, r := range f.Runs {
		if r.Param < 0 || r.Arg < NoParam || r.From < NoParam {
			return false
		}
	}
	for _, s := range f.Sets {
		if s.Param < NoParam || !strings.Contains(s.Field, ".") {
			return false
		}
	}
	return true
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

type writer struct {
	body  []byte
	table []byte
	index map[string]int
}

func (w *writer) num(ns ...int) {
	for _, n := range ns {
		w.body = binary.AppendVarint(w.body, int64(n))
	}
}

func (w *writer) list(n int) { w.num(n) }

// str returns the string's place in the table.
func (w *writer) str(s string) int {
	if i, ok := w.index[s]; ok {
		return i
	}
	i := len(w.index)
	w.index[s] = i
	w.table = binary.AppendUvarint(w.table, uint64(len(s)))
	w.table = append(w.table, s...)
	return i
}

func (w *writer) wait(x Wait) {
	w.num(x.Ctx, x.Client, flag(x.Child)|flag(x.Loop)<<1|flag(x.OS)<<2|flag(x.Local)<<3, w.str(x.Callee), w.str(x.If))
	w.list(len(x.Unless))
	for _, s := range x.Unless {
		w.num(w.str(s))
	}
	w.list(len(x.Path))
	for _, s := range x.Path {
		w.num(w.str(string(s.Kind)), w.str(s.Func), w.str(s.Pkg), w.str(s.File), s.Line, s.Col, w.str(s.Note))
	}
}

func (w *writer) bytes() []byte {
	out := binary.AppendUvarint(nil, uint64(len(w.index)))
	return append(append(out, w.table...), w.body...)
}

type reader struct {
	data    []byte
	strings []string
	bad     bool
}

func (r *reader) uvarint() int {
	n, k := binary.Uvarint(r.data)
	if k <= 0 || n > uint64(len(r.data)) {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[k:]
	return int(n)
}

func (r *reader) table() {
	for range r.uvarint() {
		n := r.uvarint()
		if n > len(r.data) {
			r.bad = true
			return
		}
		r.strings = append(r.strings, string(r.data[:n]))
		r.data = r.data[n:]
	}
}

func (r *reader) num() int {
	n, k := binary.Varint(r.data)
	if k <= 0 {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[k:]
	return int(n)
}

// list returns the length of a list; every item takes a byte at least, so that a
// malformed length can't make the reader run for ever.
func (r *reader) list() int {
	n := r.num()
	if n < 0 || n > len(r.data) {
		r.bad = true
		return 0
	}
	return n
}

func (r *reader) str() string {
	i := r.num()
	if i < 0 || i >= len(r.strings) {
		r.bad = true
		return ""
	}
	return r.strings[i]
}

func (r *reader) wait() Wait {
	x := Wait{Ctx: r.num(), Client: r.num()}
	bits := r.num()
	x.Child, x.Loop, x.OS, x.Local = bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0
	x.Callee, x.If = r.str(), r.str()
	for range r.list() {
		x.Unless = append(x.Unless, r.str())
	}
	for range r.list() {
		x.Path = append(x.Path, trace.Step{Kind: trace.Kind(r.str()), Func: r.str(), Pkg: r.str(),
			File: r.str(), Line: r.num(), Col: r.num(), Note: r.str()})
	}
	return x
}
