package catalogue

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/strictyaml"
)

// A reader reads the data's nodes strictly: the words of the catalogue on top of what any
// YAML has.
type reader struct{ strictyaml.Reader }

func newReader(name string) *reader { return &reader{strictyaml.Reader{Name: name}} }

// symbols reads a symbol or a list of them.
func (r *reader) symbols(n *yaml.Node, what string) []string {
	var out []string
	r.Each(n, what, func(v *yaml.Node) {
		s := r.Text(v, what)
		if s == "" {
			return
		}
		if _, err := parseSymbol(s); err != nil {
			r.Fail(v, "%v", err)
			return
		}
		out = append(out, stripBrackets(s))
	})
	return out
}

// typeNames reads a named type or a list of them.
func (r *reader) typeNames(n *yaml.Node, what string) []string {
	var out []string
	r.Each(n, what, func(v *yaml.Node) {
		s := stripBrackets(r.Text(v, what))
		if s == "" {
			return
		}
		if _, _, err := splitType(s); err != nil {
			r.Fail(v, "%v", err)
			return
		}
		out = append(out, s)
	})
	return out
}

// globs reads patterns of named types; a leading * is kept where ptr allows it.
func (r *reader) globs(n *yaml.Node, what string, ptr bool) []string {
	var out []string
	r.Each(n, what, func(v *yaml.Node) {
		s := stripBrackets(r.Text(v, what))
		if s == "" {
			return
		}
		q := s
		if ptr {
			q = strings.TrimPrefix(s, "*")
		}
		if _, _, err := splitGlob(q); err != nil {
			r.Fail(v, "%v", err)
			return
		}
		out = append(out, s)
	})
	return out
}
