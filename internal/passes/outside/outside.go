// Package outside tells the packages that are not the user's own: those of the standard
// library and of modules that are dependencies. What they do is for the catalogue to say,
// so that a pass has nothing to learn from their bodies.
//
// The command never analyses them. go vet and golangci-lint do, before any package of the
// user, because the passes have facts; a pass that returns early makes that cost little,
// and keeps their answers the same as the command's.
package outside

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Is tells whether the pass is over a package of the standard library, or of a module that
// the user's modules depend on: downloaded, vendored, or replaced by a folder. Only the
// main module and those of a workspace have no version.
func Is(pass *analysis.Pass) bool {
	// Drivers give the standard library no module, or one without a path.
	if m := pass.Module; m != nil && m.Path != "" {
		return m.Path == "std" || m.Version != ""
	}
	return standard(pass)
}

// InProgram tells whether an import path belongs to the module under analysis. Where the
// driver names no module, the first part of the package's own path stands for it.
func InProgram(pass *analysis.Pass, path string) bool {
	root := ""
	if m := pass.Module; m != nil {
		root = m.Path
	}
	if root == "" {
		root, _, _ = strings.Cut(pass.Pkg.Path(), "/")
	}
	return path == root || strings.HasPrefix(path, root+"/")
}

// standard tells a package of the standard library by its place.
func standard(pass *analysis.Pass) bool {
	path := pass.Pkg.Path()
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return false
	}
	for _, f := range pass.Files {
		// What cgo writes is kept elsewhere, so one file in its place is enough.
		dir := filepath.ToSlash(filepath.Dir(pass.Fset.File(f.FileStart).Name()))
		if root, ok := strings.CutSuffix(dir, "/src/"+path); ok {
			return isRoot(filepath.FromSlash(root))
		}
	}
	return false
}

// isRoot tells a GOROOT from a GOPATH, where packages can have paths without a dot, too.
func isRoot(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "src", "runtime", "runtime2.go"))
	return err == nil
}
