package git

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is what the work tree was at a commit. Only files that want takes are in it.
type Tree struct {
	// Changed lists the paths, with forward slashes and as seen from the repository's top,
	// of files that are not what they were at the commit: sorted. Files that git ignores are
	// the same on both sides.
	Changed []string
	// Was has of each the name of a file with what was in it, "" where it was not there.
	Was map[string]string

	repo   *Repo
	commit string
	tmp    string
	want   func(path string) bool
	modes  map[string]string // of each file at the commit, as git writes it
}

const (
	link   = "120000" // the mode of a symbolic link
	module = "160000" // and of another repository inside
)

// At gives the tree of a commit. What was in files that have changed is written below tmp,
// an empty folder of the caller's, as a checkout would write it: line ends and filters are
// git's affair.
func (r *Repo) At(ctx context.Context, commit, tmp string, want func(path string) bool) (*Tree, error) {
	t := &Tree{repo: r, commit: commit, tmp: tmp, want: want, Was: map[string]string{}}
	if err := t.read(ctx); err != nil {
		return nil, err
	}
	changed, err := t.changed(ctx)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, name := range changed {
		switch {
		case t.modes[name] == module:
			if err := t.inside(ctx, name); err != nil {
				return nil, err
			}
		case !want(name):
		case t.modes[name] == "":
			t.Was[name] = ""
		default:
			files = append(files, name)
		}
	}
	if err := t.checkOut(ctx, files, t.part("was")); err != nil {
		return nil, err
	}
	for _, name := range files {
		t.Was[name] = filepath.Join(t.part("was"), filepath.FromSlash(name))
	}
	t.links()
	for name := range t.Was {
		t.Changed = append(t.Changed, name)
	}
	slices.Sort(t.Changed)
	return t, nil
}

func (t *Tree) part(name string) string { return filepath.Join(t.tmp, name) }

// index makes git work on an index of our own.
func (t *Tree) index() []string { return []string{"GIT_INDEX_FILE=" + t.part("index")} }

// read reads the commit into an index of its own, and lists what is in it.
func (t *Tree) read(ctx context.Context) error {
	if err := os.MkdirAll(t.tmp, 0o777); err != nil {
		return err
	}
	if _, err := t.repo.git(ctx, t.index(), nil, "read-tree", t.commit); err != nil {
		return err
	}
	out, err := t.repo.git(ctx, t.index(), nil, "ls-files", "--stage", "-z")
	if err != nil {
		return err
	}
	t.modes = make(map[string]string)
	for _, line := range split(out) { // MODE HASH STAGE\tPATH
		head, name, _ := strings.Cut(line, "\t")
		mode, _, _ := strings.Cut(head, " ")
		t.modes[name] = mode
	}
	return nil
}

// changed lists the files that git says are not what they were, and those that are there
// now and nobody has told git of.
func (t *Tree) changed(ctx context.Context) ([]string, error) {
	diff, err := t.repo.git(ctx, nil, nil, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff",
		"--no-textconv", "--no-relative", "--ignore-submodules=all", t.commit, "--")
	if err != nil {
		return nil, err
	}
	others, err := t.repo.git(ctx, nil, nil, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	all := append(split(diff), split(others)...)
	// Of a submodule git would look at the files with what its own configuration names.
	for name, mode := range t.modes {
		if mode == module {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// checkOut writes files of the commit below a folder.
func (t *Tree) checkOut(ctx context.Context, files []string, dir string) error {
	if len(files) == 0 {
		return nil
	}
	list := []byte(strings.Join(files, "\x00") + "\x00")
	_, err := t.repo.git(ctx, t.index(), list, "checkout-index", "--force", "--quiet", "-z", "--stdin",
		"--prefix="+filepath.ToSlash(dir)+"/")
	return err
}

// links gives symbolic links what is in the files that they lead to.
func (t *Tree) links() {
	for name, mode := range t.modes {
		if mode != link || !t.want(name) {
			continue
		}
		was, changed := t.Was[name]
		text := t.repo.Names(name)[0]
		if changed {
			text = was
		}
		target, err := readLink(text)
		if err != nil {
			continue
		}
		full := filepath.Join(t.repo.Top, filepath.FromSlash(path.Dir(name)), target)
		if filepath.IsAbs(target) {
			full = target
		}
		rel, err := filepath.Rel(t.repo.Top, full)
		if err != nil {
			continue
		}
		if content, ok := t.Was[filepath.ToSlash(rel)]; ok {
			t.Was[name] = content
		} else if changed {
			t.Was[name] = full
		}
	}
}

// readLink says where a link leads. Where links cannot be made git writes a file with that.
func readLink(name string) (string, error) {
	if target, err := os.Readlink(name); err == nil {
		return target, nil
	}
	info, err := os.Lstat(name)
	if err != nil {
		return "", err
	}
	if info.Size() > 4096 {
		return "", fmt.Errorf("%s is no link", name)
	}
	text, err := os.ReadFile(name)
	return filepath.FromSlash(string(text)), err
}

// inside takes what has changed in a repository inside, a submodule.
func (t *Tree) inside(ctx context.Context, name string) error {
	dir := filepath.Join(t.repo.Top, filepath.FromSlash(name))
	sub, err := Open(ctx, dir, t.repo.env)
	if err != nil || sub.prefix != "" {
		return ctx.Err() // it is not checked out, now as before, or is gone: go has no files of it
	}
	out, err := t.repo.git(ctx, t.index(), nil, "ls-files", "--stage", "-z", "--", name)
	if err != nil {
		return err
	}
	fields := strings.Fields(out)
	if len(fields) < 2 {
		return nil
	}
	commit, ok := sub.commit(ctx, fields[1])
	if !ok {
		return fmt.Errorf("the submodule %s has not the commit %s that it stood at: fetch it (git -C %s fetch origin %s)", name, fields[1], name, fields[1])
	}
	tree, err := sub.At(ctx, commit, t.part("module."+strings.ReplaceAll(name, "/", "+")), func(p string) bool {
		return t.want(path.Join(name, p))
	})
	if err != nil {
		return err
	}
	for _, p := range tree.Changed {
		t.Was[path.Join(name, p)] = tree.Was[p]
	}
	return nil
}

// CheckOut writes the whole tree as it was below the temporary folder, and gives that
// folder: all files that want takes, those that git ignores among them. It is for what
// the go command does not take from an overlay.
func (t *Tree) CheckOut(ctx context.Context) (string, error) {
	dir := t.part("tree")
	var files []string
	for name, mode := range t.modes {
		if mode != module && t.want(name) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	if err := t.checkOut(ctx, files, dir); err != nil {
		return "", err
	}
	ignored, err := t.repo.git(ctx, nil, nil, "ls-files", "--others", "--ignored", "--exclude-standard", "-z")
	if err != nil {
		return "", err
	}
	for _, name := range split(ignored) {
		if t.modes[name] != "" || !t.want(name) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(t.repo.Top, filepath.FromSlash(name)))
		if err != nil {
			continue
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			return "", err
		}
	}
	return dir, nil
}
