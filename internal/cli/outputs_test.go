package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestOutputs(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // what is asked for, or a part of the error
		bad  bool
	}{
		{[]string{"json"}, "json", false},
		{[]string{"json,sarif=a b.sarif"}, "json,sarif=a b.sarif", false},
		{[]string{"json", "sarif=x", "junit=y=z"}, "json,sarif=x,junit=y=z", false},
		{[]string{"json=-"}, "json", false},
		{[]string{""}, `unknown format ""`, true},
		{[]string{"json,"}, `unknown format ""`, true},
		{[]string{"sarif=x,jsom"}, `unknown format "jsom"; write one of text, json`, true},
		{[]string{"json="}, "no file behind json=", true},
		{[]string{"json", "text=-"}, "json and text both go to stdout; give one a file: -f text=FILE", true},
		{[]string{"json=x", "text=" + filepath.Join(".", "y", "..", "x")}, "json and text both go to ", true},
	} {
		var o outputs
		var err error
		for _, arg := range tt.args {
			if err == nil {
				err = o.Set(arg)
			}
		}
		if err == nil {
			err = o.apart()
		}
		switch {
		case tt.bad && (err == nil || !strings.HasPrefix(err.Error(), tt.want)):
			t.Errorf("%q: %v, want %s", tt.args, err, tt.want)
		case !tt.bad && (err != nil || o.String() != tt.want):
			t.Errorf("%q: %s, %v", tt.args, o.String(), err)
		}
	}
}

func TestWriteFile(t *testing.T) {
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
	if err := writeFile(name, text("one")); err != nil {
		t.Fatal(err)
	}
	want(name, "one")
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(name, text("two")); err != nil {
		t.Fatal(err)
	}
	want(name, "two")
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	// A write that fails leaves the old contents and nothing else.
	err := writeFile(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, errors.New("disk full"))
	})
	if err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("no error: %v", err)
	}
	want(name, "two")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Base(name), link); err == nil {
		if err := writeFile(link, text("three")); err != nil {
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
	if err := writeFile(os.DevNull, text("x")); err != nil {
		t.Errorf("%s: %v", os.DevNull, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("left beside it: %v, %v", left, err)
	}
	if err := writeFile(filepath.Join(dir, "none", "x"), text("x")); err == nil {
		t.Error("a folder that is not there")
	}
}
