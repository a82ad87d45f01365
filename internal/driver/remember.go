package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/driver/listkey"
)

// What go list and go env say is kept under a key of all that it depends on (see package
// listkey), so that neither is run where nothing has changed but the bodies of functions.
// Only an answer without a fault is kept: what is missing may be there next time.

// listKey is the key of what the go command would be asked. It is nil where its answer is
// neither to be kept nor to be found.
func (r *run) listKey() *listkey.Key {
	if r.store.disk == nil || r.opts.Overlay != nil || r.opts.missing {
		return nil
	}
	return listkey.New(listkey.Query{
		Dir: r.opts.Dir, Env: r.opts.Env, Patterns: r.patterns(), Args: append(r.listArgs(), r.opts.Salt),
		Tests: r.opts.Tests, Workers: r.workers, Embedded: embeddedJSON,
	})
}

// listingKey is apart from the key so that two kinds of content never meet.
func listingKey(key *listkey.Key) digest {
	k := newKeyHash()
	k.strings("listing", formatVersion)
	k.digest(key.Sum)
	return k.sum()
}

// recall gives what the go command said last time.
func (r *run) recall(key *listkey.Key) ([]*listed, bool) {
	if key == nil {
		return nil, false
	}
	data, ok := r.store.get(listingKey(key))
	if !ok {
		return nil, false
	}
	env, pkgs, err := decodeListing(data)
	if err != nil || !r.stillThere(key, pkgs) {
		return nil, false
	}
	r.env, r.listed = env, pkgs
	return pkgs, true
}

// stillThere tells whether the folders are there that the key does not cover.
func (r *run) stillThere(key *listkey.Key, pkgs []*listed) bool {
	dirs := []string{filepath.Join(key.Goroot(), "src")}
	seen := make(map[*listedModule]bool)
	for _, l := range pkgs {
		m := l.Module
		if m == nil || m.Main || seen[m] {
			continue
		}
		seen[m] = true
		if m.Replace != nil {
			m = m.Replace
		}
		if m.Dir != "" {
			dirs = append(dirs, m.Dir)
		}
	}
	gone := make([]bool, len(dirs))
	parallel(r.workers, len(dirs), func(i int) {
		info, err := os.Stat(dirs[i])
		gone[i] = err != nil || !info.IsDir()
	})
	return !slices.Contains(gone, true)
}

// remember keeps the answer, if it may be kept, while the run goes on. The key was taken
// before the go command ran, and is taken again: files that were written to in between may
// belong to the answer or not.
func (r *run) remember(key *listkey.Key, pkgs []*listed) {
	if key == nil || !key.Settled(r.env) || !r.lasting(key, pkgs) {
		return
	}
	data := encodeListing(r.env, pkgs)
	r.background.Go(func() {
		if key.Same() {
			r.store.put(listingKey(key), data)
		}
	})
}

// lasting tells whether the answer is whole, and holds for as long as the key does.
func (r *run) lasting(key *listkey.Key, pkgs []*listed) bool {
	for _, root := range key.Roots() {
		if listkey.Inside(root, key.Goroot()) || listkey.Inside(key.Goroot(), root) {
			return false
		}
	}
	return !slices.ContainsFunc(pkgs, func(l *listed) bool { return !r.lastingPackage(key, l) })
}

func (r *run) lastingPackage(key *listkey.Key, l *listed) bool {
	switch {
	case l.Dir == "" || l.Error != nil && !lastingError(l.Error.Err):
		return false
	case l.Standard:
		return listkey.Inside(l.Dir, filepath.Join(filepath.Clean(r.env["GOROOT"]), "src"))
	case strings.Contains(l.ImportPath, "/.") || key.Linked(l.ImportPath): // what the key does not cover
		return false
	}
	n := &node{meta: l}
	return key.Covers(l.Dir) || r.fixed(n) != ""
}

// lastingError tells of faults that only hang on the files of folders which the key covers:
// no Go files for this platform, and nothing to embed, as where a front end is not built.
func lastingError(msg string) bool {
	return noGoFiles(msg) || strings.HasPrefix(msg, "pattern ") && strings.HasSuffix(msg, ": no matching files found")
}
