package driver

import (
	"path"
	"slices"
)

var (
	readNames = []string{"go.mod", "go.sum", "go.work", "go.work.sum"}
	// readExts are the endings of what belongs to a package, and of what it may embed that
	// is read (see embeddedJSON).
	readExts = []string{".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for",
		".f90", ".s", ".S", ".sx", ".swig", ".swigcxx", ".syso", ".json"}
)

// Reads tells whether a run may read the file, given with forward slashes, of a program's
// own folders, or ask whether it is there.
func Reads(name string) bool {
	return slices.Contains(readNames, path.Base(name)) || slices.Contains(readExts, path.Ext(name)) || IsVendorList(name)
}

// IsVendorList tells whether the file lists what is vendored.
func IsVendorList(name string) bool {
	return path.Base(name) == "modules.txt" && path.Base(path.Dir(name)) == "vendor"
}
