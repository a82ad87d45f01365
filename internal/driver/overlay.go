package driver

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Overlay makes a run see other files than those on disk.
type Overlay struct {
	files map[string]string
	list  string // the name of the file that go list takes
}

// NewOverlay makes an overlay of files by their absolute names: what is in each stands in
// another file, "" where it is not there. It writes the list of them to a file for the go
// command, which must be there for as long as the overlay is used, as those with the
// contents.
func NewOverlay(files map[string]string, list string) (*Overlay, error) {
	o := &Overlay{files: make(map[string]string, len(files)), list: list}
	for name, content := range files {
		o.files[overlaid(name)] = content
	}
	data, err := json.Marshal(struct{ Replace map[string]string }{files})
	if err != nil {
		return nil, err
	}
	return o, os.WriteFile(list, data, 0o666)
}

// overlaid is the name of a file as the overlay knows it.
func overlaid(name string) string {
	name = filepath.Clean(name)
	if runtime.GOOS == "windows" { // where the case of letters does not tell files apart
		name = strings.ToLower(name)
	}
	return name
}

// ReadFile reads a file as it is under the overlay, which may be nil.
func (o *Overlay) ReadFile(name string) ([]byte, error) {
	if o != nil {
		if content, ok := o.files[overlaid(name)]; ok {
			if content == "" {
				return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
			}
			data, err := os.ReadFile(content)
			var p *fs.PathError
			if errors.As(err, &p) {
				p.Path = name
			}
			return data, err
		}
	}
	return os.ReadFile(name)
}

// flags are what the go command has to be told of it.
func (o *Overlay) flags() []string {
	if o == nil {
		return nil
	}
	return []string{"-overlay=" + o.list}
}
