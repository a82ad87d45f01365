package catalogue

import (
	"fmt"
	"go/token"
	"strings"
)

// Names says which calls and types an entry is about. All symbols are spelt as
// (*types.Func).FullName without type parameter brackets, all types with their full
// package path.
type Names struct {
	Sym      []string // functions and methods
	Match    *Match   // functions and methods by pattern
	Lit      []string // struct types: composite literals, new, zero values
	Var      []string // package variables that hold a value ready made
	CallType []string // named func types whose values are called; globs
	Shape    *Shape   // any function of this signature
	Iface    string   // an interface whose implementations are meant
	Covers   []string // for implicit retries: symbols with globs, or "path/..."

	// Queues.
	Type []string
	New  []string
	Push []string
	Pop  []string
	Len  []string
}

// A Match names methods by their declaring receiver type, or functions by their package.
// Package paths and type names are path.Match globs. A name pattern is a glob, or one of
// *ctx (the first parameter is a context), *ctx:error (and the last result an error),
// *noctx, *error.
type Match struct {
	Recv       string // "*pkg.T" pointer methods, "pkg.T" value methods or an interface with those it embeds
	Methods    []string
	Pkg        string
	Funcs      []string
	Except     []string
	ExceptRecv []string // static receiver types for which the entry does not hold
}

// A Shape names any function by the types of its parameters. The package part of a type
// is a glob. Empty is anything.
type Shape struct {
	First, Second, Last string // a variadic last parameter is spelt "...T"
	Result              string // the last result
	ResultHas           string // a method the first result has: the mark of a stream
	ResultLacks         string // a method the first result has not
	Example             string // a function that has this shape, for the check against the real module
}

// symbol is a function's name in its parts.
type symbol struct {
	pkg, recv, name string
	ptr             bool
}

// parseSymbol takes "pkg/path.Func", "(*pkg/path.T).M" or "(pkg/path.I).M" apart. Type
// parameter brackets are ignored. The error says what to write instead.
func parseSymbol(text string) (symbol, error) {
	s := stripBrackets(text)
	if rest, ok := strings.CutPrefix(s, "("); ok {
		recv, name, ok := strings.Cut(rest, ").")
		if !ok {
			return symbol{}, fmt.Errorf("malformed symbol %q; write (*pkg/path.Type).Method", text)
		}
		recv, ptr := strings.CutPrefix(recv, "*")
		pkg, typ, err := splitType(recv)
		if err != nil || !token.IsIdentifier(name) {
			return symbol{}, fmt.Errorf("malformed symbol %q; write (*pkg/path.Type).Method", text)
		}
		return symbol{pkg: pkg, recv: typ, name: name, ptr: ptr}, nil
	}
	pkg, name, err := splitType(s)
	if err != nil {
		return symbol{}, fmt.Errorf("malformed symbol %q; write pkg/path.Func or (*pkg/path.Type).Method", text)
	}
	if i := strings.LastIndex(pkg, "."); i > strings.LastIndex(pkg, "/") && token.IsExported(pkg[i+1:]) {
		return symbol{}, fmt.Errorf("malformed symbol %q; write (%s).%s, or (*%s).%s for a pointer method", text, pkg, name, pkg, name)
	}
	return symbol{pkg: pkg, name: name}, nil
}

// splitType cuts "pkg/path.Name" at its last dot.
func splitType(s string) (pkg, name string, err error) {
	i := strings.LastIndex(s, ".")
	if i <= 0 || i < strings.LastIndex(s, "/") || !token.IsIdentifier(s[i+1:]) || !isPath(s[:i]) {
		return "", "", fmt.Errorf("malformed type %q; write pkg/path.Type", s)
	}
	return s[:i], s[i+1:], nil
}

// splitGlob is splitType for a pattern: path and name may hold globs.
func splitGlob(s string) (pkg, name string, err error) {
	i := strings.LastIndex(s, ".")
	if i <= 0 || i < strings.LastIndex(s, "/") || i == len(s)-1 {
		return "", "", fmt.Errorf("malformed pattern %q; write pkg/path.Type", s)
	}
	pkg, name = s[:i], s[i+1:]
	if !isPath(unglob.Replace(pkg)) || !token.IsIdentifier(unglob.Replace(name)) {
		return "", "", fmt.Errorf("malformed pattern %q; write pkg/path.Type, with the globs * and ? only", s)
	}
	return pkg, name, nil
}

var unglob = strings.NewReplacer("*", "x", "?", "x")

// isPath tells whether s can be an import path.
func isPath(s string) bool {
	if s == "" || strings.HasPrefix(s, "/") || strings.HasSuffix(s, "/") {
		return false
	}
	for _, r := range s {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-.~/+", r)
		if !ok {
			return false
		}
	}
	return true
}

// stripBrackets leaves out everything between square brackets, nested ones included.
func stripBrackets(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '[':
			depth++
		case s[i] == ']' && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
