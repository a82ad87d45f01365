package deadlines

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A Conn is a connection that the package accepts, dials, or is handed, with what the
// package is seen to do with it under all of its names.
type Conn struct {
	Origin  ssa.Value         // the call that makes it, or the parameter
	Reads   []ssa.Instruction // in source order of the functions that have it
	Writes  []ssa.Instruction
	Bounded bool // somebody sets a deadline, or may: it goes where it can't be followed
}

// Pos is where the connection is made, or handed in.
func (c *Conn) Pos() token.Pos {
	if x, ok := c.Origin.(*ssa.Extract); ok {
		return x.Tuple.Pos()
	}
	return c.Origin.Pos()
}

// Conns returns the connections of the package.
func (e *Eval) Conns() []*Conn {
	var out []*Conn
	for _, fn := range e.x.SSA.Funcs {
		for _, v := range e.connOrigins(fn) {
			w := &connWalk{e: e, conn: &Conn{Origin: v}, seen: map[ssa.Value]bool{}}
			w.value(v)
			out = append(out, w.conn)
		}
	}
	return out
}

// connOrigins returns the connections that begin in fn: those that it accepts or dials,
// and those that callers hand in whom this package does not see.
func (e *Eval) connOrigins(fn *ssa.Function) []ssa.Value {
	var out []ssa.Value
	if fn.Parent() == nil {
		for i, p := range fn.Params {
			if isConn(p.Type()) && (i > 0 || fn.Signature.Recv() == nil) && len(e.x.Callers(fn)) == 0 {
				out = append(out, p)
			}
		}
	}
	for _, s := range e.x.Sites(fn) {
		c, ok := s.CallInstruction.(*ssa.Call)
		if !ok || !gives(s.Fn) {
			continue
		}
		name := s.Fn.FullName()
		switch {
		case name == "(net.Listener).Accept", strings.HasPrefix(name, "(*net.TCPListener).Accept"):
		case strings.HasPrefix(name, "net.Dial"), strings.HasPrefix(name, "(*net.Dialer).Dial"), strings.HasPrefix(name, "crypto/tls.Dial"):
			if localNetwork(c.Common()) {
				continue
			}
		default:
			continue
		}
		if x := extracted(c, 0); x != nil {
			out = append(out, x)
		}
	}
	return out
}

// gives tells whether a function may give a connection, by the end of its name: most calls
// are of others, and their whole names need not be written.
func gives(fn *types.Func) bool {
	return fn != nil && (strings.HasPrefix(fn.Name(), "Accept") || strings.HasPrefix(fn.Name(), "Dial"))
}

// isConn tells whether t is a connection with deadlines of package net or crypto/tls.
func isConn(t types.Type) bool {
	return gotype.In(t, "net", "Conn", "TCPConn") || gotype.Is(t, "crypto/tls", "Conn")
}

// deadlined tells whether a value of type t can be asked for a deadline: handed on under
// such a type, others may set one.
func deadlined(t types.Type) bool {
	if i, ok := t.Underlying().(*types.Interface); ok && i.NumMethods() == 0 {
		return true // any: others may look what it is
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "SetDeadline")
	_, ok := obj.(*types.Func)
	return ok
}

type connWalk struct {
	e    *Eval
	conn *Conn
	seen map[ssa.Value]bool
}

// maxConnValues bounds the names of one connection that are followed.
const maxConnValues = 200

func (w *connWalk) value(v ssa.Value) {
	if w.seen[v] || w.conn.Bounded {
		return
	}
	if len(w.seen) >= maxConnValues {
		w.conn.Bounded = true // too many names to know
		return
	}
	w.seen[v] = true
	for _, ref := range w.e.x.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.ChangeType:
			w.value(ref.(ssa.Value))
		case *ssa.TypeAssert:
			w.value(ref)
		case *ssa.Extract: // of a type assertion
			if ref.Index == 0 {
				w.value(ref)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == v {
					w.value(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		case *ssa.UnOp:
			if _, cell := v.(*ssa.FreeVar); cell && ref.Op == token.MUL {
				w.value(ref)
			}
		case *ssa.Store:
			if ref.Val == v {
				w.stored(ref.Addr)
			}
		case *ssa.Return, *ssa.Send, *ssa.MapUpdate:
			w.conn.Bounded = w.conn.Bounded || deadlined(v.Type()) // whoever gets it may set one
		case ssa.CallInstruction:
			w.call(ref, v)
		}
	}
}

// stored goes on with the reads of the place that the connection is kept in.
func (w *connWalk) stored(addr ssa.Value) {
	reads := func(a ssa.Value) {
		for _, ref := range w.e.x.Uses(a) {
			switch ref := ref.(type) {
			case *ssa.UnOp:
				w.value(ref)
			case *ssa.MakeClosure:
				for i, b := range ref.Bindings {
					if b == a {
						w.value(ref.Fn.(*ssa.Function).FreeVars[i])
					}
				}
			}
		}
	}
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		f := flow.FieldVar(addr)
		if f.Exported() || w.e.Within(token.NoPos, f) > 0 {
			w.conn.Bounded = true
			return
		}
		for _, fa := range w.e.x.FieldAddrs(f) {
			reads(fa)
		}
	case *ssa.Alloc, *ssa.Global:
		reads(addr)
	default:
		w.conn.Bounded = true
	}
}

