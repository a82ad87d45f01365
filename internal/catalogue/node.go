package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxErrors bounds what one file reports: past it, the file is not what it claims to be.
const maxErrors = 50

// A reader reads YAML nodes strictly and collects what is wrong, each with its line.
type reader struct {
	name string
	errs []error
}

// fail notes an error at n. The message says what is wrong and what to write instead.
func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	if len(r.errs) < maxErrors {
		r.errs = append(r.errs, fmt.Errorf("%s: %s", r.pos(n), fmt.Sprintf(format, args...)))
	}
}

func (r *reader) pos(n *yaml.Node) string { return fmt.Sprintf("%s:%d", r.name, n.Line) }

func (r *reader) err() error { return errors.Join(r.errs...) }

// pairs calls do for each key and value of a mapping, in the order written. Keys outside
// known, and doubled ones, are errors.
func (r *reader) pairs(n *yaml.Node, what string, known []string, do func(key string, v *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s is %s; write a mapping", what, nodeKind(n))
		return
	}
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		switch {
		case k.Kind != yaml.ScalarNode || !slices.Contains(known, k.Value):
			r.fail(k, "unknown key %q in %s; write one of %s", k.Value, what, strings.Join(known, ", "))
		case slices.Contains(seen, k.Value):
			r.fail(k, "key %q twice in %s; write it once", k.Value, what)
		default:
			seen = append(seen, k.Value)
			do(k.Value, v)
		}
	}
}

// text reads a scalar that is not empty.
func (r *reader) text(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || n.Value == "" {
		r.fail(n, "%s is %s; write a text", what, nodeKind(n))
		return ""
	}
	return n.Value
}

// word reads a scalar that must be in the vocabulary.
func (r *reader) word(n *yaml.Node, what string, known []string) string {
	s := r.text(n, what)
	if s != "" && !slices.Contains(known, s) {
		r.fail(n, "unknown %s %q; write one of %s", what, s, strings.Join(known, ", "))
		return ""
	}
	return s
}

func (r *reader) flag(n *yaml.Node, what string) bool {
	return r.word(n, what, wordsBool) == "true"
}

// list reads a text or a list of texts.
func (r *reader) list(n *yaml.Node, what string) []string {
	var out []string
	r.each(n, what, func(v *yaml.Node) {
		if s := r.text(v, what); s != "" {
			out = append(out, s)
		}
	})
	return out
}

// each calls do for the elements of a sequence, or for n itself when it is a scalar.
func (r *reader) each(n *yaml.Node, what string, do func(*yaml.Node)) {
	switch n.Kind {
	case yaml.ScalarNode:
		do(n)
	case yaml.SequenceNode:
		if len(n.Content) == 0 {
			r.fail(n, "%s is an empty list; leave the key out", what)
		}
		for _, v := range n.Content {
			do(v)
		}
	default:
		r.fail(n, "%s is %s; write a text or a list of texts", what, nodeKind(n))
	}
}

// symbols reads a symbol or a list of them.
func (r *reader) symbols(n *yaml.Node, what string) []string {
	var out []string
	r.each(n, what, func(v *yaml.Node) {
		s := r.text(v, what)
		if s == "" {
			return
		}
		if _, err := parseSymbol(s); err != nil {
			r.fail(v, "%v", err)
			return
		}
		out = append(out, stripBrackets(s))
	})
	return out
}

// typeNames reads a named type or a list of them.
func (r *reader) typeNames(n *yaml.Node, what string) []string {
	var out []string
	r.each(n, what, func(v *yaml.Node) {
		s := stripBrackets(r.text(v, what))
		if s == "" {
			return
		}
		if _, _, err := splitType(s); err != nil {
			r.fail(v, "%v", err)
			return
		}
		out = append(out, s)
	})
	return out
}

// globs reads patterns of named types; a leading * is kept where ptr allows it.
func (r *reader) globs(n *yaml.Node, what string, ptr bool) []string {
	var out []string
	r.each(n, what, func(v *yaml.Node) {
		s := stripBrackets(r.text(v, what))
		if s == "" {
			return
		}
		q := s
		if ptr {
			q = strings.TrimPrefix(s, "*")
		}
		if _, _, err := splitGlob(q); err != nil {
			r.fail(v, "%v", err)
			return
		}
		out = append(out, s)
	})
	return out
}

func nodeKind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	if n.Tag == "!!null" || n.Value == "" {
		return "empty"
	}
	return fmt.Sprintf("%q", n.Value)
}
