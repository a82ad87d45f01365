package clients

import (
	"encoding/binary"
	"errors"

	"github.com/resilint/resilint/internal/trace"
)

// The codec writes a fact as a table of its strings, then numbers: gob's own form names
// every field and repeats every package path.

var errFact = errors.New("clients: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) {
	w := &writer{index: map[string]int{}}
	w.num(int(f.Life), len(f.Fates))
	for _, x := range f.Fates {
		w.num(x.Param, int(x.State), x.Result)
	}
	w.num(len(f.Results))
	for _, x := range f.Results {
		w.num(x.Index, int(x.Kind))
		switch x.Kind {
		case ResultFresh:
			w.made(x.Make)
		case ResultDefault:
			w.num(w.str(x.Name))
		case ResultRef, ResultURL:
			w.ref(x.Ref)
		}
	}
	w.num(len(f.Writes))
	for _, x := range f.Writes {
		w.num(x.Param, w.str(x.Field))
	}
	w.num(len(f.Makes))
	for _, x := range f.Makes {
		w.made(x)
	}
	w.num(len(f.Uses))
	for _, x := range f.Uses {
		w.ref(x.Client)
		w.ref(x.URL)
		w.num(flag(x.Now))
		w.steps(x.Path)
	}
	w.num(w.str(f.Home.What))
	w.place(f.Home.At)
	return w.bytes(), nil
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := &reader{data: data}
	r.table()
	*f = Func{Life: Life(r.num())}
	for range r.list() {
		f.Fates = append(f.Fates, Fate{Param: r.num(), State: State(r.num()), Result: r.num()})
	}
	for range r.list() {
		f.Results = append(f.Results, r.result())
	}
	for range r.list() {
		f.Writes = append(f.Writes, Write{Param: r.num(), Field: r.str()})
	}
	for range r.list() {
		f.Makes = append(f.Makes, r.made())
	}
	for range r.list() {
		f.Uses = append(f.Uses, Use{Client: r.ref(), URL: r.ref(), Now: r.num() == 1, Path: r.steps()})
	}
	f.Home = Home{What: r.str(), At: r.place()}
	if r.bad {
		return errFact
	}
	return nil
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

func (w *writer) ref(r Ref) { w.num(int(r.Kind), r.Param, w.str(r.Name), w.str(r.Path)) }

func (w *writer) made(m Make) {
	w.num(w.str(m.What), w.str(m.Type), flag(m.Pool)|flag(m.Closed)<<1|flag(m.Told)<<2)
	w.place(m.At)
	w.steps(m.Path)
}

func (w *writer) place(p Place) { w.num(w.str(p.Pkg), w.str(p.File), p.Line, p.Col) }

func (w *writer) steps(path []trace.Step) {
	w.num(len(path))
	for _, s := range path {
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

func (r *reader) fail() int {
	r.bad, r.data = true, nil
	return 0
}

func (r *reader) uvarint() int {
	n, k := binary.Uvarint(r.data)
	if k <= 0 || n > uint64(len(r.data)) {
		return r.fail()
	}
	r.data = r.data[k:]
	return int(n)
}

func (r *reader) table() {
	for range r.uvarint() {
		n := r.uvarint()
		if n > len(r.data) {
			r.fail()
			return
		}
		r.strings = append(r.strings, string(r.data[:n]))
		r.data = r.data[n:]
	}
}

func (r *reader) num() int {
	n, k := binary.Varint(r.data)
	if k <= 0 {
		return r.fail()
	}
	r.data = r.data[k:]
	return int(n)
}

// list returns the length of a list; every item takes a byte at least, so that a
// malformed length can't make the reader run for ever.
func (r *reader) list() int {
	n := r.num()
	if n < 0 || n > len(r.data) {
		return r.fail()
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

func (r *reader) ref() Ref {
	return Ref{Kind: RefKind(r.num()), Param: r.num(), Name: r.str(), Path: r.str()}
}

func (r *reader) result() Result {
	x := Result{Index: r.num(), Kind: ResultKind(r.num())}
	switch x.Kind {
	case ResultFresh:
		x.Make = r.made()
	case ResultDefault:
		x.Name = r.str()
	case ResultRef, ResultURL:
		x.Ref = r.ref()
	}
	return x
}

func (r *reader) made() Make {
	m := Make{What: r.str(), Type: r.str()}
	bits := r.num()
	m.Pool, m.Closed, m.Told = bits&1 != 0, bits&2 != 0, bits&4 != 0
	m.At = r.place()
	m.Path = r.steps()
	return m
}

func (r *reader) place() Place {
	return Place{Pkg: r.str(), File: r.str(), Line: r.num(), Col: r.num()}
}

func (r *reader) steps() []trace.Step {
	var out []trace.Step
	for range r.list() {
		out = append(out, trace.Step{Kind: trace.Kind(r.str()), Func: r.str(), Pkg: r.str(),
			File: r.str(), Line: r.num(), Col: r.num(), Note: r.str()})
	}
	return out
}
