package retries

import (
	"errors"

	"github.com/resilint/resilint/internal/passes/factcode"
	"github.com/resilint/resilint/internal/passes/nest"
)

var errFact = errors.New("retries: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) { return factcode.Bytes(f), nil }

// Encode writes the fact to out.
func (f *Func) Encode(out *factcode.Writer) {
	w := &writer{out}
	for _, list := range [][]Chain{f.Calls, f.Runs} {
		w.Num(len(list))
		for _, c := range list {
			w.factors(c.Factors)
			flags := factcode.Flag(c.Opaque) | factcode.Flag(c.Writes)<<1 | factcode.Flag(c.Maybe)<<2 | factcode.Flag(c.Polls)<<3 | factcode.Flag(c.Guess)<<4
			w.Num(w.Str(c.Callee), c.Param, w.Str(c.Method), c.Client, flags, w.Str(c.Hole))
			w.Steps(c.Path)
		}
	}
	w.Num(len(f.Results))
	for _, r := range f.Results {
		w.factors(r.Factors)
		w.Num(r.Index, r.Param, factcode.Flag(r.Maker)|factcode.Flag(r.Wraps)<<1, r.From, w.Str(r.Method))
	}
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := &reader{factcode.NewReader(data)}
	*f = Func{Calls: r.chains(), Runs: r.chains()}
	for range r.List() {
		x := Result{Factors: r.factors()}
		x.Index, x.Param = r.Num(), r.Num()
		flags := r.Num()
		x.Maker, x.Wraps, x.From, x.Method = flags&1 != 0, flags&2 != 0, r.Num(), r.Str()
		f.Results = append(f.Results, x)
	}
	if r.Bad() {
		return errFact
	}
	return nil
}

type writer struct{ *factcode.Writer }

func (w *writer) factors(fs []Factor) { nest.WriteFactors(w.Writer, fs) }

type reader struct{ factcode.Reader }

func (r *reader) factors() []Factor { return nest.ReadFactors(&r.Reader) }

func (r *reader) chains() []Chain {
	var out []Chain
	for range r.List() {
		c := Chain{Factors: r.factors(), Callee: r.Str(), Param: r.Num(), Method: r.Str(), Client: r.Num()}
		flags := r.Num()
		c.Opaque, c.Writes, c.Maybe, c.Polls, c.Guess = flags&1 != 0, flags&2 != 0, flags&4 != 0, flags&8 != 0, flags&16 != 0
		c.Hole = r.Str()
		c.Path = r.Steps()
		out = append(out, c)
	}
	return out
}
