package catalogue

import (
	"fmt"
	"slices"
	"strings"
)

// An index says which families are about a package. Parsing the YAML of every family
// costs more than most programs need: a program reaches a few. So data/index.txt says it,
// and a family is parsed when one of its packages is met. A test keeps the index equal to
// the data and writes it anew with -update.
type index struct {
	owned  map[string]bool     // module paths, and packages of the standard library
	exact  map[string][]string // package path → families
	globs  []packageGlob
	shapes map[string][]string // package of a type → families with a shape that has it
	sglobs []packageGlob
}

type packageGlob struct {
	pattern string // a path.Match glob, or "path/..."
	family  string
}

// The lines of an index: a word, a path or pattern, and the families.
const (
	lineOwn   = "own"
	linePkg   = "pkg"
	lineShape = "shape"
)

// parseIndex reads lines of "own path", "pkg pattern family..." and "shape pattern
// family...".
func parseIndex(text string) (*index, error) {
	x := &index{owned: map[string]bool{}, exact: map[string][]string{}, shapes: map[string][]string{}}
	for i, line := range strings.Split(text, "\n") {
		w := strings.Fields(line)
		switch {
		case len(w) == 0:
		case w[0] == lineOwn && len(w) == 2:
			x.owned[w[1]] = true
		case w[0] == linePkg && len(w) > 2:
			x.globs = addPackage(x.exact, x.globs, w[1], w[2:])
		case w[0] == lineShape && len(w) > 2:
			x.sglobs = addPackage(x.shapes, x.sglobs, w[1], w[2:])
		default:
			return x, fmt.Errorf("index.txt:%d: malformed line %q; run the catalogue's tests with -update", i+1, line)
		}
	}
	return x, nil
}

func addPackage(exact map[string][]string, globs []packageGlob, pattern string, families []string) []packageGlob {
	if !strings.ContainsAny(pattern, "*?") && !strings.HasSuffix(pattern, "/...") {
		exact[pattern] = append(exact[pattern], families...)
		return globs
	}
	for _, f := range families {
		globs = append(globs, packageGlob{pattern, f})
	}
	return globs
}

// families returns the names of the families about package path, sorted.
func (x *index) families(path string) []string {
	return lookupPackage(x.exact, x.globs, path)
}

// shaped returns the names of the families with a shape that has a type of package path.
func (x *index) shaped(path string) []string {
	return lookupPackage(x.shapes, x.sglobs, path)
}

