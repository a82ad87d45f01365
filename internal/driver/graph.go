package driver

import (
	"errors"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/resilint/resilint/internal/finding"
)

// variant says how a package relates to a test.
type variant int

const (
	plain      variant = iota
	underTest          // p [p.test] and p_test [p.test]: what go list -test adds
	recompiled         // q [p.test]: q once more, because it imports the p under test
)

// mode says how far a package is loaded in this run.
type mode int

const (
	unloaded  mode = iota // its answer is known and nobody needs its types
	typesOnly             // without function bodies
	full                  // analysed
)

// node is a package in the graph. What follows meta and its neighbours is filled by
// the later steps; a node is written by one goroutine, before those that read it start.
type node struct {
	meta    *listed
	path    string // the import path without a test variant's suffix
	own     bool   // in the source set
	root    bool   // asked for
	variant variant
	imports map[string]*node // by the path in the source
	deps    []*node          // the same, each once, in go list's order
	order   int              // imports before importers

	sum  digest // contents, of the packages whose contents decide
	key  digest
	mode mode

	leads  []*node // where the types of one of ours lead that is loaded as types only
	parsed *syntax // of such a one, until it is checked

	pkg     *types.Package
	entry   *entry // what is known of it: from the cache or from this run
	tainted bool   // something failed that need not fail again: not to be cached
	errs    []Problem

	factsOnce sync.Once
	facts     *imported
}

// build makes the graph from what go list said.
func (r *run) build(pkgs []*listed) {
	r.fset = token.NewFileSet()
	byID := make(map[string]*node, len(pkgs))
	r.byID = byID
	var all []*node
	for _, l := range pkgs {
		if l.isTestMain() || byID[l.ImportPath] != nil {
			continue
		}
		path, _, _ := strings.Cut(l.ImportPath, " [")
		n := &node{meta: l, path: path, root: !l.DepOnly}
		switch {
		case l.ForTest == "":
		case !l.DepOnly || path == l.ForTest || path == l.ForTest+"_test":
			n.variant = underTest
		default:
			n.variant = recompiled
		}
		byID[l.ImportPath] = n
		all = append(all, n)
	}
	for _, n := range all {
		n.link(byID)
	}
	r.sort(all)
	r.classify()
}

var cgoImports = []string{"runtime/cgo", "syscall", "unsafe"}

// absent says whether there is nothing of the package to load.
func (n *node) absent() bool {
	l := n.meta
	return l.Dir == "" || len(l.GoFiles)+len(l.CgoFiles)+len(l.SwigFiles)+len(l.SwigCXXFiles) == 0
}

// link fills the node's imports. A package that go list could not find has a node too,
// with an error and no folder.
func (n *node) link(byID map[string]*node) {
	n.imports = make(map[string]*node, len(n.meta.Imports))
	mapped := make(map[string]bool, len(n.meta.ImportMap))
	for path, id := range n.meta.ImportMap {
		n.imports[path] = byID[id]
		mapped[id] = true
	}
	for _, id := range n.meta.Imports {
		if id != "C" && !mapped[id] {
			n.imports[id] = byID[id]
		}
	}
	ids := n.meta.Imports
	if n.meta.usesCgo() { // the files that cgo writes import more
		ids = append(ids[:len(ids):len(ids)], cgoImports...)
		for _, path := range cgoImports {
			if n.imports[path] == nil {
				n.imports[path] = byID[path]
			}
		}
	}
	for _, id := range ids {
		if d := byID[id]; d != nil && d != n && !slices.Contains(n.deps, d) {
			n.deps = append(n.deps, d)
		}
	}
}

// sort puts imports before importers. An import that closes a cycle is cut: go list
// has reported the cycle, and the type checker will report the import.
func (r *run) sort(all []*node) {
	const visiting, visited = 1, 2
	state := make(map[*node]int, len(all))
	var visit func(n *node)
	visit = func(n *node) {
		state[n] = visiting
		n.deps = slices.DeleteFunc(n.deps, func(d *node) bool {
			if state[d] == 0 {
				visit(d)
			}
			return state[d] == visiting
		})
		state[n] = visited
		n.order = len(r.nodes)
		r.nodes = append(r.nodes, n)
	}
	for _, n := range all {
		if state[n] == 0 {
			visit(n)
		}
	}
}

// classify finds the source set: the packages of the main modules, those asked for,
// and those outside that import one of these. The last have to be checked from source
// in any case, because their types depend on ours.
func (r *run) classify() {
	r.byPath = make(map[string]*node)
	for _, n := range r.nodes {
		m := n.meta.Module
		outsideModule := m == nil && !n.meta.Standard && !strings.Contains(n.path, "/vendor/")
		n.own = n.root || m != nil && m.Main || outsideModule
		n.own = n.own && n.meta.Dir != "" ||
			slices.ContainsFunc(n.deps, func(d *node) bool { return d.own })
		if !n.own {
			continue
		}
		r.own = append(r.own, n)
		if n.variant == plain || r.byPath[n.path] == nil {
			r.byPath[n.path] = n
		}
	}
}

// mayBeSource guesses, before the graph is known, whether the contents will be needed.
func (l *listed) mayBeSource() bool {
	return l.Dir != "" && !l.isTestMain() && (!l.DepOnly || l.Module != nil && l.Module.Main)
}

// checkRoots reports what go list could not find or read. It is an error where that
// leaves nothing to analyse.
func (r *run) checkRoots() error {
	var reasons []string
	some := false
	for _, n := range r.nodes {
		e := n.meta.Error
		empty := n.absent() && n.meta.Dir != "" && (e == nil || noGoFiles(e.Err))
		some = some || n.root && (e == nil || !n.absent())
		if e == nil {
			continue
		}
		if n.root && n.absent() && r.opts.missing {
			continue
		}
		if n.root {
			reasons = append(reasons, oneLine(e.Err))
		}
		if !empty {
			r.problem(Problem{Pkg: n.path, Pos: r.listPos(e.Pos), Message: oneLine(e.Err)})
		}
	}
	switch {
	case some || r.opts.missing && len(reasons) == 0:
		return nil
	case len(reasons) == 0:
		return errNothing
	}
	return errors.New(strings.Join(reasons, "; "))
}

// noGoFiles says whether the message is that a folder has no files for this platform,
// which is nothing amiss: another platform or the tests have some.
func noGoFiles(msg string) bool {
	return strings.HasPrefix(msg, "build constraints exclude all Go files in ") ||
		strings.HasPrefix(msg, "no non-test Go files in ") || strings.HasPrefix(msg, "no Go files in ")
}

// listPos makes a position of go list, which is relative to the folder it ran in, absolute.
func (r *run) listPos(pos string) string {
	if pos == "" || filepath.IsAbs(pos) {
		return pos
	}
	if abs, err := filepath.Abs(filepath.Join(r.opts.Dir, pos)); err == nil {
		return abs
	}
	return pos
}

// setOf gives what the package brought, empty where nothing is known.
func (n *node) setOf() *finding.Set {
	if n.entry == nil {
		return &finding.Set{}
	}
	return &n.entry.set
}
