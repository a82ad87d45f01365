package deadlines

import (
	"errors"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/passes/factcode"
)

var errFact = errors.New("deadlines: malformed fact")

// GobEncode writes the compact form.
func (f *Func) GobEncode() ([]byte, error) { return factcode.Bytes(f), nil }

// Encode writes the fact to out.
func (f *Func) Encode(out *factcode.Writer) {
	w := &writer{out}
	w.Num(len(f.Waits))
	for _, x := range f.Waits {
		w.wait(x)
	}
	w.Num(len(f.Results))
	for _, x := range f.Results {
		w.Num(x.Index, int(x.Kind), x.Param, int(x.Amount))
	}
	w.Num(len(f.Runs))
	for _, x := range f.Runs {
		w.Num(x.Param, factcode.Flag(x.Async), x.Arg, int(x.Kind), x.From)
	}
	w.Num(len(f.Sets))
	for _, x := range f.Sets {
		w.Num(x.Param, w.Str(x.Field))
	}
	w.Num(len(f.Budgets))
	for _, x := range f.Budgets {
		w.Num(x.Ctx, int(x.Amount), x.Param, factcode.Flag(x.Backstop))
		w.Steps(x.Path)
	}
	w.Num(len(f.Serves))
	for _, x := range f.Serves {
		w.Num(x.Param, int(x.Amount))
		w.Steps(x.Path)
	}
	w.Num(len(f.Tries))
	for _, x := range f.Tries {
		w.Num(x.Ctx, x.N, int(x.Each), int(x.Pause), factcode.Flag(x.Backstop))
		w.Steps(x.Path)
	}
}

// GobDecode reads the compact form.
func (f *Func) GobDecode(data []byte) error {
	r := &reader{factcode.NewReader(data)}
	*f = Func{}
	for range r.List() {
		f.Waits = append(f.Waits, r.wait())
	}
	for range r.List() {
		f.Results = append(f.Results, Result{Index: r.Num(), Kind: ResultKind(r.Num()), Param: r.Num(), Amount: time.Duration(r.Num())})
	}
	for range r.List() {
		f.Runs = append(f.Runs, Run{Param: r.Num(), Async: r.Num() == 1, Arg: r.Num(), Kind: ResultKind(r.Num()), From: r.Num()})
	}
	for range r.List() {
		f.Sets = append(f.Sets, Set{Param: r.Num(), Field: r.Str()})
	}
	for range r.List() {
		f.Budgets = append(f.Budgets, Budget{Ctx: r.Num(), Amount: time.Duration(r.Num()), Param: r.Num(), Backstop: r.Num() == 1, Path: r.Steps()})
	}
	for range r.List() {
		f.Serves = append(f.Serves, Serve{Param: r.Num(), Amount: time.Duration(r.Num()), Path: r.Steps()})
	}
	for range r.List() {
		f.Tries = append(f.Tries, Tries{Ctx: r.Num(), N: r.Num(), Each: time.Duration(r.Num()), Pause: time.Duration(r.Num()), Backstop: r.Num() == 1, Path: r.Steps()})
	}
	if r.Bad() || !f.sound() {
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
	for _, b := range f.Budgets {
		if b.Ctx < 0 || b.Param < NoParam || len(b.Path) == 0 {
			return false
		}
	}
	for _, t := range f.Tries {
		if t.Ctx < NoParam || t.N < 0 || t.Each < 0 || len(t.Path) == 0 {
			return false
		}
	}
	for _, s := range f.Serves {
		if s.Param < NoParam || len(s.Path) == 0 {
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

type writer struct{ *factcode.Writer }

func (w *writer) wait(x Wait) {
	w.Num(x.Ctx, x.Client, factcode.Flag(x.Child)|factcode.Flag(x.Loop)<<1|factcode.Flag(x.OS)<<2|factcode.Flag(x.Local)<<3|factcode.Flag(x.Slot)<<4, w.Str(x.Callee), w.Str(x.If))
	w.Texts(x.Unless)
	w.Steps(x.Path)
}

type reader struct{ factcode.Reader }

func (r *reader) wait() Wait {
	x := Wait{Ctx: r.Num(), Client: r.Num()}
	bits := r.Num()
	x.Child, x.Loop, x.OS, x.Local = bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0
	x.Slot = bits&16 != 0
	x.Callee, x.If = r.Str(), r.Str()
	x.Unless = r.Texts()
	x.Path = r.Steps()
	return x
}
