// Package replace writes files in one step. It knows nothing of what is in them, nor whether
// they may be written: who asks has decided that.
package replace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrReadOnly is what is wrong with a file whose owner may not write to it.
var ErrReadOnly = errors.New("the file is read-only")

// File writes a file in one step: whoever reads it sees the old contents or the new ones,
// and where that fails the old ones stay. A link stays a link, the mode stays, and what is no
// regular file, such as a pipe or /dev/null, is written to as it is.
func File(name string, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return swap(name, 0, write)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	case info.Mode().Perm()&0o200 == 0:
		return ErrReadOnly
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	return swap(name, info.Mode().Perm(), write)
}

// swap puts a new file in the place of name. Mode 0 is what new files have here.
func swap(name string, mode fs.FileMode, write func(io.Writer) error) error {
	temp, err := beside(name)
	if err != nil {
		return err
	}
	err = write(temp)
	if err == nil && mode != 0 {
		err = temp.Chmod(mode)
	}
	if err == nil {
		err = temp.Sync() // else a crash may leave the new name without its contents
	}
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// beside makes a new file in the folder of name. os.CreateTemp would make one that nobody else
// may read.
func beside(name string) (*os.File, error) {
	const tries = 1000
	for i := 0; ; i++ {
		temp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d-%d", filepath.Base(name), os.Getpid(), i))
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || i == tries {
			return f, err
		}
	}
}
