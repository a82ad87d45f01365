package trial

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Value is what a run knows of a value: a bool, int64, float64 or string, where Hole
// stands for unknown text, or one of the types below.
type Value any

// Hole stands in a string for text that is not known.
const Hole = "\x00"

// Unknown is any value. Under says that it was made from a value under trial.
type Unknown struct {
	Under bool
	id    int // tells it from others in a run, so that it is nil each time or never; 0 for any
}

// Nil is nil, of whatever type.
type Nil struct{}

// Func is a function with what it captured.
type Func struct {
	Fn       *ssa.Function
	Captured []Value
}

// Tuple is the results of a call.
type Tuple []Value

// A Cell is a place in memory; as a value it is a pointer to it.
type Cell struct{ V Value }

// A Struct has a cell for each field, or for each element of an array.
type Struct struct{ Fields []*Cell }

// slice is a slice over cells.
type slice struct{ cells []*Cell }

// boxed is a value of a type of the package in an interface.
type boxed struct {
	t types.Type
	v Value
}

type globalAddr struct{ g *ssa.Global }

// An Error is an error that is not nil. One without Name and Wraps is a failure of no
// kind that anybody tests for.
type Error struct {
	Name  string // the package variable it is, "pkg.Err"
	Text  string // what Error returns
	Wraps []*Error
	Code  int64      // of a gRPC status; 0 where it has none
	Type  types.Type // of the variable, where that is no interface
	By    string     // the function that wrapped it, FullName, where that may mean something
	Under bool       // it is under trial
}

// Is tells whether the error is, or wraps, the package variable name.
func (e *Error) Is(name string) bool {
	if e == nil {
		return false
	}
	if e.Name == name && name != "" {
		return true
	}
	for _, w := range e.Wraps {
		if w.Is(name) {
			return true
		}
	}
	return false
}

// WrappedBy tells whether the function by made the error or one that it wraps.
func (e *Error) WrappedBy(by string) bool {
	if e.By == by {
		return true
	}
	for _, w := range e.Wraps {
		if w.WrappedBy(by) {
			return true
		}
	}
	return false
}

// Names lists the package variables that the error is or wraps.
func (e *Error) Names() []string {
	var out []string
	if e.Name != "" {
		out = append(out, e.Name)
	}
	for _, w := range e.Wraps {
		out = append(out, w.Names()...)
	}
	return out
}

// under tells whether v was made from a value under trial.
func under(v Value) bool { return underDepth(v, 0) }

func underDepth(v Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case Unknown:
		return v.Under
	case *Error:
		if v.Under {
			return true
		}
		for _, w := range v.Wraps {
			if underDepth(w, depth+1) {
				return true
			}
		}
	case boxed:
		return underDepth(v.v, depth+1)
	case *Cell:
		return underDepth(v.V, depth+1)
	case *Struct:
		for _, c := range v.Fields {
			if underDepth(c.V, depth+1) {
				return true
			}
		}
	case slice:
		for _, c := range v.cells {
			if underDepth(c.V, depth+1) {
				return true
			}
		}
	}
	return false
}

// AnyUnder tells whether one of the values was made from a value under trial.
func AnyUnder(vs []Value) bool {
	for _, v := range vs {
		if under(v) {
			return true
		}
	}
	return false
}

// AsError gives the error that v is, or wraps at once where it is of a type of the package.
func AsError(v Value) (*Error, bool) {
	switch v := v.(type) {
	case *Error:
		return v, true
	case boxed:
		return inner(v.v, 0)
	}
	return nil, false
}

// inner finds the error that a struct holds: what its Unwrap returns, nearly always.
func inner(v Value, depth int) (*Error, bool) {
	if depth > 3 {
		return nil, false
	}
	switch v := v.(type) {
	case *Error:
		return &Error{Text: Hole, Wraps: []*Error{v}}, true
	case *Cell:
		return inner(v.V, depth+1)
	case *Struct:
		for _, c := range v.Fields {
			if e, ok := inner(c.V, depth+1); ok {
				return e, true
			}
		}
	}
	return nil, false
}

// zero is the zero value of t.
func zero(t types.Type) Value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return false
		case u.Info()&types.IsInteger != 0:
			return int64(0)
		case u.Info()&types.IsFloat != 0:
			return float64(0)
		case u.Info()&types.IsString != 0:
			return ""
		}
		return Nil{}
	case *types.Struct:
		s := &Struct{}
		for i := range u.NumFields() {
			s.Fields = append(s.Fields, &Cell{zero(u.Field(i).Type())})
		}
		return s
	case *types.Array:
		if u.Len() > 64 {
			return Unknown{}
		}
		s := &Struct{}
		for range u.Len() {
			s.Fields = append(s.Fields, &Cell{zero(u.Elem())})
		}
		return s
	case *types.TypeParam, *types.Tuple:
		return Unknown{}
	}
	return Nil{}
}

// Zero is the zero value of t.
func Zero(t types.Type) Value { return zero(t) }

// New makes a struct of type t with the named fields set, the others zero.
func New(t types.Type, fields map[string]Value) Value {
	v := zero(t)
	s, ok := v.(*Struct)
	st, isStruct := t.Underlying().(*types.Struct)
	if !ok || !isStruct {
		return v
	}
	for i := range st.NumFields() {
		if val, ok := fields[st.Field(i).Name()]; ok {
			s.Fields[i].V = val
		}
	}
	return s
}

// copied is v as an assignment copies it.
func copied(v Value) Value {
	s, ok := v.(*Struct)
	if !ok {
		return v
	}
	out := &Struct{}
	for _, c := range s.Fields {
		out.Fields = append(out.Fields, &Cell{copied(c.V)})
	}
	return out
}
