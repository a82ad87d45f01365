package clients

import (
	"errors"

	"github.com/resilint/resilint/internal/passes/factcode"
)

var errFact = errors.New("clients: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) { return factcode.Bytes(f), nil }

// Encode writes the fact to out.
func (f *Func) Encode(out *factcode.Writer) {
	w := &writer{out}
	w.Num(int(f.Life), len(f.Fates))
	for _, x := range f.Fates {
		w.Num(x.Param, int(x.State), x.Result)
	}
	w.Num(len(f.Results))
	for _, x := range f.Results {
		w.Num(x.Index, int(x.Kind))
		switch x.Kind {
		case ResultFresh:
			w.made(x.Make)
		case ResultDefault:
			w.Num(w.Str(x.Name))
		case ResultRef, ResultURL:
			w.ref(x.Ref)
		}
	}
	w.Num(len(f.Writes))
	for _, x := range f.Writes {
		w.Num(x.Param, w.Str(x.Field))
	}
	w.Num(len(f.Makes))
	for _, x := range f.Makes {
		w.made(x)
	}
	w.Num(len(f.Uses))
	for _, x := range f.Uses {
		w.ref(x.Client)
		w.ref(x.URL)
		w.Num(factcode.Flag(x.Now))
		w.Steps(x.Path)
	}
	w.Num(w.Str(f.Home.What))
	w.place(f.Home.At)
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := &reader{factcode.NewReader(data)}
	*f = Func{Life: Life(r.Num())}
	for range r.List() {
		f.Fates = append(f.Fates, Fate{Param: r.Num(), State: State(r.Num()), Result: r.Num()})
	}
	for range r.List() {
		f.Results = append(f.Results, r.result())
	}
	for range r.List() {
		f.Writes = append(f.Writes, Write{Param: r.Num(), Field: r.Str()})
	}
	for range r.List() {
		f.Makes = append(f.Makes, r.made())
	}
	for range r.List() {
		f.Uses = append(f.Uses, Use{Client: r.ref(), URL: r.ref(), Now: r.Num() == 1, Path: r.Steps()})
	}
	f.Home = Home{What: r.Str(), At: r.place()}
	if r.Bad() {
		return errFact
	}
	return nil
}

type writer struct{ *factcode.Writer }

func (w *writer) ref(r Ref) { w.Num(int(r.Kind), r.Param, w.Str(r.Name), w.Str(r.Path)) }

func (w *writer) made(m Make) {
	w.Num(w.Str(m.What), w.Str(m.Type), factcode.Flag(m.Pool)|factcode.Flag(m.Closed)<<1|factcode.Flag(m.Told)<<2)
	w.place(m.At)
	w.Steps(m.Path)
}

func (w *writer) place(p Place) { w.Num(w.Str(p.Pkg), w.Str(p.File), p.Line, p.Col) }

type reader struct{ factcode.Reader }

func (r *reader) ref() Ref {
	return Ref{Kind: RefKind(r.Num()), Param: r.Num(), Name: r.Str(), Path: r.Str()}
}

func (r *reader) result() Result {
	x := Result{Index: r.Num(), Kind: ResultKind(r.Num())}
	switch x.Kind {
	case ResultFresh:
		x.Make = r.made()
	case ResultDefault:
		x.Name = r.Str()
	case ResultRef, ResultURL:
		x.Ref = r.ref()
	}
	return x
}

func (r *reader) made() Make {
	m := Make{What: r.Str(), Type: r.Str()}
	bits := r.Num()
	m.Pool, m.Closed, m.Told = bits&1 != 0, bits&2 != 0, bits&4 != 0
	m.At = r.place()
	m.Path = r.Steps()
	return m
}

func (r *reader) place() Place {
	return Place{Pkg: r.Str(), File: r.Str(), Line: r.Num(), Col: r.Num()}
}
