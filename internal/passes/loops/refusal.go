package loops

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// maxRefusal bounds the functions below an operation that are asked about a refusal.
const maxRefusal = 3

// Refusal returns the functions of the package, fn first, through which an HTTP answer of
// status 400, and one of 404, becomes an error of fn, while one of 200 does not. It is nil
// where that is not sure, and where fn tells more than its error: what it gives beside may
// say that another attempt is of no use.
func (f *Finder) Refusal(fn *ssa.Function) []*ssa.Function { return f.f.refusal(fn, maxRefusal) }

func (f *finder) refusal(fn *ssa.Function, depth int) []*ssa.Function {
	if depth == 0 || fn == nil || fn.Blocks == nil || !onlyError(fn) {
		return nil
	}
	r := &region{fn: fn, header: fn.Blocks[0]}
	for _, c := range r.calls() {
		if f.answers(c) {
			if f.errs(r, c, rejected) && f.errs(r, c, missing) && !f.errs(r, c, success) {
				return []*ssa.Function{fn}
			}
			continue
		}
		below := c.Call.StaticCallee()
		if below == nil || below == fn || below.Pkg != fn.Pkg || f.errs(r, c, success) || !f.errs(r, c, failure) {
			continue
		}
		if path := f.refusal(below, depth-1); path != nil {
			return append([]*ssa.Function{fn}, path...)
		}
	}
	return nil
}

// onlyError tells whether fn fails by an error, and has no flag or number beside it that
// could say what kind of failure it is.
func onlyError(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if res.Len() == 0 || !gotype.IsError(res.At(res.Len()-1).Type()) {
		return false
	}
	for i := range res.Len() - 1 {
		t := res.At(i).Type()
		if isBool(t) || isInt(t) || gotype.IsError(t) || gotype.PointerTo(t, "net/http", "Response") {
			return false
		}
	}
	return true
}

// answers tells whether c gives an HTTP answer of net/http.
func (f *finder) answers(c *ssa.Call) bool {
	fn, _ := ssacall.Target(&c.Call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "net/http" && slices.Contains(f.failures(c), refused)
}

// errs tells whether the function of r returns an error on each way from c, where c has
// the outcome o and all other calls go well.
func (f *finder) errs(r *region, c *ssa.Call, o outcome) bool {
	m := &machine{f: f, r: r, track: direction, depth: 2, out: func(other *ssa.Call) outcome {
		if other == c {
			return o
		}
		return success
	}}
	some, all := false, true
	ok := m.walk(state{b: c.Block(), i: indexOf(c) + 1, e: env{}}, nil, func(s state) {
		ret, isRet := s.b.Instrs[len(s.b.Instrs)-1].(*ssa.Return)
		if !isRet || len(ret.Results) == 0 {
			return
		}
		some = true
		v := ret.Results[len(ret.Results)-1]
		if _, made := v.(*ssa.MakeInterface); made || globalLoad(v) {
			return
		}
		all = all && m.eval(v, m.end(s)).kind == notNil
	})
	return ok && some && all
}

// refusedBelow tells whether an operation of the package makes an error of a refusal, and
// any error of it goes round.
func (f *finder) refusedBelow(r *region, op *ssa.Call) bool {
	fn := op.Call.StaticCallee()
	if fn == nil || fn.Pkg != r.fn.Pkg || fn == r.fn {
		return false
	}
	bad := f.lead(r, op, failure, false)
	return bad.ok && bad.again && !bad.asks && f.refusal(fn, maxRefusal) != nil
}
