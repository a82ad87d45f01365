package dependency

import (
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// ctxParam is the parameter that a call's context is, or that its request carries.
func (e *eval) ctxParam(com *ssa.CallCommon) int { return e.ctxParamAt(com, 0) }

func (e *eval) ctxParamAt(com *ssa.CallCommon, depth int) int {
	for _, a := range com.Args {
		switch {
		case gotype.IsContext(a.Type()):
			return e.paramOf(a)
		case gotype.Name(a.Type()) == "net/http.Request":
			return e.requestParam(a, depth)
		}
	}
	if r := ssacall.Receiver(com); r != nil {
		return e.builderParam(r)
	}
	return NoParam
}

// requestParam is the parameter that is the context of the request v.
func (e *eval) requestParam(v ssa.Value, depth int) int {
	out := NoParam
	for _, l := range e.x.Resolve(v) {
		c, ok := l.Value.(*ssa.Call)
		if l.Kind != flow.Call || !ok {
			if l.Kind == flow.Param {
				out = e.paramOf(v)
			}
			continue
		}
		if depth < 3 {
			if p := e.ctxParamAt(c.Common(), depth+1); p != NoParam {
				out = p
			}
		}
	}
	return out
}

// builderParam is the parameter that some method of the builder v was given as context.
func (e *eval) builderParam(v ssa.Value) int {
	for range maxDepth {
		leaves := e.x.Resolve(v)
		if len(leaves) != 1 || leaves[0].Kind != flow.Call {
			return NoParam
		}
		com := leaves[0].Value.(*ssa.Call).Common()
		for _, a := range com.Args {
			if gotype.IsContext(a.Type()) {
				return e.paramOf(a)
			}
		}
		if v = ssacall.Receiver(com); v == nil {
			return NoParam
		}
	}
	return NoParam
}

func (e *eval) paramOf(v ssa.Value) int {
	if p, ok := v.(*ssa.Parameter); ok { // as nearly always
		if p.Parent().Parent() != nil {
			return NoParam
		}
		return ssacall.ParamIndex(p)
	}
	if r := e.one(v, ""); r.Root == Param && r.Path == "" {
		return r.Param
	}
	return NoParam
}
