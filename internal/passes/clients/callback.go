package clients

import (
	"go/constant"
	"go/token"
	"go/types"
	"net"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// callback tells whether the servers that fn starts in the background only wait for one
// answer, as a login in the browser does: fn receives a value, shuts the server down and
// goes on.
func (e *eval) callback(fn *ssa.Function) bool {
	started, ended := false, false
	for _, lit := range flow.WithLiterals(fn) {
		for _, s := range e.x.Sites(lit) {
			obj := s.Fn
			if obj == nil {
				continue
			}
			_, bg := s.CallInstruction.(*ssa.Go)
			started = started || serverName(obj) && (bg || e.background(lit))
			ended = ended || obj.Pkg() != nil && obj.Pkg().Path() == "net/http" && (obj.Name() == "Shutdown" || obj.Name() == "Close")
		}
	}
	return started && ended && receivesData(fn)
}

// receivesData tells whether fn waits for a value that is neither an error nor an event.
func receivesData(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if ch := receives(in); ch != nil && dataChan(ch.Type()) {
				return true
			}
			if s, ok := in.(*ssa.Select); ok {
				for _, st := range s.States {
					if st.Dir == types.RecvOnly && dataChan(st.Chan.Type()) {
						return true
					}
				}
			}
		}
	}
	return false
}

func dataChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && !gotype.IsError(ch.Elem()) && !emptyChan(t) && !timeChan(t) && !signalChan(t)
}

// private tells whether the server that the call starts is reached by nobody else: its
// port is any that is free, or it runs in the background on the loopback interface, as
// what profiles a program does.
func (e *eval) private(c *ssa.CallCommon, background bool) bool {
	addr, ok := e.address(c)
	if !ok {
		return false
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	return port == "0" || background && (host == "localhost" || host == "127.0.0.1" || host == "::1")
}

// address is the constant address that a server of net/http listens at; a port that is
// no constant reads as "?".
func (e *eval) address(c *ssa.CallCommon) (string, bool) {
	obj, recv := ssacall.Target(c)
	as := ssacall.Args(c)
	switch {
	case obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" || len(as) == 0:
		return "", false
	case strings.HasPrefix(obj.Name(), "Serve") && recv == nil:
		return e.listened(as[0])
	case strings.HasPrefix(obj.Name(), "Serve") && len(as) > 1:
		return e.listened(as[1])
	case recv == nil:
		return addressText(as[0])
	}
	for _, l := range e.x.Resolve(as[0]) {
		a, ok := l.Value.(*ssa.Alloc)
		if !ok {
			return "", false
		}
		st, ok := gotype.Deref(a.Type()).Underlying().(*types.Struct)
		if !ok {
			return "", false
		}
		for i := range st.NumFields() {
			if st.Field(i).Name() != "Addr" {
				continue
			}
			for _, s := range flow.StoresTo(a, st.Field(i)) {
				return addressText(s.Val)
			}
		}
	}
	return "", false
}

// listened is the address that a listener was opened at, where that is one place.
func (e *eval) listened(v ssa.Value) (string, bool) {
	leaves := e.x.Resolve(v)
	if len(leaves) != 1 {
		return "", false
	}
	c, ok := leaves[0].Value.(*ssa.Call)
	if !ok {
		return "", false
	}
	if obj, _ := ssacall.Target(c.Common()); obj == nil || !gotype.IsFunc(obj, "net.Listen") {
		return "", false
	}
	return addressText(c.Common().Args[1])
}

// addressText reads an address of which the host at least is constant.
func addressText(v ssa.Value) (string, bool) {
	if s, ok := constText(v); ok {
		return s, true
	}
	front := ""
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op == token.ADD {
			front, _ = constText(operands(v)[0])
		}
	case *ssa.Call:
		obj, _ := ssacall.Target(v.Common())
		if obj == nil || !gotype.IsFunc(obj, "fmt.Sprintf") {
			return "", false
		}
		if c, ok := v.Common().Args[0].(*ssa.Const); ok && c.Value != nil {
			front, _, _ = strings.Cut(constant.StringVal(c.Value), "%")
		}
	}
	return front + "?", strings.HasSuffix(front, ":")
}
