package dependency

import (
	"errors"

	"github.com/resilint/resilint/internal/passes/factcode"
)

var errFact = errors.New("dependency: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) { return factcode.Bytes(f), nil }

// Encode writes the fact to out.
func (f *Func) Encode(out *factcode.Writer) {
	w := &writer{out}
	w.Num(factcode.Flag(f.More), len(f.Meets))
	for _, m := range f.Meets {
		w.Num(int(m.Kind)|factcode.Flag(m.Each)<<3, m.Ctx+1, w.Str(m.Callee))
		w.ref(m.Via)
		w.ref(m.Addr)
		w.gates(m.Gates)
		w.Steps(m.Path)
	}
	w.Num(len(f.Gives))
	for _, g := range f.Gives {
		w.Num(g.Index, w.Str(g.Path), factcode.Flag(g.Copy))
		w.ref(g.Ref)
	}
	w.gates(f.Waits)
	w.Num(len(f.Tries))
	for _, t := range f.Tries {
		w.Num(t.Param, len(t.Args))
		w.Num(t.Args...)
	}
	w.Num(len(f.Falls))
	for _, t := range f.Falls {
		w.Num(t.First, t.Second)
	}
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := &reader{factcode.NewReader(data)}
	*f = Func{More: r.Num() == 1}
	for range r.List() {
		kind := r.Num()
		m := Meet{Kind: Kind(kind & 7), Each: kind&8 != 0, Ctx: r.Num() - 1, Callee: r.Str()}
		m.Via, m.Addr, m.Gates, m.Path = r.ref(), r.ref(), r.gates(), r.Steps()
		f.Meets = append(f.Meets, m)
	}
	for range r.List() {
		g := Give{Index: r.Num(), Path: r.Str(), Copy: r.Num() == 1}
		g.Ref = r.ref()
		f.Gives = append(f.Gives, g)
	}
	f.Waits = r.gates()
	for range r.List() {
		t := Try{Param: r.Num()}
		for range r.List() {
			t.Args = append(t.Args, r.Num())
		}
		f.Tries = append(f.Tries, t)
	}
	for range r.List() {
		f.Falls = append(f.Falls, Fall{r.Num(), r.Num()})
	}
	if r.Bad() {
		return errFact
	}
	return nil
}

type writer struct{ *factcode.Writer }

func (w *writer) ref(r Ref) {
	w.Num(int(r.Root))
	switch r.Root {
	case None:
	case Param:
		w.Num(r.Param, w.Str(r.Path))
	default:
		w.Num(w.Str(r.Name), w.Str(r.Path))
	}
}

func (w *writer) gates(gs []Gate) {
	w.Num(len(gs))
	for _, g := range gs {
		w.Num(int(g.Kind), len(g.Refs))
		for _, r := range g.Refs {
			w.ref(r)
		}
	}
}

type reader struct{ factcode.Reader }

func (r *reader) ref() Ref {
	root := Root(r.Num())
	switch root {
	case None:
		return Ref{}
	case Param:
		return Ref{Root: root, Param: r.Num(), Path: r.Str()}
	}
	return Ref{Root: root, Name: r.Str(), Path: r.Str()}
}

func (r *reader) gates() []Gate {
	var out []Gate
	for range r.List() {
		g := Gate{Kind: GateKind(r.Num())}
		for range r.List() {
			g.Refs = append(g.Refs, r.ref())
		}
		out = append(out, g)
	}
	return out
}
