package queues

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// onlySends returns the send of a function that does nothing else that can wait.
func (e *eval) onlySends(fn *ssa.Function) *ssa.Send {
	var send *ssa.Send
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Send:
				if send != nil {
					return nil
				}
				send = in
			case *ssa.Select, *ssa.Go:
				return nil
			case *ssa.UnOp:
				if isRecv(in) {
					return nil
				}
			case *ssa.Call:
				if !harmless(in.Common()) {
					return nil
				}
			}
		}
	}
	return send
}

// harmless tells whether a call neither waits nor leaves anything behind.
func harmless(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return true
	}
	fn, _ := ssacall.Target(c)
	return fn != nil && !c.IsInvoke() && !mayWait(fn) || fn != nil && gotype.IsFunc(fn, "(*sync.WaitGroup).Done")
}

// quick are the packages whose functions only compute.
var quick = map[string]bool{
	"fmt": true, "strings": true, "strconv": true, "errors": true, "sort": true, "slices": true, "maps": true, "bytes": true,
	"math": true, "math/rand": true, "math/rand/v2": true, "unicode": true, "unicode/utf8": true, "sync/atomic": true, "sync": true, "time": true, "context": true,
	"log": true, "log/slog": true, "runtime": true, "runtime/debug": true, "reflect": true, "encoding/json": true, "encoding/hex": true, "encoding/base64": true,
	"path": true, "path/filepath": true, "io/fs": true, "regexp": true, "crypto/sha256": true, "crypto/md5": true, "hash/fnv": true, "go.uber.org/zap": true,
	"github.com/sirupsen/logrus": true, "github.com/rs/zerolog": true, "github.com/rs/zerolog/log": true, "k8s.io/klog/v2": true, "github.com/google/uuid": true,
	"github.com/prometheus/client_golang/prometheus": true, "encoding/binary": true,
}

func mayWait(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if gotype.IsFunc(fn, "(*sync.WaitGroup).Wait") || gotype.IsFunc(fn, "(*sync.Cond).Wait") {
		return true
	}
	path := fn.Pkg().Path()
	for _, p := range []string{"go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "k8s.io/klog", "log/slog", "github.com/prometheus/client_golang", "github.com/go-logr", "go.opentelemetry.io", "github.com/go-kit/log"} {
		if strings.HasPrefix(path, p) {
			return false
		}
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	return !quick[path] && base != "log" && base != "logger" && base != "logging" && base != "glog" && base != "klog"
}

// A wait is what a function can wait for, with how telling it is.
type wait struct {
	name string
	rank int // 4 leaves the process, 3 a channel or a call through an interface, 2 a function value, 1 anything else
}

// waitsFor says what fn can wait for, by what it does and calls: the most telling of it,
// or nothing.
func (e *eval) waitsFor(fn *ssa.Function, depth int) wait {
	if depth > 4 || !e.own(fn) {
		return wait{}
	}
	if w, ok := e.waits[fn]; ok {
		return w
	}
	e.waits[fn] = wait{}
	best := wait{}
	for _, f := range flow.WithLiterals(fn) {
		e.x.Steps(f, func(in ssa.Instruction, s *flow.Site) {
			var w wait
			if s == nil {
				w = e.waitAt(in)
			} else {
				w = e.waitOfSite(s, best.rank, depth)
			}
			if w.rank > best.rank {
				best = w
			}
		})
	}
	e.waits[fn] = best
	return best
}

// waitOfSite is waitOfCall for a call of which only more than the rank least matters: how
// telling a call is that leads to no function of the package is known by what it calls.
func (e *eval) waitOfSite(s *flow.Site, least, depth int) wait {
	com := s.Common()
	if _, ok := com.Value.(*ssa.Builtin); ok {
		return wait{}
	}
	if s.Fn == nil || s.Fn.Pkg() == e.pass.Pkg || com.IsInvoke() != isAbstract(s.Fn) {
		return e.waitOfCall(com, depth)
	}
	rank, ok := e.ranks[s.Target]
	if ok && rank <= least {
		return wait{}
	}
	w := e.waitOfCall(com, depth)
	e.ranks[s.Target] = w.rank
	return w
}

// isAbstract tells whether fn is a method of an interface.
func isAbstract(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

func (e *eval) waitAt(in ssa.Instruction) wait {
	switch in := in.(type) {
	case *ssa.Send:
		if !signal(elem(in.Chan)) && !gotype.IsError(elem(in.Chan)) {
			return wait{e.nameOf(in.Chan), 3}
		}
	case *ssa.UnOp:
		if isRecv(in) && !timer(in.X) && !doneOfContext(in.X) {
			return wait{e.nameOf(in.X), 3}
		}
	case *ssa.Select:
		for _, st := range in.States { // a pause or an end comes by itself
			if in.Blocking && !timer(st.Chan) && !doneOfContext(st.Chan) && !signal(elem(st.Chan)) {
				return wait{e.nameOf(st.Chan), 2}
			}
		}
	}
	return wait{}
}

func (e *eval) waitOfCall(c *ssa.CallCommon, depth int) wait {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return wait{}
	}
	if callee := target(c.Value); e.own(callee) && !c.IsInvoke() {
		if callee.Parent() == nil && depth < 4 {
			return e.waitsFor(callee, depth+1)
		}
		return wait{}
	}
	fn, recv := ssacall.Target(c)
	switch {
	case fn == nil:
		if gotype.Name(c.Value.Type()) == "context.CancelFunc" || len(c.Args) == 0 && c.Signature().Results().Len() == 0 {
			return wait{}
		}
		return wait{e.valueName(c.Value), 2}
	case e.outbound(fn, recv):
		return wait{e.callName(c), 4}
	case c.IsInvoke():
		if quietInterface(fn) {
			return wait{}
		}
		if fn.Name() == "Close" {
			return wait{e.callName(c), 1}
		}
		if res := fn.Signature().Results(); res.Len() > 0 && !canFail(fn) && !takesContext(fn) && fn.Signature().Params().Len() == 0 {
			return wait{} // it tells something that is known
		}
		return wait{e.callName(c), 3}
	case !mayWait(fn):
		return wait{}
	case e.inProgram(fn):
		if f := e.known(fn); f != nil {
			return wait{f.Wait, f.Rank}
		}
		return wait{}
	case takesContext(fn), thirdParty(fn) && canFail(fn):
		return wait{e.callName(c), 2}
	}
	return wait{e.callName(c), 1}
}

// valueName names the field or variable that holds a function.
func (e *eval) valueName(v ssa.Value) string {
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Field, flow.Global, flow.Param:
			return e.nameOf(v)
		}
	}
	return "a function value"
}

