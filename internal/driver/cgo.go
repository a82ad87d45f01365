package driver

import "context"

// usesCgo says whether the compiler sees other files than the ones in the folder.
func (l *listed) usesCgo() bool {
	return len(l.CgoFiles)+len(l.SwigFiles)+len(l.SwigCXXFiles) > 0
}

// loadCgo asks go list for what cgo makes of the packages that will be checked from
// source. This is a second call because -compiled runs cgo for each such package of
// the graph, the standard library's included, in every run: it doubles the time of a
// run in which nothing has changed. The standard library's own cgo packages show no C
// type in what they export, so C is faked for them.
func (r *run) loadCgo(ctx context.Context, need []*node, o *outside) error {
	byID := make(map[string]*node)
	var ids []string
	for _, list := range [][]*node{need, o.source} {
		for _, n := range list {
			if !n.meta.usesCgo() || n.meta.Standard && !n.own {
				continue
			}
			if byID[n.meta.ImportPath] == nil {
				byID[n.meta.ImportPath] = n
				ids = append(ids, n.cgoPattern())
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	flags := r.listFlags()
	if r.byID["command-line-arguments"] != nil { // files, which are a pattern only all together
		ids = r.opts.Patterns
		flags = append(flags, "-deps")
	}
	args := []string{"list", "-e", "-compiled", "-json=ImportPath,CompiledGoFiles,Imports,ImportMap,Error,DepsErrors"}
	args = append(args, flags...)
	args = append(append(args, "--"), ids...)
	failed := make(map[*node]string)
	stderr, err := r.goList(ctx, args, func(l *listed) {
		n := byID[l.ImportPath]
		if n == nil {
			return
		}
		if l.Error != nil {
			failed[n] = l.Error.Err
		} else if len(l.CompiledGoFiles) > 0 {
			n.meta.CompiledGoFiles = l.CompiledGoFiles
		} else if len(l.DepsErrors) > 0 { // no C compiler that works for any package
			failed[n] = l.DepsErrors[0].Err
		}
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		stderr = withStderr(err, stderr).Error()
	}
	r.cgoProblems(byID, need, failed, stderr)
	return nil
}

// cgoPattern is the pattern by which go list gives the package, variants of it included.
func (n *node) cgoPattern() string {
	if n.meta.ForTest != "" {
		return n.meta.ForTest
	}
	return n.path
}

// cgoProblems reports the packages of ours that cgo failed for. They are loaded with C
// faked, so that importers have the types that do not depend on it.
func (r *run) cgoProblems(byID map[string]*node, need []*node, failed map[*node]string, stderr string) {
	for _, n := range need {
		if byID[n.meta.ImportPath] != n || n.meta.CompiledGoFiles != nil {
			continue
		}
		n.tainted = true // a C compiler may be there next time
		why := failed[n]
		if why == "" {
			why = stderr
		}
		r.problem(Problem{Pkg: n.path, Message: "cgo failed: " + oneLine(why)})
	}
}
