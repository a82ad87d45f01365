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
		if root, ok := holding(dir, marks); ok {
			return root
		}
	}
	return dir
}

// holding finds the nearest folder, from dir upwards, that has one of the names in it.
func holding(dir string, names []string) (string, bool) {
	for {
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
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
