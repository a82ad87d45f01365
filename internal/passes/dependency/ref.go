package dependency

import (
	"fmt"
	"strings"
)

// Root says what a Ref starts from.
type Root uint8

// The roots of a Ref.
const (
	None   Root = iota
	Param       // parameter Param of the function, the receiver first
	Global      // the package variable Name
	Made        // made at the place Name, or in another package where the fact that says so tells it
	Host        // the constant host Name
	Text        // the constant text Name
)

// A Ref names a value by where it comes from, seen from one function, and by what is read
// from it. Two Refs that are equal are the same value, or the same to a reader who does
// not know how often the function was called.
type Ref struct {
	Root  Root
	Param int
	Name  string
	Path  string // fields "pkg.T.F" and accessors "pkg.T.F()", read one from another, joined by "|"
}

// maxPath bounds the fields of a Ref; recursive types would make it grow for ever.
const maxPath = 6

// Known tells whether r names anything.
func (r Ref) Known() bool { return r.Root != None }

// Fields lists what is read from the root.
func (r Ref) Fields() []string {
	if r.Path == "" {
		return nil
	}
	return strings.Split(r.Path, "|")
}

// add is r with path read from it. It names nothing where that gets too long, or where r
// is no struct.
func (r Ref) add(path string) Ref {
	if path == "" {
		return r
	}
	if r.Root == None || r.Root == Host || r.Root == Text {
		return Ref{}
	}
	r.Path = join(r.Path, path)
	if strings.Count(r.Path, "|") >= maxPath {
		return Ref{}
	}
	return r
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "|" + b
}

// cut splits a path after its first field.
func cut(path string) (first, rest string) {
	first, rest, _ = strings.Cut(path, "|")
	return first, rest
}

// String names r for tests and for people who look at facts.
func (r Ref) String() string {
	s := r.Name
	switch r.Root {
	case None:
		return "?"
	case Param:
		s = fmt.Sprintf("param%d", r.Param)
	case Text:
		s = fmt.Sprintf("%q", r.Name)
	}
	for _, f := range r.Fields() {
		s += "." + f[strings.LastIndexByte(f, '.')+1:]
	}
	return s
}

// Label names r as a reader of the function would: without its root where that is the
// receiver or a parameter, "manager.direct.http" for a path.
func (r Ref) Label() string {
	switch {
	case r.Root == Host, r.Root == Text:
		return r.Name
	case r.Path == "":
		return r.Name[strings.LastIndexByte(r.Name, '.')+1:]
	}
	var names []string
	if r.Root == Global {
		names = append(names, r.Name[strings.LastIndexByte(r.Name, '.')+1:])
	}
	for i, f := range r.Fields() {
		if i == 0 && r.Root != Global {
			names = append(names, short(f))
			continue
		}
		names = append(names, f[strings.LastIndexByte(f, '.')+1:])
	}
	return strings.Join(names, ".")
}

// short is "T.F" for "some/pkg.T.F".
func short(f string) string {
	f = f[strings.LastIndexByte(f, '/')+1:]
	_, f, _ = strings.Cut(f, ".")
	return f
}
