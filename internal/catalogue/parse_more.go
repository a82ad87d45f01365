package catalogue

import (
	"go/token"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/strictyaml"
)

func (r *reader) shape(n *yaml.Node) *Shape {
	s := &Shape{}
	r.Pairs(n, "shape", keysShape, func(k string, v *yaml.Node) {
		if m := r.resultMethod(k, v); m != "" {
			if k == "result_has" {
				s.ResultHas = m
			} else {
				s.ResultLacks = m
			}
			return
		}
		t := stripBrackets(r.Text(v, "shape "+k))
		switch k {
		case "first":
			s.First = t
		case "second":
			s.Second = t
		case "last":
			s.Last = t
		case "result":
			s.Result = t
		case "example":
			s.Example = t
			if _, err := parseSymbol(t); err != nil {
				r.Fail(v, "%v", err)
			}
		}
		if _, err := path.Match(escapePointers(t), ""); err != nil {
			r.Fail(v, "malformed type %q in shape; write it with full package paths", t)
		}
	})
	if len(s.packages()) == 0 {
		r.Fail(n, "shape holds no type of a library's own package, so every function would be asked; name one in first, second, last or result")
	}
	return s
}

// resultMethod reads the keys of a shape that name a method; "" for the other keys.
func (r *reader) resultMethod(key string, v *yaml.Node) string {
	if key != "result_has" && key != "result_lacks" {
		return ""
	}
	m := r.Text(v, "shape "+key)
	if m != "" && !token.IsIdentifier(m) {
		r.Fail(v, "shape %s %q is no method name; write the name alone, as RecvMsg", key, m)
	}
	return m
}

// covers reads symbols whose package, type and method may be globs, and "path/...".
func (r *reader) covers(n *yaml.Node) []string {
	var out []string
	r.Each(n, "covers", func(v *yaml.Node) {
		s := stripBrackets(r.Text(v, "covers"))
		if s == "" {
			return
		}
		if base, ok := strings.CutSuffix(s, "/..."); ok && isPath(base) {
			out = append(out, s)
			return
		}
		if _, err := parseCover(s); err != nil {
			r.Fail(v, "%v", err)
			return
		}
		out = append(out, s)
	})
	return out
}

// fields reads the settings of an entry.
func (r *reader) fields(n *yaml.Node) []Field {
	if n.Kind != yaml.SequenceNode {
		r.Fail(n, "fields is %s; write a list of mappings", strictyaml.Kind(n))
		return nil
	}
	var out []Field
	for _, v := range n.Content {
		out = append(out, r.field(v))
	}
	return out
}

func (r *reader) field(n *yaml.Node) Field {
	var f Field
	r.Pairs(n, "the field", keysField, func(k string, v *yaml.Node) {
		switch k {
		case "f":
			f.Field = stripBrackets(r.Text(v, "f"))
			if f.Field != "" && !isField(f.Field) {
				r.Fail(v, "malformed field %q; write pkg/path.Type.Field", f.Field)
			}
		case "o":
			f.Option = stripBrackets(r.Text(v, "o"))
			if _, err := parseSymbol(f.Option); f.Option != "" && err != nil {
				r.Fail(v, "%v", err)
			}
		case "param":
			f.Param = r.Text(v, "param")
		case "role":
			f.Role = r.Word(v, "role", wordsRole)
		case "default":
			f.Default = r.Text(v, "default")
		case "zero":
			f.Zero = Off(r.Word(v, "zero", wordsOff))
		case "neg":
			f.Neg = Off(r.Word(v, "neg", wordsOff))
		case "covers":
			f.Covers = r.Text(v, "covers")
		case "note":
			f.Note = r.Text(v, "note")
		case "src":
			f.Source = r.List(v, "src")
		}
	})
	named := 0
	for _, s := range []string{f.Field, f.Option, f.Param} {
		if s != "" {
			named++
		}
	}
	if n.Kind == yaml.MappingNode && named != 1 {
		r.Fail(n, "the field names %d settings; write one of f, o or param", named)
	}
	if n.Kind == yaml.MappingNode && f.Role == "" && !hasKey(n, "role") {
		r.Fail(n, "the field has no role; add it")
	}
	return f
}