func (w *connWalk) call(c ssa.CallInstruction, v ssa.Value) {
	com := c.Common()
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return
	}
	if ssacall.Receiver(com) == v {
		w.method(c, v)
	}
	k := callee(com)
	for i, a := range ssacall.Args(com) {
		if a != v || i == 0 && ssacall.Receiver(com) == v {
			continue
		}
		w.argument(c, k, i, v)
	}
}

// method judges the call of a method of the connection, or of a reader made from it.
func (w *connWalk) method(c ssa.CallInstruction, v ssa.Value) {
	name := ""
	if k := callee(c.Common()); k.Obj != nil {
		name = k.Obj.Name()
	}
	switch {
	case strings.HasSuffix(name, "Deadline"), strings.HasSuffix(name, "Timeout"):
		w.conn.Bounded = true
	case strings.HasPrefix(name, "Read"), name == "Decode", name == "Peek", name == "Scan", name == "Handshake":
		w.conn.Reads = append(w.conn.Reads, c)
	case strings.HasPrefix(name, "Write"), name == "Encode", name == "Flush":
		w.conn.Writes = append(w.conn.Writes, c)
	}
}

// wrappers make a reader or writer over the one they get, readers and writers use it at
// once: the functions of the standard library by which connections are mostly read.
var (
	wrappers = []string{"bufio.NewReader", "bufio.NewReaderSize", "bufio.NewWriter", "bufio.NewWriterSize", "bufio.NewScanner", "bufio.NewReadWriter",
		"encoding/json.NewDecoder", "encoding/json.NewEncoder", "encoding/gob.NewDecoder", "encoding/gob.NewEncoder", "io.LimitReader", "io.TeeReader",
		"net/textproto.NewReader", "net/textproto.NewWriter", "crypto/tls.Server", "crypto/tls.Client"}
	readers = []string{"io.ReadFull", "io.ReadAtLeast", "io.ReadAll", "encoding/binary.Read", "net/http.ReadRequest", "net/http.ReadResponse"}
	writers = []string{"io.WriteString", "fmt.Fprintf", "fmt.Fprint", "fmt.Fprintln", "encoding/binary.Write"}
)

// argument judges the connection v as argument i of the call.
func (w *connWalk) argument(c ssa.CallInstruction, k Callee, i int, v ssa.Value) {
	name := ""
	if k.Obj != nil {
		name = k.Obj.FullName()
	}
	call, plain := c.(*ssa.Call)
	switch {
	case slices.Contains(wrappers, name):
		if plain {
			w.value(call)
		}
		return
	case slices.Contains(readers, name):
		w.conn.Reads = append(w.conn.Reads, c)
		return
	case slices.Contains(writers, name):
		w.conn.Writes = append(w.conn.Writes, c)
		return
	case name == "io.Copy", name == "io.CopyBuffer", name == "io.CopyN":
		return // a tunnel lives as long as its ends
	}
	fn := c.Common().StaticCallee()
	if fn != nil && fn.Blocks != nil && (fn.Pkg == w.e.x.SSA.Pkg || fn.Parent() != nil) && i < len(fn.Params) {
		w.into(c, flow.Origin(fn), i)
		return
	}
	if deadlined(paramType(c.Common(), i, v)) && !(k.Obj != nil && k.Obj.Pkg() != nil && harmless(k.Obj.Pkg().Path())) {
		w.conn.Bounded = true
	}
}

// harmless tells whether a package's functions only print or compare what they get.
func harmless(path string) bool {
	return path == "fmt" || path == "log" || path == "log/slog" || path == "reflect" || path == "sync" || path == "sync/atomic"
}

// paramType returns the type under which argument i is handed over.
func paramType(c *ssa.CallCommon, i int, v ssa.Value) types.Type {
	sig := c.Signature()
	if !c.IsInvoke() && sig.Recv() != nil || c.IsInvoke() {
		i--
	}
	switch {
	case i < 0:
		return v.Type()
	case sig.Variadic() && i >= sig.Params().Len()-1:
		return v.Type()
	case i < sig.Params().Len():
		return sig.Params().At(i).Type()
	}
	return v.Type()
}

// into follows the connection into a function of the package. One that only gets a reader
// or a writer is a helper: its use is told at the call.
func (w *connWalk) into(c ssa.CallInstruction, fn *ssa.Function, i int) {
	p := fn.Params[i]
	if isConn(p.Type()) || w.seen[p] {
		w.value(p)
		return
	}
	inner := &connWalk{e: w.e, conn: &Conn{Origin: p}, seen: w.seen}
	inner.value(p)
	w.conn.Bounded = w.conn.Bounded || inner.conn.Bounded
	if len(inner.conn.Reads) > 0 {
		w.conn.Reads = append(w.conn.Reads, c)
	}
	if len(inner.conn.Writes) > 0 {
		w.conn.Writes = append(w.conn.Writes, c)
	}
}
