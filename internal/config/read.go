package config

import (
	"errors"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/strictyaml"
)

// A reader reads a file for a set of rules.
type reader struct {
	strictyaml.Reader
	rules []Rule
}

// checks reads a list as -checks takes it, or a list of its entries.
func (r *reader) checks(n *yaml.Node) string {
	var list []string
	r.Each(n, "checks", func(v *yaml.Node) {
		s := r.Text(v, "checks")
		if s == "" {
			return
		}
		if _, err := ParseChecks(s, r.infos()); err != nil {
			r.Fail(v, "%v", err)
			return
		}
		list = append(list, s)
	})
	return strings.Join(list, ",")
}

// exclude reads globs over paths within a module.
func (r *reader) exclude(n *yaml.Node) []string {
	var out []string
	r.Each(n, "exclude", func(v *yaml.Node) {
		s := r.Text(v, "exclude")
		switch {
		case s == "":
		case !doublestar.ValidatePattern(s):
			r.Fail(v, "malformed glob %q in exclude; write it with **, *, ?, [a-z] and {a,b}", s)
		case strings.HasSuffix(s, "/"):
			r.Fail(v, "exclude %q names a folder, and globs are held against files; write %s**", s, s)
		case path.IsAbs(s) || s != path.Clean(s) || strings.HasPrefix(s, "../"):
			r.Fail(v, "exclude %q can match no file; write a path from the module's folder on, as internal/gen/**", s)
		default:
			out = append(out, s)
		}
	})
	return out
}

// ruleMap reads what the file says of single rules.
func (r *reader) ruleMap(c *Config, n *yaml.Node) {
	r.note(c, "rules: ", n)
	r.Keys(n, "rules", func(k, v *yaml.Node) {
		name := strings.ToLower(k.Value)
		var names []string
		for _, ru := range r.rules {
			if ru.Name == name {
				r.rule(c, ru, v)
				return
			}
			names = append(names, ru.Name)
		}
		r.Unknown(k, "rule", k.Value, "", names)
	})
}

func (r *reader) rule(c *Config, ru Rule, n *yaml.Node) {
	known := []string{"severity"}
	var o *options
	if ru.Options != nil {
		o = newOptions(ru.Options())
		known = append(known, o.names...)
	}
	before, set := len(r.Errs), false
	r.Pairs(n, "rules: "+ru.Name, known, func(k string, v *yaml.Node) {
		if k == "severity" {
			r.severity(c, ru, v)
			return
		}
		o.read(r, k, v)
		set = true
	})
	if !set || before < len(r.Errs) {
		return
	}
	if err := o.value.Validate(); err != nil {
		r.Fail(n, "rules: %s: %v", ru.Name, err)
		return
	}
	c.Options[ru.Name] = o.value
}

// severity reads a mapping of kinds, or of the word all, to severities. A kind that is
// named counts before all.
func (r *reader) severity(c *Config, ru Rule, n *yaml.Node) {
	known := []string{"all"}
	for _, k := range ru.Kinds {
		known = append(known, k.Name)
	}
	all := finding.Severity("")
	r.Pairs(n, "the severity of "+ru.Name, known, func(kind string, v *yaml.Node) {
		s := finding.Severity(r.Word(v, "severity", severities))
		switch {
		case s == "":
		case kind == "all":
			all = s
		default:
			c.Severity[ru.Name+"/"+kind] = s
		}
	})
	if all == "" {
		return
	}
	for _, code := range ru.Codes() {
		if _, own := c.Severity[code]; !own {
			c.Severity[code] = all
		}
	}
}

// models reads entries in the catalogue's own form.
func (r *reader) models(c *Config, n *yaml.Node) {
	entries, err := catalogue.ParseEntries(r.Name, n)
	c.Models = entries
	if err == nil {
		return
	}
	if joined, ok := errors.AsType[interface {
		error
		Unwrap() []error
	}](err); ok {
		r.Errs = append(r.Errs, joined.Unwrap()...)
		return
	}
	r.Errs = append(r.Errs, err)
}
