package baseline

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/strictyaml"
)

// Version is the value of the key version.
const Version = "1"

// Parse reads a file, strictly. Messages call it name; the error joins all that is wrong,
// each as "name:line: what is wrong; what to write instead".
func Parse(name string, data []byte) (*Baseline, error) {
	if err := conflict(name, string(data)); err != nil {
		return nil, err
	}
	p := &parser{seen: map[key]string{}}
	p.Name = name
	top := p.Parse(data)
	if top == nil {
		if err := p.Err(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s:1: nothing is in it; take the file away, or write it with resilint baseline write", name)
	}
	b := p.file(top)
	if err := p.Err(); err != nil {
		return nil, err
	}
	b.tidy()
	return b, nil
}

// conflict looks for what version control leaves in a file that two have changed.
func conflict(name, text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		for _, mark := range []string{"<<<<<<<", "|||||||", ">>>>>>>"} {
			if strings.HasPrefix(line, mark) {
				return fmt.Errorf("%s:%d: a merge conflict; keep the entries of both sides, and run resilint baseline prune", name, n)
			}
		}
	}
	return nil
}

type parser struct {
	strictyaml.Reader
	seen map[key]string // where an entry stands
}

func (p *parser) file(n *yaml.Node) *Baseline {
	b, given := &Baseline{}, map[string]bool{}
	p.Pairs(n, "the baseline", []string{"version", "tags", "findings"}, func(k string, v *yaml.Node) {
		given[k] = true
		switch k {
		case "version":
			p.Word(v, k, []string{Version})
		case "tags":
			b.Tags = Tags(p.Text(v, k))
		case "findings":
			b.Entries = p.entries(v)
		}
	})
	switch {
	case n.Kind != yaml.MappingNode: // that was said
	case !given["version"]:
		p.Fail(n, "no version; write version: %s", Version)
	case !given["findings"]:
		p.Fail(n, "no findings; write findings: [], or the file with resilint baseline write")
	}
	return b
}

func (p *parser) entries(n *yaml.Node) []Entry {
	if n.Kind != yaml.SequenceNode {
		p.Fail(n, "findings is %s; write a list", strictyaml.Kind(n))
		return nil
	}
	var out []Entry
	for _, v := range n.Content {
		before := len(p.Errs)
		e := p.entry(v)
		if len(p.Errs) > before {
			continue
		}
		if at, twice := p.seen[e.key()]; twice {
			p.Fail(v, "the same finding as in %s; write it once, with count: 2", at)
			continue
		}
		p.seen[e.key()] = e.Pos
		out = append(out, e)
	}
	return out
}

var (
	keys        = []string{"file", "func", "code", "confidence", "message", "count"}
	confidences = []string{string(finding.High), string(finding.Medium), string(finding.Low)}
)

func (p *parser) entry(n *yaml.Node) Entry {
	e := Entry{Count: 1, Confidence: finding.High, Pos: p.Pos(n)}
	p.Pairs(n, "a finding", keys, func(k string, v *yaml.Node) {
		switch k {
		case "file":
			e.File = p.Text(v, k)
		case "func":
			e.Func = p.Text(v, k)
		case "code":
			e.Code = p.Text(v, k)
		case "confidence":
			e.Confidence = finding.Confidence(p.Word(v, k, confidences))
		case "message":
			e.Message = p.Text(v, k)
		case "count":
			e.Count = p.count(v)
		}
	})
	if n.Kind != yaml.MappingNode {
		return e
	}
	for _, k := range []struct{ name, value string }{{"file", e.File}, {"code", e.Code}, {"message", e.Message}} {
		if k.value == "" && !hasKey(n, k.name) {
			p.Fail(n, "a finding without %s; write it, or write the file with resilint baseline write", k.name)
		}
	}
	return e
}

func hasKey(n *yaml.Node, name string) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return true
		}
	}
	return false
}

// maxCount is more than any program has.
const maxCount = 1_000_000

func (p *parser) count(v *yaml.Node) int {
	n, err := strconv.Atoi(v.Value)
	if err == nil && (n < 1 || n > maxCount) {
		err = errors.New("out of range")
	}
	if v.Kind != yaml.ScalarNode || err != nil {
		p.Fail(v, "count is %s; write how many there are, from 1 on", strictyaml.Kind(v))
		return 1
	}
	return n
}