func lookupPackage(exact map[string][]string, globs []packageGlob, path string) []string {
	out := slices.Clone(exact[path])
	for _, g := range globs {
		if base, ok := strings.CutSuffix(g.pattern, "/..."); ok && (path == base || strings.HasPrefix(path, base+"/")) ||
			!ok && globMatch(g.pattern, path) {
			out = append(out, g.family)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// owns tells whether path is owned or lies below an owned path.
func (x *index) owns(path string) bool {
	for p := path; ; {
		if x.owned[p] {
			return true
		}
		i := strings.LastIndex(p, "/")
		if i < 0 || isStd(path) { // a package of the standard library owns nothing below it
			return false
		}
		p = p[:i]
	}
}

// indexLines writes the lines of an index for a family's file, sorted.
func indexLines(f *File) []string {
	var out []string
	add := func(word, pattern string) {
		if word == lineOwn {
			out = append(out, lineOwn+" "+pattern)
			return
		}
		out = append(out, word+" "+pattern+" "+f.Family)
	}
	for _, m := range f.Modules {
		if m.Path != "std" {
			add(lineOwn, m.Path)
		}
	}
	for _, e := range f.Entries {
		for _, p := range e.Names.packages(e.Fields) {
			add(linePkg, p)
			if isStd(p) {
				add(lineOwn, p)
			}
		}
		for _, k := range e.AllSets() {
			if p := refPkg(k.By); p != "" && !isStd(p) {
				add(linePkg, p)
			}
		}
		if e.Names.Shape != nil {
			for _, p := range e.Names.Shape.packages() {
				add(lineShape, p)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// packages lists the packages, as patterns, that an entry's names and settings lie in.
func (s *Names) packages(fields []Field) []string {
	var out []string
	for _, n := range slices.Concat(s.Sym, s.New, s.Push, s.Pop, s.Len) {
		if y, err := parseSymbol(n); err == nil {
			out = append(out, y.pkg)
		}
	}
	types := slices.Concat(s.Lit, s.Type, s.Var, s.CallType)
	if s.Match != nil {
		if s.Match.Pkg != "" {
			out = append(out, s.Match.Pkg)
		} else {
			types = append(types, strings.TrimPrefix(s.Match.Recv, "*"))
		}
	}
	for _, t := range types {
		if p, _, err := splitGlob(t); err == nil {
			out = append(out, p)
		}
	}
	for _, text := range s.Covers {
		c, err := parseCover(text)
		switch {
		case err != nil:
		case c.tree != "":
			out = append(out, text)
		case c.exact != "":
			if y, err := parseSymbol(c.exact); err == nil {
				out = append(out, y.pkg)
			}
		default:
			out = append(out, (&Names{Match: &c.match}).packages(nil)...)
		}
	}
	for _, fd := range fields {
		switch {
		case fd.Option != "":
			if y, err := parseSymbol(fd.Option); err == nil {
				out = append(out, y.pkg)
			}
		case fd.Field != "":
			if p := fieldPkg(fd.Field); p != "" {
				out = append(out, p)
			}
		}
	}
	return out
}

// Needs lists the packages that the file names in full, sorted: those of its symbols,
// settings and references, and those it lists under packages. Packages that only a glob
// names are not among them.
func (f *File) Needs() []string {
	out := slices.Clone(f.Packages)
	for _, e := range f.Entries {
		out = append(out, e.Names.packages(e.Fields)...)
		for _, r := range slices.Concat(e.Bound, e.Disable, e.Attempts.From, e.Time.From, e.Op.From, e.Ctx.From, e.Fallback.From,
			e.Dep.From, e.Amount.From, e.Config.From, e.Handler.From, e.HandlerCtx.From) {
			out = append(out, refPkg(r))
		}
		for _, k := range e.AllSets() {
			out = append(out, refPkg(k.By))
		}
		for _, v := range slices.Concat(e.OpenErrors, e.StopErrors) {
			v = strings.TrimPrefix(v, "type:")
			if y, err := parseSymbol(v); err == nil {
				out = append(out, y.pkg)
			}
		}
		if e.Names.Shape != nil {
			if y, err := parseSymbol(e.Names.Shape.Example); err == nil {
				out = append(out, y.pkg)
			}
		}
	}
	out = slices.DeleteFunc(out, func(p string) bool { return p == "" || isGlob(p) })
	slices.Sort(out)
	return slices.Compact(out)
}

// Globs lists the patterns by which the file names packages, sorted: path.Match globs,
// and "path/...".
func (f *File) Globs() []string {
	var out []string
	for _, e := range f.Entries {
		out = append(out, e.Names.packages(e.Fields)...)
	}
	out = slices.DeleteFunc(out, func(p string) bool { return !isGlob(p) })
	slices.Sort(out)
	return slices.Compact(out)
}

func isGlob(pkg string) bool { return strings.ContainsAny(pkg, "*?") || strings.HasSuffix(pkg, "/...") }

// refPkg returns the package of a reference, or "".
func refPkg(ref string) string {
	kind, v, _ := strings.Cut(ref, ":")
	switch kind {
	case "field":
		return fieldPkg(v)
	case "func":
		if y, err := parseSymbol(v); err == nil {
			return y.pkg
		}
	case "var", "type":
		if p, _, err := splitType(v); err == nil {
			return p
		}
	}
	return ""
}

// fieldPkg returns the package of "pkg.T.F". Fields of a struct without a name stand
// below the field that has it: "pkg.T.Producer.Retry.Max".
func fieldPkg(s string) string {
	for i := strings.LastIndex(s, "/") + 1; i+1 < len(s); i++ {
		if s[i] == '.' && s[i+1] >= 'A' && s[i+1] <= 'Z' && strings.Contains(s[i+1:], ".") && isPath(unglob.Replace(s[:i])) {
			return s[:i]
		}
	}
	return lowerFieldPkg(s)
}

// lowerFieldPkg is fieldPkg where the type's name begins with a small letter.
func lowerFieldPkg(s string) string {
	i := strings.LastIndex(s, ".")
	if i < 0 {
		return ""
	}
	p, _, err := splitGlob(s[:i])
	if err != nil {
		return ""
	}
	return p
}
