// Package strictyaml reads YAML that people write by hand, strictly: an unknown key, a
// wrong type or a doubled key is an error with file and line, and each error says what
// to write instead. The catalogue and the configuration read with it.
//
// It knows no key of either: what is allowed comes from the caller.
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/nearest"
)

// maxErrors bounds what one file reports: past it, the file is not what it claims to be.
const maxErrors = 50

// A Reader reads YAML nodes strictly and collects what is wrong, each with its line.
type Reader struct {
	Name string // stands for the file in messages
	Errs []error
}

// Parse gives the top node of data, or nil where there is nothing in it or it is not
// YAML. Anchors and aliases are refused: they hide the line a fact stands on, and can
// blow a small file up without end. So is a second document, which nobody would read.
func (r *Reader) Parse(data []byte) *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		r.Errs = append(r.Errs, r.syntax(data, err))
		return nil
	}
	switch err := dec.Decode(&more); {
	case errors.Is(err, io.EOF):
	case err != nil:
		r.Errs = append(r.Errs, r.syntax(data, err))
		return nil
	default:
		r.Fail(&more, "a second document; write one")
		return nil
	}
	if len(doc.Content) == 0 || r.aliases(&doc) {
		return nil
	}
	if n := doc.Content[0]; n.Tag != "!!null" {
		return n
	}
	return nil
}

func (r *Reader) aliases(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		r.Fail(n, "anchors and aliases are not read; write the value out")
		return true
	}
	return slices.ContainsFunc(n.Content, r.aliases)
}

// Fail notes an error at n. The message says what is wrong and what to write instead.
func (r *Reader) Fail(n *yaml.Node, format string, args ...any) {
	if len(r.Errs) < maxErrors {
		r.Errs = append(r.Errs, fmt.Errorf("%s: %s", r.Pos(n), fmt.Sprintf(format, args...)))
	}
}

// Pos is where n stands, "name:line".
func (r *Reader) Pos(n *yaml.Node) string { return fmt.Sprintf("%s:%d", r.Name, n.Line) }

// Err joins all that is wrong.
func (r *Reader) Err() error { return errors.Join(r.Errs...) }

// Pairs calls do for each key and value of a mapping, in the order written. Keys outside
// known, and doubled ones, are errors.
func (r *Reader) Pairs(n *yaml.Node, what string, known []string, do func(key string, v *yaml.Node)) {
	r.Keys(n, what, func(k, v *yaml.Node) {
		if !slices.Contains(known, k.Value) {
			r.Unknown(k, "key", k.Value, " in "+what, known)
			return
		}
		do(k.Value, v)
	})
}

// Keys is Pairs for a mapping whose keys the caller judges.
func (r *Reader) Keys(n *yaml.Node, what string, do func(k, v *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.Fail(n, "%s is %s; write a mapping", what, Kind(n))
		return
	}
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		switch {
		case k.Kind != yaml.ScalarNode:
			r.Fail(k, "a key in %s is %s; write a text", what, Kind(k))
		case slices.Contains(seen, k.Value):
			r.Fail(k, "key %q twice in %s; write it once", k.Value, what)
		default:
			seen = append(seen, k.Value)
			do(k, v)
		}
	}
}

// Unknown notes that name is none of known, and which of them it may have been meant to be.
func (r *Reader) Unknown(n *yaml.Node, noun, name, where string, known []string) {
	if len(known) == 0 {
		r.Fail(n, "unknown %s %q%s; there are none", noun, name, where)
		return
	}
	near := ""
	if names := nearest.Names(name, known); len(names) > 0 {
		near = " (did you mean " + strings.Join(names, " or ") + "?)"
	}
	r.Fail(n, "unknown %s %q%s; write one of %s%s", noun, name, where, strings.Join(known, ", "), near)
}

// Text reads a scalar that is not empty.
func (r *Reader) Text(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || n.Value == "" {
		r.Fail(n, "%s is %s; write a text", what, Kind(n))
		return ""
	}
	return n.Value
}

// Word reads a scalar that must be in the vocabulary.
func (r *Reader) Word(n *yaml.Node, what string, known []string) string {
	s := r.Text(n, what)
	if s != "" && !slices.Contains(known, s) {
		r.Unknown(n, what, s, "", known)
		return ""
	}
	return s
}

// Flag reads true or false.
func (r *Reader) Flag(n *yaml.Node, what string) bool {
	return r.Word(n, what, Bools) == "true"
}

// Bools are the words of Flag.
var Bools = []string{"true", "false"}

// List reads a text or a list of texts.
func (r *Reader) List(n *yaml.Node, what string) []string {
	var out []string
	r.Each(n, what, func(v *yaml.Node) {
		if s := r.Text(v, what); s != "" {
			out = append(out, s)
		}
	})
	return out
}

// Each calls do for the elements of a sequence, or for n itself when it is a scalar.
func (r *Reader) Each(n *yaml.Node, what string, do func(*yaml.Node)) {
	switch n.Kind {
	case yaml.ScalarNode:
		do(n)
	case yaml.SequenceNode:
		if len(n.Content) == 0 {
			r.Fail(n, "%s is an empty list; leave the key out", what)
		}
		for _, v := range n.Content {
			do(v)
		}
	default:
		r.Fail(n, "%s is %s; write a text or a list of texts", what, Kind(n))
	}
}

// Kind says in words what n is.
func Kind(n *yaml.Node) string {
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
