package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/resilint/resilint/internal/baseline"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/finding"
)

// looked tells of which entries of a baseline a run would have found the findings. A finding
// may depend on any package of the program, so that only a run over a whole module, of which
// all could be analysed, has looked.
type looked struct {
	t        *tool
	a        *answer
	o        options
	enabled  func(code string) bool
	excluded func(file string) bool
	codes    map[string]bool

	files map[string]bool // that were analysed, without links
	whole map[string]bool // by the module's folder
}

func (l *looked) entry(e baseline.Entry) bool {
	file := l.o.base.abs(e.File)
	switch {
	case len(l.a.res.Problems) > 0 || baseline.Tags(l.o.tags) != l.o.base.file.Tags:
		return false
	case !l.codes[e.Code]:
		return true // nobody will ever find it
	case !l.enabled(e.Code) || e.Confidence.Rank() > finding.Confidence(l.o.confidence).Rank() || l.excluded(file):
		return false
	case !l.module(file):
		return false
	}
	// A file that is there and was not analysed is for other tags, systems or for tests.
	return !l.o.base.exists(e.File) || l.analysed(file)
}

func (l *looked) analysed(file string) bool {
	if l.files == nil {
		l.files = map[string]bool{}
		real := map[string]string{}
		for _, name := range l.a.res.Files {
			dir := filepath.Dir(name)
			if real[dir] == "" {
				real[dir] = unlinked(dir)
			}
			l.files[filepath.Join(real[dir], filepath.Base(name))] = true
		}
	}
	return l.files[filepath.Join(unlinked(filepath.Dir(file)), filepath.Base(file))]
}

// module tells whether all of the module that the file is or was in was asked for.
func (l *looked) module(file string) bool {
	root, err := config.ModuleRoot(filepath.Dir(file))
	if err != nil {
		return false
	}
	root = unlinked(root)
	whole, known := l.whole[root]
	if !known {
		if l.whole == nil {
			l.whole = map[string]bool{}
		}
		whole = l.touched(root) && (slices.ContainsFunc(l.o.patterns, func(p string) bool { return l.covers(p, root) }) || l.everyFolder(root))
		l.whole[root] = whole
	}
	return whole
}

// touched tells whether any file of the module was analysed: a pattern does not lead into
// another module that lies below.
func (l *looked) touched(root string) bool {
	roots := map[string]bool{}
	for _, name := range l.a.res.Files {
		dir := filepath.Dir(name)
		if roots[dir] {
			continue
		}
		roots[dir] = true
		if r, err := config.ModuleRoot(dir); err == nil && unlinked(r) == root {
			return true
		}
	}
	return false
}

// covers tells whether a pattern of packages names all of the module in the folder root.
func (l *looked) covers(pattern, root string) bool {
	base, deep := strings.CutSuffix(filepath.ToSlash(pattern), "...")
	base = strings.TrimSuffix(base, "/")
	switch {
	case pattern == "all" || pattern == "..." || pattern == "work": // the last is all of the workspace
		return true
	case !deep || strings.Contains(base, "..."):
		return false
	case strings.HasPrefix(base, ".") || filepath.IsAbs(pattern):
		dir := filepath.FromSlash(base)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(l.o.dir, dir)
		}
		abs, err := filepath.Abs(dir)
		if err != nil {
			return false
		}
		rel, err := filepath.Rel(unlinked(abs), root)
		return err == nil && filepath.IsLocal(rel)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	path := modfile.ModulePath(text)
	return err == nil && (path == base || strings.HasPrefix(path, base+"/"))
}

// everyFolder tells whether there is no folder of the module with Go files of which none was
// analysed, as where a module is one package.
func (l *looked) everyFolder(root string) bool {
	l.analysed("") // fills files
	dirs := map[string]bool{}
	for name := range l.files {
		dirs[filepath.Dir(name)] = true
	}
	missed := false
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || missed:
			return fs.SkipAll
		case !d.IsDir():
			if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				missed = !dirs[filepath.Dir(name)]
			}
			return nil
		case name != root && isApart(name):
			return fs.SkipDir
		}
		return nil
	})
	return err == nil && !missed
}

// isApart tells whether the go command takes a folder for no part of the module around it.
func isApart(dir string) bool {
	base := filepath.Base(dir)
	if base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
