package fix

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestLinksStayInside(t *testing.T) {
	top := t.TempDir()
	put := func(name string) string {
		t.Helper()
		name = filepath.Join(top, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte("package p\n"), 0o666)); err != nil {
			t.Fatal(err)
		}
		return name
	}
	link := func(to, name string) string {
		t.Helper()
		name = filepath.Join(top, filepath.FromSlash(name))
		if err := os.Symlink(filepath.Join(top, filepath.FromSlash(to)), name); err != nil {
			t.Skip("no links here: ", err)
		}
		return name
	}
	put("repo/go.mod")
	put("other/go.mod")
	put("other/x.go")
	plain := put("repo/pkg/a.go")
	put("repo/pkg/b.go")
	within := link("repo/pkg/b.go", "repo/pkg/within.go")
	out := link("other/x.go", "repo/pkg/out.go")
	link("other", "repo/linked")
	link("repo", "checkout")
	file := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
	for name, ok := range map[string]bool{
		plain: true, within: true, out: false,
		file("repo/linked/x.go"):    false,
		file("checkout/pkg/a.go"):   true, // the module's folder itself is a link
		file("checkout/pkg/out.go"): false,
	} {
		_, err := ReadFile(name)
		if ok != (err == nil) || !ok && !errors.Is(err, errOutside) {
			t.Errorf("%s: %v", name, err)
		}
		err = File{Name: name, Old: []byte("package p\n"), New: []byte("package p\n")}.Write()
		if ok != (err == nil) {
			t.Errorf("writing %s: %v", name, err)
		}
	}
}
