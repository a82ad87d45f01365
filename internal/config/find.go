package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"
)

// Names are the names a configuration may have. A folder holds one of them.
var Names = []string{".resilint.yml", ".resilint.yaml"}

// Find looks for a configuration in the folder of the module that holds dir, and then
// upwards. It gives the empty name where there is none.
func Find(dir string) (string, error) {
	return find(dir, Names)
}

// BaselineName is the name of a baseline that nobody names.
const BaselineName = ".resilint-baseline.yml"

// FindBaseline looks for a baseline as Find does for a configuration.
func FindBaseline(dir string) (string, error) {
	return find(dir, []string{BaselineName})
}

func find(dir string, names []string) (string, error) {
	root, err := ModuleRoot(dir)
	if err != nil {
		return "", err
	}
	for d := root; ; d = filepath.Dir(d) {
		var found []string
		for _, name := range names {
			name = filepath.Join(d, name)
			ok, err := exists(name)
			if err != nil {
				return "", err
			}
			if ok {
				found = append(found, name)
			}
		}
		switch {
		case len(found) > 1:
			return "", fmt.Errorf("two configurations in one folder, %s and %s; keep one", found[0], found[1])
		case len(found) == 1:
			return found[0], nil
		case d == filepath.Dir(d):
			return "", nil
		}
	}
}

// exists takes a name that may not be looked at for one that is not there: the folders
// above a module can be closed.
func exists(name string) (bool, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular(): // a link to a device may never end
		return false, fmt.Errorf("%s is no file; take it away", name)
	}
	return true, nil
}

// Inside tells whether the file lies in the folder or below it, wherever links lead. The file
// need not be there yet.
func Inside(dir, file string) (bool, error) {
	dir, err := unlinked(dir)
	if err != nil {
		return false, err
	}
	if file, err = unlinked(file); err != nil {
		return false, err
	}
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel), nil
}

// unlinked is an absolute name without the links in that part of it which is there.
func unlinked(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	if dir := filepath.Dir(name); errors.Is(err, fs.ErrNotExist) && dir != name {
		if real, err = unlinked(dir); err == nil {
			real = filepath.Join(real, filepath.Base(name))
		}
	}
	return real, err
}

// ModuleRoot is the folder of the module that holds dir, or dir itself where there is none,
// absolute.
func ModuleRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return moduleRoot(abs), nil
}

// moduleRoot is the nearest folder upwards with a go.mod, or dir itself where there is
// none.
func moduleRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if info, err := os.Stat(filepath.Join(d, "go.mod")); err == nil && info.Mode().IsRegular() {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// Excluder gives a function that tells whether findings in a file are not wanted. The
// globs are held against the file's path from the folder of its own module on, so that
// they mean the same in each module of a workspace.
func (c *Config) Excluder() func(file string) bool {
	roots := map[string]string{}
	return func(file string) bool {
		if len(c.Exclude) == 0 {
			return false
		}
		dir := filepath.Dir(file)
		root, ok := roots[dir]
		if !ok {
			root = moduleRoot(dir)
			roots[dir] = root
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return false
		}
		rel = filepath.ToSlash(rel)
		for _, glob := range c.Exclude {
			if doublestar.MatchUnvalidated(glob, rel) {
				return true
			}
		}
		return false
	}
}
