package deadlines

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
)

// dsnKeys are what bounds a statement in a data source name or a session's settings:
// those of MySQL's driver, PostgreSQL, SQL Server and ClickHouse.
var dsnKeys = []string{"readtimeout", "statement_timeout", "socket_timeout", "read timeout", "read_timeout"}

// BoundedDSN tells whether a text is, or is a part of, a data source name or a session's
// setting that bounds statements.
func BoundedDSN(s string) bool {
	if len(s) <= len("readtimeout") {
		return false // most texts are no longer than the shortest key
	}
	if s = strings.ToLower(s); !strings.Contains(s, "timeout") {
		return false // as all of the keys do
	}
	for _, key := range dsnKeys {
		before, after, ok := strings.Cut(s, key)
		if ok && isSetting(before) && given(after) {
			return true
		}
	}
	return false
}

// BoundedKey tells whether the name is that of such a setting, as in a map of them.
func BoundedKey(name string) bool { return slices.Contains(dsnKeys, strings.ToLower(name)) }

// isSetting tells whether what stands before a key shows that it is one of a data source
// name, an option or a statement, and not a word of a log line.
func isSetting(before string) bool {
	if before == "" {
		return false
	}
	switch before[len(before)-1] {
	case '?', '&', ';':
		return true
	}
	if strings.Contains(before, "set local ") {
		return false // for one transaction
	}
	return strings.Contains(before, "set ") || strings.Contains(before, "host=") || strings.Contains(before, "dbname=") ||
		strings.HasSuffix(before, "-c ") || strings.HasSuffix(before, "-c%20") || strings.HasSuffix(before, "-c+")
}

// given tells whether what stands after a key gives it a value other than zero.
func given(after string) bool {
	after = strings.TrimLeft(after, " ")
	v, ok := strings.CutPrefix(after, "=")
	if !ok {
		v, ok = strings.CutPrefix(after, "%3d")
	}
	if !ok {
		v, ok = strings.CutPrefix(after, "to ")
	}
	if !ok {
		return false
	}
	v = strings.TrimLeft(v, " '\"")
	return v == "" || v[0] != '0' || len(v) > 1 && v[1] >= '0' && v[1] <= '9'
}

// boundedOpen tells whether the call that opens a database gets such a text, as an
// argument or inside one: gorm.Open(mysql.Open(dsn)).
func (e *Eval) boundedOpen(c *ssa.Call) bool { return e.boundedArgs(c, map[ssa.Value]bool{}) }

func (e *Eval) boundedArgs(c *ssa.Call, seen map[ssa.Value]bool) bool {
	return slices.ContainsFunc(c.Call.Args, func(a ssa.Value) bool { return e.boundedText(a, seen) })
}

// maxTexts bounds the values that are searched for one text.
const maxTexts = 100

// boundedText tells whether a part of the text v, or of the texts that the call which
// makes v gets, bounds statements.
func (e *Eval) boundedText(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || len(seen) > maxTexts {
		return false
	}
	seen[v] = true
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Const:
			if s, ok := flow.TextStart(l.Value); ok && BoundedDSN(s) {
				return true
			}
		case flow.Global:
			for _, st := range e.x.GlobalStores(l.Value.(*ssa.Global)) {
				if e.boundedText(st.Val, seen) {
					return true
				}
			}
		case flow.Call:
			if e.boundedArgs(l.Value.(*ssa.Call), seen) {
				return true
			}
		case flow.Other:
			if b, ok := l.Value.(*ssa.BinOp); ok && (e.boundedText(b.X, seen) || e.boundedText(b.Y, seen)) {
				return true
			}
		}
	}
	return false
}
