package driver

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
)

// Of packages whose answer is known, and of those outside, types are loaded only where those
// of a package that is analysed lead to them. A function body leads nowhere: an import that
// only bodies name is not loaded.

// needed gives the packages of the source set whose types may be asked for, imports first,
// and marks those to analyse.
func (r *run) needed() []*node {
	need := make(map[*node]bool)
	for _, n := range slices.Backward(r.own) {
		if n.entry == nil && n.absent() {
			n.entry = &entry{}
		} else if n.entry == nil {
			n.mode = full
			r.total++
		}
		if !need[n] && n.mode == unloaded {
			continue
		}
		need[n] = true
		for _, d := range n.deps {
			if d.own {
				need[d] = true
			}
		}
	}
	r.analysed = r.total
	return slices.DeleteFunc(slices.Clone(r.own), func(n *node) bool { return !need[n] })
}

// narrow gives those of the packages that are to be loaded, marks how far, and asks for the
// packages outside that are needed. Packages that are loaded as types only are parsed for that.
func (r *run) narrow(need []*node, o *outside) []*node {
	if !narrowable(need) {
		for _, n := range need {
			if n.mode == unloaded {
				n.mode, n.leads = typesOnly, n.deps
			}
		}
		parallel(r.workers, len(o.direct), func(i int) { o.ask(o.direct[i]) })
		return need
	}
	var next []*node
	add := func(list []*node) {
		for _, d := range list {
			if d.own && d.mode == unloaded {
				d.mode = typesOnly
				next = append(next, d)
			}
		}
	}
	var outer []*node
	for _, n := range need {
		if n.mode == full {
			add(n.deps)
			outer = append(outer, n.deps...)
		}
	}
	parallel(r.workers, len(outer), func(i int) { o.ask(outer[i]) })
	for len(next) > 0 {
		now := next
		next = nil
		parallel(r.workers, len(now), func(i int) {
			r.follow(now[i])
			for _, d := range now[i].leads {
				o.ask(d)
			}
		})
		for _, n := range now {
			add(n.leads)
		}
	}
	return slices.DeleteFunc(slices.Clone(need), func(n *node) bool { return n.mode == unloaded })
}

// narrowable tells whether all packages that import one to analyse are to be analysed, too.
// It is not so where the cache has lost an answer; then what one waits for is not all known
// to be loaded.
func narrowable(need []*node) bool {
	for _, n := range need {
		if n.mode != full && slices.ContainsFunc(n.deps, func(d *node) bool { return d.own && d.mode == full }) {
			return false
		}
	}
	return true
}

// follow parses a package that is loaded as types only, and notes which packages its types
// lead to.
func (r *run) follow(n *node) {
	if n.absent() {
		return
	}
	if n.meta.usesCgo() { // whose files are not known yet
		n.leads = n.deps
		return
	}
	files, broken := r.parse(n, func(string, string) {})
	n.parsed = &syntax{files: files, broken: broken}
	for _, f := range files {
		names := qualifiers(f)
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			d := n.imports[path]
			if err != nil || d == nil || !slices.Contains(n.deps, d) || slices.Contains(n.leads, d) {
				continue
			}
			name := d.meta.Name
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if name == "." || names[name] {
				n.leads = append(n.leads, d)
			}
		}
	}
}

// qualifiers lists what may be names of packages in the file.
func qualifiers(f *ast.File) map[string]bool {
	names := make(map[string]bool)
	for _, d := range f.Decls {
		ast.Inspect(d, func(x ast.Node) bool {
			if s, ok := x.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok {
					names[id.Name] = true
				}
			}
			return true
		})
	}
	return names
}

// unloadedPackage stands for an import of a package that is loaded as types only, which none
// of its types leads to.
func unloadedPackage(d *node) *types.Package {
	pkg := types.NewPackage(d.path, d.meta.Name)
	pkg.MarkComplete()
	return pkg
}