// telling is the least rank of a wait that can make work pile up.
const telling = 2

func thirdParty(fn *types.Func) bool {
	return strings.Contains(strings.Split(fn.Pkg().Path(), "/")[0], ".")
}

func canFail(fn *types.Func) bool {
	res := fn.Signature().Results()
	return res.Len() > 0 && gotype.IsError(res.At(res.Len()-1).Type())
}

// outbound tells whether the catalogue says that a call leaves the process.
func (e *eval) outbound(fn *types.Func, recv types.Type) bool {
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind == catalogue.KindOutbound {
			return true
		}
	}
	return false
}

func takesContext(fn *types.Func) bool {
	ps := fn.Signature().Params()
	return ps.Len() > 0 && gotype.IsContext(ps.At(0).Type())
}

// quietInterface tells whether an interface method is one that loggers, errors, contexts
// and the like have, and that waits for nobody.
func quietInterface(fn *types.Func) bool {
	if fn.Pkg() == nil || quick[fn.Pkg().Path()] {
		return true
	}
	recv := strings.ToLower(gotype.Name(fn.Signature().Recv().Type()))
	for _, w := range []string{"log", "metric", "counter", "gauge", "histogram", "observer", "clock", "tracer", "span"} {
		if strings.Contains(recv[strings.LastIndexByte(recv, '.')+1:], w) {
			return true
		}
	}
	switch fn.Name() {
	case "Error", "String", "Len", "Lock", "Unlock", "RLock", "RUnlock", "Debug", "Debugf", "Info", "Infof", "Warn", "Warnf", "Errorf", "Inc", "Observe", "Now":
		return true
	}
	return false
}

// awaited tells whether the region, after it started a goroutine, waits for it to end: for
// a group, or for a channel that the goroutine sends on or closes.
func (e *eval) awaited(r region, in ssa.Instruction, fns []*ssa.Function) bool {
	told := map[string]bool{}
	for _, fn := range fns {
		if e.own(fn) {
			e.tells(fn, told)
		}
	}
	if g, ok := in.(*ssa.Go); ok {
		for _, a := range g.Call.Args {
			if waiter(a.Type()) {
				told[e.keyOf(a)] = true
			}
		}
	}
	for _, b := range r.fn.Blocks {
		if r.loop != nil && !r.loop.blocks[b] {
			continue
		}
		for _, x := range b.Instrs {
			_, isDefer := x.(*ssa.Defer)
			if x == in || isDefer && r.loop != nil || !e.awaits(x, told) {
				continue
			}
			if isDefer || e.reaches(in, x, r.loop) {
				return true
			}
		}
	}
	return false
}

func (e *eval) awaits(x ssa.Instruction, told map[string]bool) bool {
	switch x := x.(type) {
	case *ssa.UnOp:
		return isRecv(x) && told[e.keyOf(x.X)]
	case *ssa.Select:
		for _, st := range x.States {
			if st.Dir == types.RecvOnly && x.Blocking && told[e.keyOf(st.Chan)] {
				return true
			}
		}
	case ssa.CallInstruction:
		f, _ := ssacall.Target(x.Common())
		if f == nil || f.Pkg() == nil {
			return false
		}
		name := f.Name()
		return (name == "Wait" || name == "StopWait" || name == "StopAndWait" || name == "WaitAll") && f.FullName() != "(*sync.Cond).Wait" && f.Signature().Params().Len() == 0
	}
	return false
}

// tells collects the names of the channels that fn, or a literal in it, sends on or
// closes.
func (e *eval) tells(fn *ssa.Function, out map[string]bool) {
	eachInstr(fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Send:
			out[e.keyOf(in.Chan)] = true
		case *ssa.Select:
			for _, st := range in.States {
				if st.Dir == types.SendOnly {
					out[e.keyOf(st.Chan)] = true
				}
			}
		case ssa.CallInstruction:
			if b, ok := in.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
				out[e.keyOf(in.Common().Args[0])] = true
			}
		}
	})
}
