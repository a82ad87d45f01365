package fix

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

var errOutside = errors.New("the file is a link to a place outside its module; change that file itself")

// inside gives the name without links of a file of a module, or an error where it lies
// outside the module's folder: a repository can hold links to anything that its reader may
// write.
func inside(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	root, err := filepath.EvalSymlinks(moduleRoot(filepath.Dir(abs)))
	if err != nil {
		return "", err
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", err
	}
	if !strings.HasPrefix(real, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator)) {
		return "", errOutside
	}
	return real, nil
}

// moduleRoot is the nearest folder from dir upwards that has a go.mod. A folder that is a
// link counts only where none above it has one: what it holds is not of that module. Without
// any it is dir.
func moduleRoot(dir string) string {
	linked := ""
	for d := dir; ; d = filepath.Dir(d) {
		if info, err := os.Stat(filepath.Join(d, "go.mod")); err == nil && info.Mode().IsRegular() {
			if l, err := os.Lstat(d); err != nil || l.Mode()&os.ModeSymlink == 0 {
				return d
			}
			if linked == "" {
				linked = d
			}
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if linked != "" {
		return linked
	}
	return dir
}
