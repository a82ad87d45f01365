package git_test

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/git"
)

// repo is a repository of a test.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(dir, "nosuch"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	r := &repo{t, dir}
	r.git("init", "-q", "-b", "main")
	r.git("config", "user.name", "A")
	r.git("config", "user.email", "a@example.com")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) write(name, text string) {
	r.t.Helper()
	file := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) commit() {
	r.t.Helper()
	r.git("add", ".")
	r.git("commit", "-q", "-m", "more")
}

func isGo(name string) bool { return strings.HasSuffix(name, ".go") }

// at gives what has changed since a revision: what was in files, "-" for those that were
// not there.
func (r *repo) at(rev string) map[string]string {
	r.t.Helper()
	ctx := context.Background()
	g, err := git.Open(ctx, r.dir, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	commit, err := g.Resolve(ctx, rev)
	if err != nil {
		r.t.Fatal(err)
	}
	tree, err := g.At(ctx, commit, r.t.TempDir(), isGo)
	if err != nil {
		r.t.Fatal(err)
	}
	out := map[string]string{}
	for name, was := range tree.Was {
		out[name] = "-"
		if was != "" {
			text, err := os.ReadFile(was)
			if err != nil {
				r.t.Fatal(err)
			}
			out[name] = string(text)
		}
	}
	if !slices.Equal(tree.Changed, slices.Sorted(maps.Keys(out))) {
		r.t.Errorf("Changed is %q", tree.Changed)
	}
	return out
}

func (r *repo) want(rev string, want map[string]string) {
	r.t.Helper()
	if d := cmp.Diff(want, r.at(rev)); d != "" {
		r.t.Error(d)
	}
}

func TestAt(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"same.go", "changed.go", "deleted.go", "renamed.go", "staged.go", "cached.go", "touched.go", "a b/ä \"q\".go", "note.txt"} {
		r.write(name, "was "+name)
	}
	r.write(".gitignore", "ignored.go\n")
	r.commit()
	r.write("changed.go", "is")
	r.write("a b/ä \"q\".go", "is")
	r.write("note.txt", "is")
	r.write("ignored.go", "is")
	r.write("untracked.go", "is")
	r.write("touched.go", "was touched.go")
	r.write("staged.go", "is")
	r.git("add", "staged.go")
	r.write("added.go", "is")
	r.git("add", "added.go")
	r.git("mv", "renamed.go", "name.go")
	r.git("rm", "-q", "deleted.go")
	r.git("rm", "-q", "--cached", "cached.go") // it is still there
	index, err := os.ReadFile(filepath.Join(r.dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	r.want("HEAD", map[string]string{
		"changed.go": "was changed.go", "a b/ä \"q\".go": "was a b/ä \"q\".go", "staged.go": "was staged.go",
		"deleted.go": "was deleted.go", "renamed.go": "was renamed.go", "cached.go": "was cached.go",
		"added.go": "-", "name.go": "-", "untracked.go": "-",
	})
	if after, err := os.ReadFile(filepath.Join(r.dir, ".git", "index")); err != nil || string(after) != string(index) {
		t.Errorf("the index was written to: %v", err)
	}
}

// TestAtConflict: a merge that is not done.
func TestAtConflict(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", "one")
	r.commit()
	r.git("checkout", "-q", "-b", "other")
	r.write("a.go", "two")
	r.commit()
	r.git("checkout", "-q", "main")
	r.write("a.go", "three")
	r.commit()
	cmd := exec.Command("git", "merge", "-q", "other")
	cmd.Dir = r.dir
	_ = cmd.Run() // it fails, as it is to
	r.want("HEAD", map[string]string{"a.go": "three"})
}

// TestAtFilters: what a checkout would give, by the attributes of the revision.
func TestAtFilters(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", "one\ntwo\n")
	r.write("lf.go", "one\n")
	r.write(".gitattributes", "a.go text eol=crlf\n")
	r.commit()
	r.git("rm", "-q", ".gitattributes", "a.go")
	r.write("lf.go", "is\n")
	r.want("HEAD", map[string]string{"a.go": "one\r\ntwo\r\n", "lf.go": "one\n"})
}

// TestAtLinks: a link has what is in the file that it leads to.
func TestAtLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on windows")
	}
	r := newRepo(t)
	r.write("real.go", "real")
	r.write("p/other.go", "other")
	link := func(target, name string) {
		t.Helper()
		_ = os.Remove(filepath.Join(r.dir, name))
		if err := os.Symlink(target, filepath.Join(r.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("../real.go", "p/same.go")
	link("../real.go", "p/turned.go")
	r.commit()
	link("other.go", "p/turned.go")
	r.want("HEAD", map[string]string{"p/turned.go": "real"})
	r.write("real.go", "is")
	r.want("HEAD", map[string]string{"real.go": "real", "p/same.go": "real", "p/turned.go": "real"})
}

// TestAtSubmodule: a repository inside is taken as it stood at the revision.
func TestAtSubmodule(t *testing.T) {
	inner := newRepo(t)
	inner.write("in.go", "one")
	inner.commit()
	r := newRepo(t)
	r.write("a.go", "a")
	r.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub")
	r.commit()
	r.want("HEAD", map[string]string{})
	sub := &repo{t, filepath.Join(r.dir, "sub")}
	sub.git("config", "user.name", "A")
	sub.git("config", "user.email", "a@example.com")
	sub.write("in.go", "dirty")
	r.want("HEAD", map[string]string{"sub/in.go": "one"})
	sub.write("more.go", "more")
	sub.commit()
	r.want("HEAD", map[string]string{"sub/in.go": "one", "sub/more.go": "-"})
	r.commit()
	r.want("HEAD", map[string]string{})
	r.want("HEAD~1", map[string]string{"sub/in.go": "one", "sub/more.go": "-"})
}

func TestCheckOut(t *testing.T) {
	r := newRepo(t)
	r.write("a/a.go", "was")
	r.write("a/note.txt", "was")
	r.write(".gitignore", "made.go\n")
	r.commit()
	r.write("a/a.go", "is")
	r.write("a/made.go", "made")
	r.write("a/new.go", "new")
	ctx := context.Background()
	g, err := git.Open(ctx, filepath.Join(r.dir, "a"), nil)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := g.At(ctx, "HEAD", t.TempDir(), isGo)
	if err != nil {
		t.Fatal(err)
	}
	top, err := tree.CheckOut(ctx)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	entries, err := os.ReadDir(g.Dir(top))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(g.Dir(top), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(text)
	}
	if d := cmp.Diff(map[string]string{"a.go": "was", "made.go": "made"}, got); d != "" {
		t.Error(d)
	}
}

func TestNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on windows")
	}
	r := newRepo(t)
	r.write("a/b/c.go", "c")
	other, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	whole, middle := filepath.Join(other, "whole"), filepath.Join(other, "middle")
	for _, l := range [][2]string{{r.dir, whole}, {filepath.Join(r.dir, "a"), middle}} {
		if err := os.Symlink(l[0], l[1]); err != nil {
			t.Fatal(err)
		}
	}
	real := filepath.Join(r.dir, "a", "b", "c.go")
	for _, test := range []struct {
		dir, alias string
	}{
		{r.dir, ""}, {filepath.Join(r.dir, "a"), ""},
		{whole, filepath.Join(whole, "a", "b", "c.go")},
		{filepath.Join(whole, "a"), filepath.Join(whole, "a", "b", "c.go")},
		{middle, filepath.Join(middle, "b", "c.go")},
		{filepath.Join(middle, "b"), filepath.Join(middle, "b", "c.go")},
	} {
		g, err := git.Open(context.Background(), test.dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{real}
		if test.alias != "" {
			want = append(want, test.alias)
		}
		got := g.Names("a/b/c.go")
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", test.dir, got, want)
		}
		for _, name := range got {
			if g.Home(name) != real {
				t.Errorf("%s: %s is at home at %s", test.dir, name, g.Home(name))
			}
		}
	}
}

// TestErrors: each says what is wrong. What a script can show is in testdata/script.
func TestErrors(t *testing.T) {
	r := newRepo(t)
	ctx := context.Background()
	g, err := git.Open(ctx, r.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for rev, want := range map[string]string{
		"HEAD":     "there is no revision HEAD here: nothing has been committed yet",
		"":         "\"\" is no revision",
		"--all":    "\"--all\" is no revision",
		"--all...": "is no revision",
		"...-x":    "there is no revision",
		"a..b":     "is a range of revisions",
	} {
		if _, err := g.Resolve(ctx, rev); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", rev, err, want)
		}
	}
	if _, err := git.Open(ctx, filepath.Join(r.dir, ".git"), nil); err == nil {
		t.Error("the folder of git is a work tree")
	}
	if _, err := git.Open(ctx, filepath.Join(r.dir, "nosuch"), nil); err == nil {
		t.Error("a folder that is not there is in a repository")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := g.Resolve(cancelled, "HEAD"); err != context.Canceled {
		t.Errorf("%v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := git.Open(ctx, r.dir, nil); err == nil || !strings.Contains(err.Error(), "it needs the command git, which is not in PATH") {
		t.Errorf("%v", err)
	}
}

func TestResolve(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", "one")
	r.git("add", ".")
	r.git("commit", "-q", "-m", "three words here")
	base := r.git("rev-parse", "HEAD")
	r.git("tag", "-a", "v1", "-m", "v1")
	r.git("checkout", "-q", "-b", "work")
	r.write("a.go", "two")
	r.commit()
	head := r.git("rev-parse", "HEAD")
	r.git("checkout", "-q", "main")
	r.write("b.go", "main")
	r.commit()
	r.git("checkout", "-q", "work")
	g, err := git.Open(context.Background(), r.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for rev, want := range map[string]string{
		"HEAD": head, "HEAD~1": base, "v1": base, head[:10]: head, "main~1": base,
		"main...": base, "...main": base, "main...work": base, "main...HEAD": base, "v1...": base, "@": head, ":/three": base,
	} {
		got, err := g.Resolve(context.Background(), rev)
		if err != nil || got != want {
			t.Errorf("%q: %s, %v", rev, got, err)
		}
	}
	if refs, err := g.Refs(context.Background()); err != nil || !slices.Equal(refs, []string{"main", "work", "v1"}) {
		t.Errorf("the refs are %q, %v", refs, err)
	}
}
