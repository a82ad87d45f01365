package layers

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Wrap returns the function values that the call c repeats, each with the layers around
// it, outermost first.
func (e *Eval) Wrap(c ssa.CallInstruction) []Wrapped {
	com := c.Common()
	fn, recv := ssacall.Target(com)
	if fn == nil {
		return nil
	}
	var en *catalogue.Entry
	for _, x := range e.cat.Func(fn, recv) {
		if x.Kind == catalogue.KindRetry && x.Mode == "wrap" && x.Op.Stated() {
			en = x
			break
		}
	}
	if en == nil {
		return nil
	}
	op := e.operation(com, en)
	if op == nil {
		return nil
	}
	s := &saying{}
	for _, a := range ssacall.Args(com) {
		if a != op {
			s.after(e.argument(a))
		}
	}
	if set, ok := e.setter(fn, com, c.Pos()); ok {
		s.after(set)
	}
	e.direct(s, en, com)
	fnHome := flow.Origin(flow.Named(c.Parent()))
	if en.Attempts.Default == "" && len(en.Attempts.From) == 0 && en.BoundedBy == "policy" && s.find(en.LayerName()) == nil {
		return e.executed(s, op, fnHome, c)
	}
	l := e.consume(s, en, fnHome)
	l.Name, l.Pos = funcName(fn), c.Pos()
	return []Wrapped{{Op: op, Layer: l}}
}

// direct adds what the arguments of a wrapper say that are numbers or times themselves.
func (e *Eval) direct(s *saying, en *catalogue.Entry, com *ssa.CallCommon) {
	sp := spec{name: en.LayerName(), entry: en}
	for _, set := range en.AllSets() {
		i, ok := strings.CutPrefix(set.By, "arg:")
		n, err := strconv.Atoi(i)
		if !ok || err != nil {
			continue
		}
		v := ssacall.At(com, catalogue.Where{Arg: n})
		if v == nil {
			continue
		}
		k := catalogue.Knob{Entry: en, Set: set}
		k.Arg = 0
		sp.merge(e.knob(k, []ssa.Value{v}, com.Pos()))
	}
	if len(sp.counts)+len(sp.span) > 0 {
		s.apply(sp)
	}
}

// executed returns the layers of an executor: one for each policy that retries.
func (e *Eval) executed(s *saying, op ssa.Value, at *ssa.Function, c ssa.CallInstruction) []Wrapped {
	var out []Wrapped
	for _, sp := range s.specs {
		l := e.layer(sp, sp.entry, s, at)
		if !sp.made || l.Attempts == attempts.Once {
			continue
		}
		if !l.Pos.IsValid() {
			l.Pos = c.Pos()
		}
		out = append(out, Wrapped{Op: op, Layer: l})
	}
	return out
}

// operation returns the value that the call repeats, or nil.
func (e *Eval) operation(com *ssa.CallCommon, en *catalogue.Entry) ssa.Value {
	if v := ssacall.At(com, en.Op); v != nil {
		return v
	}
	for _, ref := range en.Op.From { // a field of an argument
		for _, a := range ssacall.Args(com) {
			if v := e.fieldOf(a, ref); v != nil {
				return v
			}
		}
	}
	return nil
}

// fieldOf returns what is stored into the field that ref names of the struct v.
func (e *Eval) fieldOf(v ssa.Value, ref string) ssa.Value {
	for _, l := range e.x.Resolve(v) {
		if l.Kind != flow.Alloc {
			continue
		}
		for _, use := range e.x.Uses(l.Value) {
			fa, ok := use.(*ssa.FieldAddr)
			if !ok || "field:"+gotype.Name(fa.X.Type())+"."+flow.FieldVar(fa).Name() != ref {
				continue
			}
			for _, r := range *fa.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == fa {
					return st.Val
				}
			}
		}
	}
	return nil
}
