package listkey

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
)

// modules takes what says which modules there are, and gives the folders of those whose
// files can change.
func (k *Key) modules(h sumHash) (roots []string, ok bool) {
	var mod, work string
	for dir := k.env.wd; ; dir = filepath.Dir(dir) {
		isMod, isWork := isFile(filepath.Join(dir, "go.mod")), isFile(filepath.Join(dir, "go.work"))
		h.strings(dir, strconv.FormatBool(isMod), strconv.FormatBool(isWork))
		if isMod && mod == "" {
			mod = dir
		}
		if isWork && work == "" {
			work = filepath.Join(dir, "go.work")
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	switch set := k.env.get("GOWORK"); {
	case set == "off":
		work = ""
	case set != "" && set != "auto":
		if work = set; !filepath.IsAbs(work) {
			return nil, false
		}
	}
	k.gowork = work
	if mod != "" {
		k.gomod = filepath.Join(mod, "go.mod")
	}
	r := &rootList{}
	switch {
	case work != "":
		if !r.workspace(h, work) {
			return nil, false
		}
	case mod != "":
		if !r.module(mod) {
			return nil, false
		}
	}
	slices.Sort(r.dirs)
	return slices.Compact(r.dirs), true
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// rootList collects folders of modules.
type rootList struct{ dirs []string }

// workspace adds the folders that go.work names.
func (r *rootList) workspace(h sumHash, file string) bool {
	data, ok := h.file(file)
	if !ok {
		return false
	}
	if _, ok := h.file(file + ".sum"); !ok {
		return false
	}
	work, err := modfile.ParseWork(file, data, nil)
	if err != nil {
		return false
	}
	dir := filepath.Dir(file)
	for _, use := range work.Use {
		if !r.module(within(dir, use.Path)) {
			return false
		}
	}
	if !r.replaced(dir, work.Replace) {
		return false
	}
	if slices.Contains(r.dirs, dir) { // with all that is in it
		return true
	}
	vendor := filepath.Join(dir, "vendor")
	there := isThere(vendor)
	h.strings("vendor", strconv.FormatBool(there))
	if there {
		if slices.ContainsFunc(r.dirs, func(root string) bool { return Inside(vendor, root) }) {
			return false // whose packages could embed files of it
		}
		r.dirs = append(r.dirs, vendor)
	}
	return true
}

// module adds a main module and the folders that its go.mod puts in other modules' places.
// The file itself is read again with all others of the folder.
func (r *rootList) module(dir string) bool {
	file := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	mod, err := modfile.Parse(file, data, nil)
	if err != nil {
		return false
	}
	r.dirs = append(r.dirs, dir)
	return r.replaced(dir, mod.Replace)
}

// replaced adds the folders that stand in the place of modules. Each has to be a module:
// go.mod may name any folder at all, which is not to be gone through for that.
func (r *rootList) replaced(dir string, list []*modfile.Replace) bool {
	for _, rep := range list {
		if rep.New.Version != "" {
			continue
		}
		root := within(dir, rep.New.Path)
		if !isFile(filepath.Join(root, "go.mod")) {
			return false
		}
		r.dirs = append(r.dirs, root)
	}
	return true
}

func within(dir, name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// Inside tells whether a file or folder is the other one or lies in it. Both are clean.
func Inside(name, dir string) bool {
	rest, ok := strings.CutPrefix(name, dir)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]) || os.IsPathSeparator(dir[len(dir)-1]))
}

func isThere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
