package cli

import (
	"os"
	"path/filepath"
)

// sourceRoot is the folder that holds all of the source, as those who read a report
// elsewhere see it: the repository at or above dir, else the module, else dir itself.
func sourceRoot(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for _, marks := range [][]string{{".git", ".hg", ".jj"}, {"go.mod"}} {
		if root, ok := holding(dir, marks, isThere); ok {
			return root
		}
	}
	return dir
}

// holding finds the nearest folder, from dir upwards, that has one of the names in it, as far
// as there tells.
func holding(dir string, names []string, there func(name string) bool) (string, bool) {
	for {
		for _, name := range names {
			if there(filepath.Join(dir, name)) {
				return dir, true
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}

func isThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
