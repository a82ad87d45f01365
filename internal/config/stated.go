package config

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/statement"
	"github.com/resilint/resilint/internal/strictyaml"
)

// statedKeys are those of an element of stated.
var statedKeys = []string{"symbol", string(statement.Retry), string(statement.Bounded), string(statement.Queue)}

// stated reads what the owner states of symbols.
func (r *reader) stated(c *Config, n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.Fail(n, "stated is %s; write a list, each element with a symbol and what is stated of it", strictyaml.Kind(n))
		return
	}
	for _, item := range n.Content {
		r.statedOf(c, item)
	}
}

func (r *reader) statedOf(c *Config, n *yaml.Node) {
	before := len(r.Errs)
	var symbols []string
	var list []statement.Statement
	r.Pairs(n, "an element of stated", statedKeys, func(k string, v *yaml.Node) {
		switch statement.Verb(k) {
		case "symbol":
			symbols = r.symbols(v)
		case statement.Retry:
			list = append(list, r.retry(v))
		case statement.Bounded:
			list = append(list, r.bounded(v))
		case statement.Queue:
			list = append(list, r.queue(v))
		}
	})
	switch {
	case before < len(r.Errs):
		return
	case len(symbols) == 0:
		r.Fail(n, "symbol is missing; write pkg/path.Func, (*pkg/path.Type).Method, pkg/path.Type.Field or pkg/path.Var")
		return
	case len(list) == 0:
		r.Fail(n, "nothing is stated of %s; write retry, bounded or queue", strings.Join(symbols, ", "))
		return
	}
	for _, s := range symbols {
		for _, other := range c.Stated {
			for _, st := range list {
				if _, twice := statement.Find(other.Statements, st.Verb); twice && other.Symbol == s {
					r.Fail(n, "%s of %s is stated at %s already; keep one", st.Verb, s, other.Pos)
				}
			}
		}
		c.Stated = append(c.Stated, statement.Stated{Symbol: s, Statements: list, Pos: r.Pos(n)})
	}
}

func (r *reader) symbols(n *yaml.Node) []string {
	var out []string
	r.Each(n, "symbol", func(v *yaml.Node) {
		s := r.Text(v, "symbol")
		if s == "" {
			return
		}
		if symbolPackage(s) == "" {
			r.Fail(v, "malformed symbol %q; write pkg/path.Func, (*pkg/path.Type).Method, pkg/path.Type.Field or pkg/path.Var", s)
			return
		}
		out = append(out, s)
	})
	return out
}

func (r *reader) retry(n *yaml.Node) statement.Statement {
	s := statement.Statement{Verb: statement.Retry}
	r.statement(n, &s, []string{"attempts"}, func(k string, v *yaml.Node) error {
		var err error
		if s.Attempts, err = statement.ParseAttempts(v.Value); err == nil && v.ShortTag() != "!!int" && s.Attempts != statement.Unbounded {
			err = errQuoted(k)
		}
		return err
	})
	return s
}

func (r *reader) bounded(n *yaml.Node) statement.Statement {
	s := statement.Statement{Verb: statement.Bounded}
	r.statement(n, &s, []string{"duration"}, func(k string, v *yaml.Node) error {
		var err error
		s.Duration, err = statement.ParseDuration(k, v.Value)
		return err
	})
	if s.Duration > 0 && s.Reason == "" {
		r.Fail(n, "bounded says no reason; write reason: and why it ends in time")
	}
	return s
}

func (r *reader) queue(n *yaml.Node) statement.Statement {
	s := statement.Statement{Verb: statement.Queue}
	r.statement(n, &s, []string{"timeout", "service", "safety"}, func(k string, v *yaml.Node) error {
		var err error
		switch k {
		case "timeout":
			s.Timeout, err = statement.ParseDuration(k, v.Value)
		case "service":
			s.Service, err = statement.ParseDuration(k, v.Value)
		case "safety":
			if s.Safety, err = statement.ParseSafety(v.Value); err == nil && v.ShortTag() != "!!float" {
				err = errQuoted(k)
			}
		}
		return err
	})
	return s
}

// errQuoted is about a number that is written as a text.
func errQuoted(k string) error {
	return fmt.Errorf("%s is a text; write the number without quotes", k)
}

// statement reads the mapping of a verb: values that must be there, and a reason.
func (r *reader) statement(n *yaml.Node, s *statement.Statement, keys []string, value func(k string, v *yaml.Node) error) {
	var seen []string
	r.Pairs(n, string(s.Verb), append(slices.Clone(keys), "reason"), func(k string, v *yaml.Node) {
		text := r.Text(v, k)
		switch {
		case text == "":
			seen = append(seen, k) // that it is empty has been said
		case k == "reason":
			s.Reason = statement.CleanReason(text)
		default:
			seen = append(seen, k)
			if err := value(k, v); err != nil {
				r.Fail(v, "%v", err)
			}
		}
	})
	for _, k := range keys {
		if n.Kind == yaml.MappingNode && !slices.Contains(seen, k) {
			r.Fail(n, "%s is missing in %s; write %s", k, s.Verb, statedForm[s.Verb])
		}
	}
}

// statedForm is what to write, by verb.
var statedForm = map[statement.Verb]string{
	statement.Retry:   "{attempts: 3, reason: …}",
	statement.Bounded: "{duration: 2s, reason: …}",
	statement.Queue:   "{timeout: 200ms, service: 16ms, safety: 0.8}",
}

var versionPart = regexp.MustCompile(`^v[0-9]+$`)

// symbolPackage gives the package of a symbol, or "" where it is malformed. Of the dots in
// its last part those belong to the path that a major version follows, as in yaml.v3.
func symbolPackage(s string) string {
	if rest, ok := strings.CutPrefix(s, "("); ok {
		recv, name, ok := strings.Cut(rest, ").")
		recv = strings.TrimPrefix(recv, "*")
		i := strings.LastIndex(recv, ".")
		if !ok || i <= strings.LastIndex(recv, "/")+1 || !token.IsIdentifier(name) || !token.IsIdentifier(recv[i+1:]) {
			return ""
		}
		return recv[:i]
	}
	slash := strings.LastIndex(s, "/") + 1
	parts := strings.Split(s[slash:], ".")
	path := 1
	if len(parts) > 2 && versionPart.MatchString(parts[1]) {
		path = 2
	}
	names := parts[path:]
	if len(names) < 1 || len(names) > 2 || parts[0] == "" || strings.ContainsAny(s, " \t[]") {
		return ""
	}
	for _, name := range names {
		if !token.IsIdentifier(name) {
			return ""
		}
	}
	return s[:slash] + strings.Join(parts[:path], ".")
}
