package queues

import (
	"errors"

	"github.com/resilint/resilint/internal/passes/factcode"
)

var errFact = errors.New("queues: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) { return factcode.Bytes(f), nil }

// Encode writes the fact to w.
func (f *Func) Encode(w *factcode.Writer) {
	w.Num(factcode.Flag(f.Slot)|factcode.Flag(f.Qos)<<1|factcode.Flag(f.Cap)<<2, w.Str(f.Wait), f.Rank, len(f.Piles))
	for _, p := range f.Piles {
		w.Num(w.Str(string(p.Kind)), w.Str(p.What), w.Str(p.To), w.Str(p.At.Pkg), w.Str(p.At.File), p.At.Line, p.At.Col, factcode.Flag(p.Ctx))
		w.Steps(p.Path)
	}
	w.Num(len(f.Runs))
	for _, r := range f.Runs {
		w.Num(r.Param, int(r.How))
	}
	w.Num(len(f.Caps))
	w.Num(f.Caps...)
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := factcode.NewReader(data)
	flags := r.Num()
	*f = Func{Slot: flags&1 != 0, Qos: flags&2 != 0, Cap: flags&4 != 0, Wait: r.Str(), Rank: r.Num()}
	for range r.List() {
		p := Pile{Kind: Kind(r.Str()), What: r.Str(), To: r.Str()}
		p.At = Place{Pkg: r.Str(), File: r.Str(), Line: r.Num(), Col: r.Num()}
		p.Ctx = r.Num() == 1
		p.Path = r.Steps()
		f.Piles = append(f.Piles, p)
	}
	for range r.List() {
		f.Runs = append(f.Runs, Run{Param: r.Num(), How: How(r.Num())})
	}
	for range r.List() {
		f.Caps = append(f.Caps, r.Num())
	}
	if r.Bad() {
		return errFact
	}
	return nil
}
