package queues

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// sends finds the goroutines that only send, started by what others call at their own
// rate; those behind loops and requests are found with the drives.
func (e *eval) sends() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		for _, p := range e.walk(region{fn: fn}) {
			if p.Kind != Send || p.fn != fn {
				continue
			}
			if by := e.external(fn, map[*ssa.Function]bool{}); by != "" && !once(flow.Named(fn)) && !ends(fn) {
				out = append(out, &Site{Kind: Send, Fn: fn, Pos: p.pos, What: p.What, To: p.To, By: by, Path: p.Path})
			}
		}
	}
	return append(out, e.contextWaits()...)
}

// stales finds the loops that take work off a channel whose items hold the context of
// whoever waits for them, where nothing in the package ever looks at that context.
func (e *eval) stales() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		for _, in := range e.x.Moves(fn) {
			for _, ch := range received(in.Instruction) {
				f := contextField(elem(ch))
				if f == nil || f.Pkg() != e.pass.Pkg || f.Exported() || e.fieldRead(f) {
					continue
				}
				out = append(out, &Site{
					Kind: Stale, Fn: fn, Pos: in.Pos(), What: e.nameOf(ch), To: f.Name(),
					Path: []trace.Step{e.step(trace.Use, in.Pos(), fn, "takes from "+e.nameOf(ch))},
				})
			}
		}
	}
	return out
}

// contextField returns the field of a struct that holds a context.
func contextField(t types.Type) *types.Var {
	st := structOf(t)
	if st == nil {
		return nil
	}
	for i := range st.NumFields() {
		if f := st.Field(i); gotype.IsContext(f.Type()) {
			return f.Origin()
		}
	}
	return nil
}

// fieldRead tells whether anything in the package reads a field.
func (e *eval) fieldRead(f *types.Var) bool {
	for _, fa := range e.x.FieldAddrs(f) {
		for _, ref := range *fa.Referrers() {
			if _, ok := ref.(*ssa.Store); !ok {
				return true
			}
		}
	}
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if x, ok := in.(*ssa.Field); ok {
					if st := structOf(x.X.Type()); st != nil && st.Field(x.Field).Origin() == f {
						return true
					}
				}
			}
		}
	}
	return false
}

var (
	selects    = regexp.MustCompile(`(?is)^\s*(with\b.*\bselect|select)\b`)
	limits     = regexp.MustCompile(`(?is)\b(limit|top|fetch\s+(first|next)|rownum|count\s*\(|sum\s*\(|max\s*\(|min\s*\(|avg\s*\(|exists\s*\(|group\s+by)`)
	fromTable  = regexp.MustCompile(`(?is)\bfrom\b`)
	byIdentity = regexp.MustCompile(`(?is)\b(id|uuid|key|name|email|slug|token|hash)\s*=\s*(\?|\$\d|:\w|@\w|%)`)
)

// reads finds the queries without a limit of rows that a loop makes again and again.
func (e *eval) queries() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		for s := range e.with(fn, selected) {
			c, ok := s.CallInstruction.(*ssa.Call)
			if !ok {
				continue
			}
			what := e.unlimitedRead(c)
			if what == "" || !e.polled(fn, c, map[*ssa.Function]bool{}) {
				continue
			}
			out = append(out, &Site{
				Kind: Read, Fn: fn, Pos: c.Pos(), What: e.callName(c.Common()), To: what,
				Path: []trace.Step{e.step(trace.Outbound, c.Pos(), fn, e.callName(c.Common()))},
			})
		}
	}
	return out
}

// unlimitedRead says why a call reads without a limit, or is empty.
func (e *eval) unlimitedRead(c *ssa.Call) string {
	com := c.Common()
	fn, _ := ssacall.Target(com)
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	path := fn.Pkg().Path()
	if isRedis(path) {
		switch fn.Name() {
		case "Keys", "HGetAll", "SMembers":
			return "it reads all there is"
		case "LRange":
			as := ssacall.Args(com)
			if n, ok := constInt(as[len(as)-1]); ok && n == -1 {
				return "it reads the whole list"
			}
		}
		return ""
	}
	if fn.Name() != "Query" && fn.Name() != "QueryContext" && fn.Name() != "Queryx" && fn.Name() != "QueryxContext" && fn.Name() != "Select" && fn.Name() != "SelectContext" {
		return ""
	}
	for _, a := range ssacall.Args(com) {
		text, ok := constText(a)
		if ok && selects.MatchString(text) && fromTable.MatchString(text) {
			if limits.MatchString(text) || byIdentity.MatchString(text) {
				return ""
			}
			return "the statement has no LIMIT"
		}
	}
	return ""
}

func isRedis(path string) bool {
	return strings.Contains(path, "go-redis") || strings.HasPrefix(path, "github.com/redis/")
}

// polled tells whether a call stands in an endless loop, or in what one calls.
func (e *eval) polled(fn *ssa.Function, at ssa.Instruction, seen map[*ssa.Function]bool) bool {
	for _, l := range e.loopsOf(fn) {
		if l.blocks[at.Block()] && !l.counted() && e.paced(l) {
			return true
		}
	}
	if fn.Parent() != nil || seen[fn] || len(seen) > 20 {
		return false
	}
	seen[fn] = true
	for _, c := range e.x.Callers(fn) {
		if e.polled(c.Parent(), c, seen) {
			return true
		}
	}
	return false
}

// paced tells whether a loop waits in each pass.
func (e *eval) paced(l *loop) bool {
	for b := range l.blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if isRecv(in) {
					return true
				}
			case *ssa.Call:
				if e.full(in.Common()) == "time.Sleep" {
					return true
				}
			}
		}
	}
	return false
}

// pools finds the pools of database connections that nothing caps.
func (e *eval) pools() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		for s := range e.with(fn, opens) {
			c, ok := s.CallInstruction.(*ssa.Call)
			if !ok || deadlines.StartUp(fn) && e.pass.Pkg.Name() != "main" {
				continue
			}
			if name := e.full(c.Common()); name != "database/sql.Open" && name != "database/sql.OpenDB" || e.capped(fn, c) {
				continue
			}
			out = append(out, &Site{
				Kind: Pool, Fn: fn, Pos: c.Pos(), What: e.callName(c.Common()),
				Path: []trace.Step{e.step(trace.Make, c.Pos(), fn, e.callName(c.Common()))},
			})
		}
	}
	return out
}

// capped tells whether the pool that a call makes is given a cap, here or by whoever it
// is handed to, as far as that can be seen.
func (e *eval) capped(fn *ssa.Function, c *ssa.Call) bool {
	if text, ok := constText(c.Call.Args[0]); ok && strings.Contains(text, "sqlite") {
		return true
	}
	for _, f := range e.x.SSA.Funcs {
		if e.capsPool(f) {
			return true
		}
	}
	for _, ref := range *c.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, r := range *x.Referrers() {
			switch r := r.(type) {
			case *ssa.Return:
				return true // the caller's to say
			case *ssa.Call:
				if g := e.fact(r.Common()); g != nil && g.Cap {
					return true
				}
			}
		}
	}
	return false
}

// capsPool tells whether fn, or a call in it, caps a pool.
func (e *eval) capsPool(fn *ssa.Function) bool {
	for s := range e.with(fn, caps|factual) {
		if f := e.known(s.Fn); f != nil && f.Cap || gotype.IsFunc(s.Fn, "(*database/sql.DB).SetMaxOpenConns") {
			return true
		}
	}
	return false
}
