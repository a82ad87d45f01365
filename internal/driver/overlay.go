package driver

import (
	"encoding/json"
	"errors"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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

// keepsGraph tells whether go list gives the same packages with the overlay and without:
// where all it changes are Go files that stay, with the same package, imports and build
// constraints.
func (o *Overlay) keepsGraph() bool {
	seen := make(map[string]bool)
	for name, content := range o.files {
		if content == "" || filepath.Ext(name) != ".go" {
			return false
		}
		if seen[content] {
			continue // under another name of its folder
		}
		seen[content] = true
		now, ok := headOf(name)
		then, also := headOf(content)
		if !ok || !also || !slices.Equal(now, then) {
			return false
		}
	}
	return true
}

// headOf lists what the go command reads of a file. It is not ok where cgo has a say.
func headOf(name string) (head []string, ok bool) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return nil, false
	}
	head = append(head, f.Name.Name)
	for _, spec := range f.Imports {
		head = append(head, spec.Path.Value)
		if spec.Path.Value == `"C"` {
			return nil, false
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text) || strings.HasPrefix(c.Text, "//go:debug") {
				head = append(head, c.Text)
			}
		}
	}
	return head, true
}

// flags are what the go command has to be told of it.
func (o *Overlay) flags() []string {
	if o == nil {
		return nil
	}
	return []string{"-overlay=" + o.list}
}
