package queues

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A source is an instruction that takes in something from outside, one at a time.
type source struct {
	at   ssa.Instruction
	loop *loop
	name string // what is received from, as a reader names it
	net  bool   // it comes from outside the process for sure
}

// sources lists the places in fn that take in one event in each pass of an endless loop.
func (e *eval) sources(fn *ssa.Function) []source {
	if out, ok := e.events[fn]; ok {
		return out
	}
	var out []source
	for _, l := range e.loopsOf(fn) {
		e.x.Steps(fn, func(in ssa.Instruction, _ *flow.Site) {
			if b := in.Block(); !l.blocks[b] || e.inner(b) != l {
				return
			}
			if s, ok := e.source(in, l); ok {
				out = append(out, s)
			}
		})
	}
	e.events[fn] = out
	return out
}

func (e *eval) source(in ssa.Instruction, l *loop) (source, bool) {
	switch in := in.(type) {
	case *ssa.UnOp:
		if isRecv(in) && used(in) && e.carriesEvents(in.X) && !l.counted() {
			return source{at: in, loop: l, name: e.nameOf(in.X), net: e.fromLibrary(in.X)}, true
		}
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.RecvOnly && e.carriesEvents(st.Chan) {
				return source{at: in, loop: l, name: e.nameOf(st.Chan), net: e.fromLibrary(st.Chan)}, true
			}
		}
	case *ssa.Call:
		if !l.counted() && e.takesIn(in) {
			return source{at: in, loop: l, name: e.callName(in.Common()), net: true}, true
		}
	}
	return source{}, false
}

// used tells whether anybody looks at what is received: otherwise it is a signal.
func used(in *ssa.UnOp) bool {
	if !in.CommaOk {
		return len(*in.Referrers()) > 0
	}
	for _, ref := range *in.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == 0 && len(*x.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// carriesEvents tells whether a channel carries work: not signals, ticks, errors or
// connections.
func (e *eval) carriesEvents(ch ssa.Value) bool {
	t := elem(ch)
	if signal(t) || gotype.IsError(t) || connection(t) || basic(t) {
		return false
	}
	switch name := gotype.Name(t); {
	case name == "time.Time", name == "os.Signal", name == "context.Context":
		return false
	case strings.Contains(strings.ToLower(short(name)), "config"):
		return false // whoever changes the configuration is no stranger
	}
	return !e.internal(ch)
}

// internal tells whether a channel was made by the function that receives from it, or by
// the one around it, and is handed to nobody outside: it brings the function's own
// results back.
func (e *eval) internal(ch ssa.Value) bool {
	for _, l := range e.x.Resolve(ch) {
		mk, ok := l.Value.(*ssa.MakeChan)
		if !ok || ch.Parent() == nil || flow.Named(mk.Parent()) != flow.Named(ch.Parent()) {
			return false
		}
		for _, a := range e.x.Aliases(mk) {
			for _, ref := range e.x.Uses(a) {
				c, ok := ref.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if fn := target(c.Common().Value); c.Common().IsInvoke() || fn == nil || !e.own(fn) {
					if _, builtin := c.Common().Value.(*ssa.Builtin); !builtin {
						return false
					}
				}
			}
		}
	}
	return true
}

// basic tells whether t is a number or the like, which says that something is to be
// done and brings nothing to do it with.
func basic(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString == 0
}

// signal tells whether t carries nothing but the event.
func signal(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Struct:
		return t.NumFields() == 0
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	}
	return false
}

// connection tells whether t is a connection, a stream or a session: it is read from and
// closed, so that whoever gets one lives as long as it does.
func connection(t types.Type) bool {
	has := func(names ...string) bool {
		for _, n := range names {
			if m, _, _ := types.LookupFieldOrMethod(t, true, nil, n); m != nil {
				if _, ok := m.(*types.Func); ok {
					return true
				}
			}
		}
		return false
	}
	return has("Accept") && has("Reject") || has("Close", "CloseNow", "Reset", "CloseWithError", "CloseSend") && has("Read", "ReadMessage", "ReadMsg", "Recv", "AcceptStream", "Accept", "ReadPacket", "ReadJSON", "NextReader", "RemoteAddr")
}

// fromLibrary tells whether a channel was got from another module.
func (e *eval) fromLibrary(ch ssa.Value) bool {
	for _, l := range e.x.Resolve(ch) {
		if l.Kind != flow.Call {
			continue
		}
		if fn, _ := ssacall.Target(l.Value.(*ssa.Call).Common()); fn != nil && !e.inProgram(fn) && fn.Pkg() != nil && strings.Contains(fn.Pkg().Path(), ".") {
			return true
		}
	}
	return false
}

// intake are the beginnings of the names by which functions take in one message.
var intake = []string{"recv", "receive", "fetch", "poll", "pop", "dequeue", "consume"}

// readings are what is read where that is one message.
var readings = []string{"message", "msg", "packet", "frame", "from", "udp", "event", "json", "request", "datagram", "command", "cmd", "query", "pdu", "notification", "next", "one"}

// notIntake are names that begin like those and do something else.
var notIntake = []string{"receiver", "popup", "polling"}

// takesIn tells whether a call brings in one message from outside.
func (e *eval) takesIn(c *ssa.Call) bool {
	com := c.Common()
	fn, recv := ssacall.Target(com)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind == catalogue.KindOutbound && en.Stream && intakeName(fn.Name()) {
			return true
		}
	}
	switch path := fn.Pkg().Path(); {
	case gotype.IsFunc(fn, "(*bufio.Scanner).Scan"):
		return !e.local(ssacall.Args(com)[0], 0)
	case gotype.IsFunc(fn, "(*encoding/json.Decoder).Decode"), gotype.IsFunc(fn, "(*encoding/gob.Decoder).Decode"):
		return !e.local(ssacall.Args(com)[0], 0)
	case path == "os" || path == "strings" || path == "bytes" || path == "database/sql" || path == "archive/tar" || path == "archive/zip" || path == "encoding/csv" || path == "path/filepath":
		return false
	case strings.HasPrefix(path, "compress/"):
		return false
	}
	if !intakeName(fn.Name()) && !e.readsOne(com, fn, 0) || !e.received(com, fn) {
		return false
	}
	as := ssacall.Args(com)
	return len(as) == 0 || !e.local(as[0], 0)
}

