package fix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/resilint/resilint/internal/replace"
)

// ReadFile reads a file that may be written: a regular one that is not read-only, as those in
// the module cache are, and that no link takes out of its module.
func ReadFile(name string) ([]byte, error) {
	if _, err := inside(name); err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o200 == 0 {
		return nil, replace.ErrReadOnly
	}
	return os.ReadFile(name)
}

// Write gives the file its new contents in one step: whoever reads it sees the old ones or
// the new ones. Its mode stays, and a link to it stays one. It refuses a file that no
// longer has its old contents.
func (f File) Write() error {
	name, err := inside(f.Name)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	now, err := ReadFile(f.Name)
	if err == nil && !bytes.Equal(now, f.Old) {
		err = errors.New(changed)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return replace.File(name, func(w io.Writer) error {
		_, err := w.Write(f.New)
		return err
	})
}

// Diff is the change as a unified diff, in the form of gofmt -d. Messages call the file name.
func (f File) Diff(name string) string {
	name = filepath.ToSlash(name)
	return string(diff.Diff(fmt.Sprintf("%s.orig", name), f.Old, name, f.New))
}
