package replace_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/replace"
)

func TestFile(t *testing.T) {
	dir := t.TempDir()
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, s)
			return err
		}
	}
	want := func(name, text string) {
		t.Helper()
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	name := filepath.Join(dir, "größe it.txt")
	if err := replace.File(name, text("one")); err != nil {
		t.Fatal(err)
	}
	want(name, "one")
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := replace.File(name, text("two")); err != nil {
		t.Fatal(err)
	}
	want(name, "two")
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	// A write that fails leaves the old contents and nothing else.
	err := replace.File(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, errors.New("disk full"))
	})
	if err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("no error: %v", err)
	}
	want(name, "two")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Base(name), link); err == nil {
		if err := replace.File(link, text("three")); err != nil {
			t.Error(err)
		}
		want(name, "three")
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link is gone: %v", err)
		}
		if err := os.Remove(link); err != nil {
			t.Error(err)
		}
	}
	if err := replace.File(os.DevNull, text("x")); err != nil {
		t.Errorf("%s: %v", os.DevNull, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("left beside it: %v, %v", left, err)
	}
	if err := replace.File(filepath.Join(dir, "none", "x"), text("x")); err == nil {
		t.Error("a folder that is not there")
	}
}