// readsOne tells whether a function of the package, which is called read something, takes
// in a message itself.
func (e *eval) readsOne(c *ssa.CallCommon, fn *types.Func, depth int) bool {
	callee := c.StaticCallee()
	if callee == nil || depth > 2 || !strings.HasPrefix(strings.ToLower(fn.Name()), "read") || !e.own(flow.Origin(callee)) {
		return false
	}
	for _, b := range flow.Origin(callee).Blocks {
		for _, in := range b.Instrs {
			x, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			f, _ := ssacall.Target(x.Common())
			if f == nil || f.Pkg() == nil {
				continue
			}
			if x.Call.IsInvoke() && strings.HasPrefix(strings.ToLower(f.Name()), "read") && connection(x.Call.Value.Type()) || e.readsOne(x.Common(), f, depth+1) {
				return true
			}
		}
	}
	return false
}

func intakeName(name string) bool {
	name = strings.ToLower(name)
	if what, ok := strings.CutPrefix(name, "read"); ok {
		return what == "" || slices.ContainsFunc(readings, func(r string) bool { return strings.HasPrefix(what, r) })
	}
	for _, n := range notIntake {
		if strings.HasPrefix(name, n) {
			return false
		}
	}
	for _, n := range intake {
		if strings.HasPrefix(name, n) {
			return true
		}
	}
	return false
}

// received tells whether a call has the form of one that waits for a message: a method
// that can fail.
func (e *eval) received(com *ssa.CallCommon, fn *types.Func) bool {
	res := fn.Signature().Results()
	if fn.Signature().Recv() == nil || res.Len() == 0 {
		return false
	}
	last := res.At(res.Len() - 1).Type()
	if b, ok := last.Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
		return res.Len() > 1
	}
	return gotype.IsError(last)
}

// local tells whether a reader reads what is in memory or in a file, which ends.
func (e *eval) local(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch gotype.Name(gotype.Deref(v.Type())) {
	case "os.File", "bytes.Buffer", "bytes.Reader", "strings.Reader":
		return true
	}
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Call:
			c := l.Value.(*ssa.Call).Common()
			fn, _ := ssacall.Target(c)
			if fn == nil || fn.Pkg() == nil {
				continue
			}
			switch gotype.Name(gotype.Deref(l.Value.Type())) {
			case "os.File", "bytes.Buffer", "bytes.Reader", "strings.Reader":
				return true
			}
			switch fn.Pkg().Path() {
			case "os", "os/exec", "strings", "bytes":
				return true
			case "bufio", "io", "encoding/json", "encoding/gob", "compress/gzip":
				if len(c.Args) > 0 && e.local(c.Args[0], depth+1) {
					return true
				}
			}
		case flow.GlobalAddr, flow.Global:
			if g := l.Value.(*ssa.Global); g.Pkg != nil && g.Pkg.Pkg.Path() == "os" {
				return true
			}
		case flow.Alloc:
			switch gotype.Name(gotype.Deref(l.Value.Type())) {
			case "os.File", "bytes.Buffer", "bytes.Reader", "strings.Reader":
				return true
			}
		}
	}
	return false
}
