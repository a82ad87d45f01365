package catalogue

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/strictyaml"
)

// maxArg bounds a parameter index: no function has so many.
const maxArg = 31

// nowhere is a Where of which nothing is said.
var nowhere = Where{Arg: -1}

// where reads the place of a value: an index, none, recv, or a mapping. An index alone
// is a parameter of type context.Context, so it is allowed for contexts only.
func (r *reader) where(n *yaml.Node, what string, isCtx bool) Where {
	if n.Kind == yaml.ScalarNode {
		switch n.Value {
		case "none":
			return Where{None: true, Arg: -1}
		case "recv":
			return Where{Recv: true, Arg: -1}
		}
		i, err := strconv.Atoi(n.Value)
		if err != nil || i < 0 || i > maxArg {
			r.Fail(n, "%s is %s; write a parameter index from 0, none, recv, or {arg: N, type: T}", what, strictyaml.Kind(n))
			return nowhere
		}
		if !isCtx {
			r.Fail(n, "%s is an index without a type; write {arg: %d, type: T}", what, i)
			return nowhere
		}
		return Where{Arg: i, Type: "context.Context"}
	}
	w := nowhere
	r.Pairs(n, what, keysWhere, func(k string, v *yaml.Node) {
		switch k {
		case "arg":
			w.Arg = r.index(v, what)
		case "type":
			w.Type = r.Text(v, what+" type")
		case "recv":
			w.Recv = r.Flag(v, what+" recv")
		case "via":
			w.Via = r.Text(v, what+" via")
			if w.Via != "" && !token.IsIdentifier(w.Via) {
				r.Fail(v, "%s via %q is no method name; write the name alone, as Context", what, w.Via)
			}
		case "from":
			w.From = r.refs(v, what+" from")
		}
	})
	switch {
	case !w.Stated():
		r.Fail(n, "%s says no place; write arg, recv or from", what)
	case w.Arg >= 0 && w.Type == "":
		r.Fail(n, "%s has an index without a type; add type: T", what)
	}
	return w
}

func (r *reader) index(n *yaml.Node, what string) int {
	i, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || i < 0 || i > maxArg {
		r.Fail(n, "%s arg is %s; write a parameter index from 0", what, strictyaml.Kind(n))
		return -1
	}
	return i
}

// refs reads references: ctx, conn, arg:N, field:pkg.T.F, func:FullName, var:pkg.V,
// type:pkg.T, or a text after dsn:, env:, config:, header:, hint:.
func (r *reader) refs(n *yaml.Node, what string) []string {
	var out []string
	r.Each(n, what, func(v *yaml.Node) {
		s := r.Text(v, what)
		if s == "" {
			return
		}
		clean, ok := checkRef(s)
		if !ok {
			r.Fail(v, "unknown reference %q in %s; write ctx, conn, arg:N, field:pkg.T.F, func:FullName, var:pkg.V, type:pkg.T, or text after dsn:, env:, config:, header: or hint:", s, what)
			return
		}
		out = append(out, clean)
	})
	return out
}

// checkRef tells whether s is a reference, and returns it without type parameter brackets.
func checkRef(s string) (string, bool) {
	if s == "ctx" || s == "conn" {
		return s, true
	}
	kind, v, ok := strings.Cut(s, ":")
	if !ok || v == "" {
		return "", false
	}
	switch kind {
	case "arg":
		i, err := strconv.Atoi(v)
		return s, err == nil && i >= 0 && i <= maxArg
	case "field":
		return stripBrackets(s), isField(stripBrackets(v))
	case "func":
		_, err := parseSymbol(v)
		return stripBrackets(s), err == nil
	case "var", "type":
		_, _, err := splitType(stripBrackets(v))
		return stripBrackets(s), err == nil
	}
	return s, slices.Contains(wordsRefText, kind)
}

// isField tells whether s is spelt pkg.T.F.
func isField(s string) bool {
	i := strings.LastIndex(s, ".")
	if i < 0 || !token.IsIdentifier(s[i+1:]) {
		return false
	}
	_, _, err := splitType(s[:i])
	return err == nil
}

// wait reads a default timeout: a word of Wait, or a duration.
func (r *reader) wait(n *yaml.Node) (Wait, time.Duration) {
	s := r.Text(n, "default_timeout")
	if s == "" {
		return WaitUnknown, 0
	}
	if slices.Contains(wordsWait, s) {
		return Wait(s), 0
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		r.Fail(n, "unknown default_timeout %q; write a duration such as 30s, or one of %s, and the rest in note", s, strings.Join(wordsWait, ", "))
		return WaitUnknown, 0
	}
	return WaitBounded, d
}

// attempts reads {from, counts, default, zero}.
func (r *reader) attempts(n *yaml.Node) Attempts {
	var a Attempts
	r.Pairs(n, "attempts", keysTries, func(k string, v *yaml.Node) {
		switch k {
		case "from":
			a.From = r.refs(v, "attempts from")
		case "counts":
			a.Counts = r.Word(v, "counts", wordsCounts)
		case "default":
			a.Default = r.count(v, "attempts default")
		case "zero":
			a.Zero = r.meant(v, "attempts zero")
		case "neg":
			a.Neg = r.meant(v, "attempts neg")
		}
	})
	return a
}

// count reads a number of attempts, unbounded or unknown.
func (r *reader) count(n *yaml.Node, what string) string {
	s := r.Text(n, what)
	if s == "" || s == "unbounded" || s == "unknown" {
		return s
	}
	if i, err := strconv.Atoi(s); err != nil || i < 0 {
		r.Fail(n, "unknown %s %q; write the total of attempts, unbounded or unknown", what, s)
		return ""
	}
	return s
}

// meant reads what zero or a negative number stands for: a count, or default.
func (r *reader) meant(n *yaml.Node, what string) string {
	if n.Kind == yaml.ScalarNode && n.Value == "default" {
		return n.Value
	}
	return r.count(n, what)
}

// limit reads {from, default, zero} of a retry's time.
func (r *reader) limit(n *yaml.Node) Limit {
	var l Limit
	r.Pairs(n, "time", keysLimit, func(k string, v *yaml.Node) {
		switch k {
		case "from":
			l.From = r.refs(v, "time from")
		case "default":
			l.Default = r.span(v, "time default")
		case "zero":
			l.Zero = r.span(v, "time zero")
		}
	})
	return l
}

// span reads a duration or none.
func (r *reader) span(n *yaml.Node, what string) string {
	s := r.Text(n, what)
	if s == "" || s == "none" {
		return s
	}
	if _, err := time.ParseDuration(s); err != nil {
		r.Fail(n, "unknown %s %q; write a duration such as 15m, or none", what, s)
		return ""
	}
	return s
}
