package nest

import (
	"time"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/factcode"
)

// LinkPrefix begins a note of finding.Set.Notes: "retries METHOD TYPE" and, behind another
// space, the chains of that method, as EncodeChains writes them.
const LinkPrefix = "retries "

// An Open is what a finding says of layers that go on behind interfaces: the chains from
// one place to where they leave what its package sees.
type Open struct {
	Limits Limits
	Chains []Chain
}

// Encode writes the compact form.
func (o Open) Encode() string {
	return factcode.Text("", func(w *factcode.Writer) {
		w.Num(o.Limits.Nested, o.Limits.Amplify)
		writeChains(w, o.Chains)
	})
}

// DecodeOpen reads what Encode wrote. It tells whether that is well formed.
func DecodeOpen(s string) (Open, bool) {
	r := factcode.NewReader([]byte(s))
	o := Open{Limits: Limits{r.Num(), r.Num()}}
	o.Chains = readChains(&r)
	return o, !r.Bad()
}

// EncodeChains writes the compact form of chains.
func EncodeChains(cs []Chain) string {
	return factcode.Text("", func(w *factcode.Writer) { writeChains(w, cs) })
}

// DecodeChains reads what EncodeChains wrote. It tells whether that is well formed.
func DecodeChains(s string) ([]Chain, bool) {
	r := factcode.NewReader([]byte(s))
	cs := readChains(&r)
	return cs, !r.Bad()
}

func writeChains(w *factcode.Writer, cs []Chain) {
	w.Num(len(cs))
	for _, c := range cs {
		WriteFactors(w, c.Factors)
		w.Num(w.Str(c.Callee), factcode.Flag(c.Maybe)|factcode.Flag(c.Opaque)<<1, w.Str(c.Hole))
		w.Steps(c.Path)
	}
}

func readChains(r *factcode.Reader) []Chain {
	var out []Chain
	for range r.List() {
		c := Chain{Factors: ReadFactors(r), Callee: r.Str()}
		flags := r.Num()
		c.Maybe, c.Opaque, c.Hole = flags&1 != 0, flags&2 != 0, r.Str()
		c.Path = r.Steps()
		out = append(out, c)
	}
	return out
}

// WriteFactors writes factors within a larger form.
func WriteFactors(w *factcode.Writer, fs []Factor) {
	w.Num(len(fs))
	for _, f := range fs {
		n := f.Attempts
		w.Num(w.Str(f.In), w.Str(f.By), int(n.Kind), n.N, int(n.Time/time.Millisecond), factcode.Flag(n.UntilCtx), n.Param, n.Add, w.Str(n.Field), w.Str(n.Name), factcode.Flag(f.Default)|factcode.Flag(f.Quick)<<1)
	}
}

// ReadFactors reads what WriteFactors wrote.
func ReadFactors(r *factcode.Reader) []Factor {
	var out []Factor
	for range r.List() {
		f := Factor{In: r.Str(), By: r.Str()}
		f.Attempts = attempts.Number{Kind: attempts.Kind(r.Num()), N: r.Num(), Time: time.Duration(r.Num()) * time.Millisecond,
			UntilCtx: r.Num() == 1, Param: r.Num(), Add: r.Num(), Field: r.Str(), Name: r.Str()}
		flags := r.Num()
		f.Default, f.Quick = flags&1 != 0, flags&2 != 0
		out = append(out, f)
	}
	return out
}
