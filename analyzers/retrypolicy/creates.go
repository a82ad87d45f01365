package retrypolicy

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// maxWrite bounds the functions below an operation that are looked at for a write.
const maxWrite = 3

// write names what the retry repeats that makes something new on the far side, through
// functions of the package, or gives "": nothing is seen, or the far side knows it again.
func (c *checker) write(l *layer) string {
	var ops []*ssa.Function
	switch {
	case l.loop == nil:
		ops = append(ops, l.op)
	case !l.loop.Chosen:
		for _, op := range l.loop.Ops {
			ops = append(ops, op.Common().StaticCallee())
		}
		if what := c.writeIn(l.scope().calls()); what != "" && !known(l.fn) {
			return what
		}
	}
	for _, op := range ops {
		if what := c.writeBelow(op, l.fn, maxWrite); what != "" && !known(l.fn) {
			return what
		}
	}
	return ""
}

func (c *checker) writeBelow(fn, from *ssa.Function, depth int) string {
	if depth == 0 || fn == nil || fn.Blocks == nil || fn.Pkg != from.Pkg || known(fn) {
		return ""
	}
	calls := (&scope{fns: flow.WithLiterals(fn)}).calls()
	if what := c.writeIn(calls); what != "" {
		return what
	}
	for _, call := range calls {
		if what := c.writeBelow(call.Call.StaticCallee(), fn, depth-1); what != "" {
			return what
		}
	}
	return ""
}

// writeIn names the first of the calls that sends a POST or an INSERT.
func (c *checker) writeIn(calls []*ssa.Call) string {
	for _, call := range calls {
		if req := request(call); req != nil {
			if made := c.maker(req); made != nil && posts(made) {
				return "a POST"
			}
		}
		obj, _ := ssacall.Target(&call.Call)
		if obj == nil {
			continue
		}
		switch obj.FullName() {
		case "(*database/sql.DB).Exec", "(*database/sql.DB).ExecContext", "(*database/sql.Conn).ExecContext",
			"(*database/sql.DB).QueryRow", "(*database/sql.DB).QueryRowContext":
			if inserts(queryText(call)) {
				return "an INSERT"
			}
		}
	}
	return ""
}

// posts tells whether the call that makes a request says that it is a POST.
func posts(made *ssa.Call) bool {
	obj, _ := ssacall.Target(&made.Call)
	if obj == nil || gotype.Path(obj) != "net/http" {
		return false
	}
	for _, a := range made.Call.Args {
		if text(a) == "POST" {
			return true
		}
	}
	return false
}

// inserts tells whether a statement adds a row each time that it is run: its key is not
// among what it is given, and a row that is there already is no matter to it.
func inserts(sql string) bool {
	low := strings.Join(strings.Fields(strings.ToLower(sql)), " ")
	if !strings.HasPrefix(low, "insert into ") || strings.Contains(low, "on conflict") || strings.Contains(low, "on duplicate key") || strings.Contains(low, "not exists") {
		return false
	}
	_, rest, _ := strings.Cut(low, "(")
	columns, _, ok := strings.Cut(rest, ")")
	if !ok {
		return false
	}
	for col := range strings.SplitSeq(columns, ",") {
		switch col = strings.Trim(col, " \"`"); {
		case col == "id", col == "key", col == "uuid", col == "guid", strings.Contains(col, "idempot"):
			return false
		}
	}
	return true
}

// known tells whether fn sends a key by which the far side knows a request again, asks for
// something only, or finds out whether the request has left.
func known(fn *ssa.Function) bool {
	low := strings.ToLower(flow.Named(fn).Name())
	for _, w := range asking {
		if strings.Contains(low, w) {
			return true
		}
	}
	for _, g := range flow.WithLiterals(flow.Named(fn)) {
		if keyed(g) || mentions(g, asking) || mentions(g, []string{"dial"}) {
			return true
		}
	}
	return false
}

// asking are words of requests that are sent with POST and change nothing.
var asking = []string{"search", "query", "lookup", "find", "fetch", "list", "token", "auth", "login", "verify", "check", "validat", "graphql", "embed", "complet", "chat", "rerank", "predict", "translat", "export", "metric", "trace", "rpc", "read"}

// mentions tells whether a constant text in fn that could be a path has one of the words.
func mentions(fn *ssa.Function, words []string) bool {
	found := false
	(&scope{fns: []*ssa.Function{fn}}).each(func(in ssa.Instruction) {
		for _, op := range in.Operands(nil) {
			if *op == nil {
				continue
			}
			low := strings.ToLower(text(*op))
			if low == "" || !strings.Contains(low, "/") && low != "dial" {
				continue
			}
			for _, w := range words {
				found = found || strings.Contains(low, w)
			}
		}
	})
	return found
}
