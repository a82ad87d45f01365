package catalogue

import "go/types"

// A Catalogue answers what is known about a symbol. It loads a family the first time a
// symbol of that family's packages is asked for. It is safe for concurrent use.
type Catalogue struct{}

// Builtin returns the embedded catalogue. It costs nothing until something is asked.
func Builtin() *Catalogue { return &Catalogue{} }

// Err returns what is wrong with the data loaded so far. For the embedded data a test
// keeps it nil.
func (c *Catalogue) Err() error { return nil }

// Owns tells whether path lies in a module that some family describes.
func (c *Catalogue) Owns(path string) bool { return false }

// Func returns the entries for a call of fn. The name is compared in the spelling of
// (*types.Func).Origin().FullName() without type parameter brackets. recv is the static
// receiver type of the call, or nil; entries that except it are left out. Where no entry
// names fn, entries by shape are tried.
func (c *Catalogue) Func(fn *types.Func, recv types.Type) []*Entry { return nil }

// CallType returns the entries for a call of a value of the named func type t.
func (c *Catalogue) CallType(t types.Type) []*Entry { return nil }

// Lit returns the entries for composite literals, new and zero values of the named type.
func (c *Catalogue) Lit(t types.Type) []*Entry { return nil }

// Setting returns the settings that symbol stands for: symbol is "pkg.T.F" for a struct
// field or a FullName for an option function or setter. Each comes with its entry.
func (c *Catalogue) Setting(symbol string) []Setting { return nil }

// Receivers returns the named types of package path that have catalogued outbound
// methods, sorted, spelt "*path.T" or "path.T".
func (c *Catalogue) Receivers(path string) []string { return nil }

// A Setting is a field of an entry.
type Setting struct {
	Entry *Entry
	Field *Field
}

// Name is the spelling under which a function is looked up: its origin's full name
// without type parameter brackets.
func Name(fn *types.Func) string { return fn.Origin().FullName() }
