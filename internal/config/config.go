// Package config reads .resilint.yml: which checks run, how bad a finding is, where none
// is wanted, the options of the rules, models of the user's own wrappers, and what is
// stated of symbols.
//
// It reads strictly and decides nothing else: flags, what is shown and the exit code are
// the command line's. The rules come in from outside, so that it knows none of them.
package config

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/statement"
)

// Version is the value of the key version.
const Version = "1"

// A Rule is what can be configured of a rule.
type Rule struct {
	rule.Info
	// Options gives a pointer to new options that hold the defaults; nil where the rule
	// has none.
	Options func() rule.Options
}

// A Config is what a file says. The zero one says nothing.
type Config struct {
	Path       string             // the file; empty where there is none
	Checks     string             // as ParseChecks takes it; empty where the file does not say
	Confidence finding.Confidence // likewise
	Tests      bool
	Tags       string   // with commas
	Exclude    []string // globs, see Excluder
	Baseline   string   // a file relative to this one's folder, or off; empty where the file does not say
	Severity   map[string]finding.Severity
	Options    map[string]rule.Options // by rule, those that the file names
	Models     []*catalogue.Entry
	Stated     []statement.Stated
	At         map[string]string // where each key stands, as "name:line"; of a rule, "rules: " and its name
}

// Read reads a file. Messages call it name.
func Read(path, name string, rules []Rule) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := Parse(name, data, rules)
	if c != nil {
		c.Path = path
	}
	return c, err
}

// Parse reads a configuration. The error joins everything wrong, each as
// "name:line: what is wrong; what to write instead", and no Config comes with it.
func Parse(name string, data []byte, rules []Rule) (*Config, error) {
	r := &reader{rules: rules}
	r.Name = name
	c := &Config{Path: name, Severity: map[string]finding.Severity{}, Options: map[string]rule.Options{}, At: map[string]string{}}
	if top := r.Parse(data); top != nil { // a file of comments says nothing, which is allowed
		r.file(c, top)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// keys are those of a file, in the order of the documentation.
var keys = []string{"version", "checks", "confidence", "tests", "tags", "exclude", "baseline", "rules", "models", "stated"}

func (r *reader) file(c *Config, n *yaml.Node) {
	r.note(c, "", n)
	r.Pairs(n, "the file", keys, func(k string, v *yaml.Node) {
		switch k {
		case "version":
			r.Word(v, k, []string{Version})
		case "checks":
			c.Checks = r.checks(v)
		case "confidence":
			c.Confidence = finding.Confidence(r.Word(v, k, confidences))
		case "tests":
			c.Tests = r.Flag(v, k)
		case "tags":
			c.Tags = r.tags(v)
		case "exclude":
			c.Exclude = r.exclude(v)
		case "baseline":
			c.Baseline = r.Text(v, k)
		case "rules":
			r.ruleMap(c, v)
		case "models":
			r.models(c, v)
		case "stated":
			r.stated(c, v)
		}
	})
}

// note keeps where the keys of a mapping stand.
func (r *reader) note(c *Config, prefix string, n *yaml.Node) {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		c.At[prefix+strings.ToLower(n.Content[i].Value)] = r.Pos(n.Content[i])
	}
}

var (
	confidences = []string{string(finding.High), string(finding.Medium), string(finding.Low)}
	severities  = []string{string(finding.Error), string(finding.Warning), string(finding.Info)}
)

// Key stands for all of the configuration that the analysis depends on: equal keys, equal
// answers. It is empty where the analysis is the one without a configuration. What only
// says which findings are shown, and how, is no part of it, so that a change of it finds
// the cache as good as before.
func (c *Config) Key() (string, error) {
	if len(c.Options)+len(c.Models)+len(c.Stated) == 0 {
		return "", nil
	}
	models := make([]catalogue.Entry, len(c.Models))
	for i, e := range c.Models {
		models[i] = *e
		models[i].Pos = "" // a line that moves changes nothing
	}
	stated := slices.Clone(c.Stated)
	for i := range stated {
		stated[i].Pos = ""
	}
	text, err := json.Marshal(struct {
		Options map[string]rule.Options
		Models  []catalogue.Entry
		Stated  []statement.Stated
	}{c.Options, models, stated})
	if err != nil {
		return "", fmt.Errorf("the configuration cannot be written down: %w", err)
	}
	return string(text), nil
}

// Catalogue is the embedded catalogue under the file's models; nil where it has none.
func (c *Config) Catalogue() *catalogue.Catalogue {
	if len(c.Models) == 0 {
		return nil
	}
	return catalogue.Builtin().With(c.Models)
}

// Apply gives a finding the severity that the file wants.
func (c *Config) Apply(f *finding.Finding) {
	if s, ok := c.Severity[f.Code]; ok {
		f.Severity = s
	}
}

// infos are those of the rules.
func (r *reader) infos() []rule.Info {
	out := make([]rule.Info, len(r.rules))
	for i := range r.rules {
		out[i] = r.rules[i].Info
	}
	return out
}

// tags reads build tags: a text with commas, or a list.
func (r *reader) tags(n *yaml.Node) string {
	tags := r.List(n, "tags")
	for _, t := range tags {
		if strings.ContainsAny(t, " \t") {
			r.Fail(n, "tags %q has a space; write a list, or a text with commas", t)
		}
	}
	return strings.Join(tags, ",")
}
