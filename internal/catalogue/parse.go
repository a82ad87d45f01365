package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/strictyaml"
)

// Schema is the value of a data file's schema key.
const Schema = "resilint-catalogue/1"

// A File is one data file.
type File struct {
	Family   string
	Modules  []Module
	Packages []string // packages loaded by the check besides those the entries name
	Entries  []*Entry
}

// A Module is a module the facts of a file were read from.
type Module struct {
	Path    string // "std" for the standard library
	Version string
	Pos     string // file:line
}

// Parse reads entries in the form of the embedded data: a file with schema, family,
// modules and entries, or a bare list of entries as users write them. name stands for
// the file in messages. The error joins everything wrong, each as
// "name:line: what is wrong; what to write instead"; the entries that are right are
// returned with it. Parse never panics, whatever data holds.
func Parse(name string, data []byte) ([]*Entry, error) {
	f, err := ParseFile(name, data)
	if f == nil {
		return nil, err
	}
	return f.Entries, err
}

// ParseFile is Parse with what stands above the entries. The file is nil only where data
// is not YAML that can be read.
func ParseFile(name string, data []byte) (*File, error) {
	r := newReader(name)
	top := r.Parse(data)
	if top == nil {
		if err := r.Err(); err != nil {
			return nil, err
		}
		return &File{}, fmt.Errorf("%s:1: nothing in the file; write a list of entries", name)
	}
	f := &File{}
	r.file(f, top)
	return f, r.Err()
}

// ParseEntries reads a list of entries that stands in a file of another kind. name is
// that file's. The entries that are right are returned with the error.
func ParseEntries(name string, list *yaml.Node) ([]*Entry, error) {
	r := newReader(name)
	if list.Kind != yaml.SequenceNode {
		r.Fail(list, "the models are %s; write a list of entries", strictyaml.Kind(list))
		return nil, r.Err()
	}
	return r.entries(list, overlayName), r.Err()
}

func (r *reader) file(f *File, n *yaml.Node) {
	if n.Kind == yaml.SequenceNode {
		f.Entries = r.entries(n, "")
		return
	}
	var entries *yaml.Node
	r.Pairs(n, "the file", keysFile, func(k string, v *yaml.Node) {
		switch k {
		case "schema":
			r.Word(v, "schema", []string{Schema})
		case "family":
			f.Family = r.Text(v, "family")
		case "modules":
			f.Modules = r.modules(v)
		case "packages":
			f.Packages = r.List(v, "packages")
		case "entries":
			entries = v
		}
	})
	if entries == nil {
		if len(r.Errs) == 0 {
			r.Fail(n, "no entries; write entries: and a list")
		}
		return
	}
	if entries.Kind != yaml.SequenceNode {
		r.Fail(entries, "entries is %s; write a list", strictyaml.Kind(entries))
		return
	}
	f.Entries = r.entries(entries, f.Family)
}

func (r *reader) modules(n *yaml.Node) []Module {
	if n.Kind != yaml.MappingNode {
		r.Fail(n, "modules is %s; write a mapping of module path to version", strictyaml.Kind(n))
		return nil
	}
	var out []Module
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		m := Module{Path: r.Text(k, "module path"), Version: r.Text(v, "module version"), Pos: r.Pos(k)}
		if slices.ContainsFunc(out, func(o Module) bool { return o.Path == m.Path }) {
			r.Fail(k, "module %s twice; write it once", m.Path)
			continue
		}
		out = append(out, m)
	}
	return out
}

// entries reads the list, repeats entries that have for, and refuses doubles.
func (r *reader) entries(list *yaml.Node, family string) []*Entry {
	var out []*Entry
	seen := map[string]string{} // kind and name → position
	for _, n := range list.Content {
		for i, v := range r.variants(n) {
			e := r.entry(v)
			if e == nil {
				continue
			}
			e.Family = family
			if i > 0 { // the evidence is that of the first variant
				e.Source = nil
				for j := range e.Fields {
					e.Fields[j].Source = nil
				}
			}
			r.doubles(n, e, seen)
			out = append(out, e)
		}
	}
	return out
}

// doubles refuses a second entry of the same kind for a symbol, where a second one could
// only contradict the first. A library may retry in two ways, or serve and register.
func (r *reader) doubles(n *yaml.Node, e *Entry, seen map[string]string) {
	for _, s := range slices.Concat(e.Names.Sym, e.Names.Lit, e.Names.Var, e.Names.CallType) {
		key := string(e.Kind) + " " + s
		if at, ok := seen[key]; ok {
			r.Fail(n, "%s has a %s entry already, at %s; write one", s, e.Kind, at)
			continue
		}
		seen[key] = e.Pos
	}
}

// variants repeats an entry for each value of its for list, $P replaced.
func (r *reader) variants(n *yaml.Node) []*yaml.Node {
	if n.Kind != yaml.MappingNode {
		r.Fail(n, "entry is %s; write a mapping with kind", strictyaml.Kind(n))
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value != "for" {
			continue
		}
		var out []*yaml.Node
		for _, p := range r.List(n.Content[i+1], "for") {
			out = append(out, replaced(n, p))
		}
		return out
	}
	return []*yaml.Node{n}
}

// replaced is a copy of n with p for $P in every text.
func replaced(n *yaml.Node, p string) *yaml.Node {
	c := *n
	c.Value = strings.ReplaceAll(n.Value, "$P", p)
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, k := range n.Content {
		c.Content[i] = replaced(k, p)
	}
	return &c
}
