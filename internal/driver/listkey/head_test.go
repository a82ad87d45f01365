package listkey

import (
	"bytes"
	"fmt"
	"go/build"
	"io"
	"io/fs"
	"testing"
	"testing/fstest"
)

// goBuild gives what the go command learns of a file.
func goBuild(src []byte) string {
	files := fstest.MapFS{"p/x.go": {Data: src}, "p/a.go": {Data: []byte("package p\n")}}
	c := build.Default
	c.CgoEnabled = true
	c.IsDir = func(name string) bool { return name == "p" }
	c.HasSubdir = func(string, string) (string, bool) { return "", false }
	c.JoinPath = func(elem ...string) string {
		return string(bytes.Join(func() (out [][]byte) {
			for _, e := range elem {
				out = append(out, []byte(e))
			}
			return out
		}(), []byte("/")))
	}
	c.ReadDir = func(name string) ([]fs.FileInfo, error) {
		list, err := files.ReadDir(name)
		var out []fs.FileInfo
		for _, e := range list {
			info, err := e.Info()
			if err != nil {
				return nil, err
			}
			out = append(out, info)
		}
		return out, err
	}
	c.OpenFile = func(name string) (io.ReadCloser, error) { return files.Open(name) }
	p, err := c.ImportDir("p", build.ImportComment)
	if p != nil { // where they stand is nothing that is asked for
		return fmt.Sprintf("%v %+v", err, *p)
	}
	return fmt.Sprint(err)
}

var heads = []struct {
	src, head string
	ok        bool
}{
	{"package a\n\nfunc A() {}\n", "package a\n\n", true},
	{"// doc\npackage a\nimport \"os\"\n\n// A is.\nfunc A() {}\n", "// doc\npackage a\nimport \"os\"\n\n// A is.\n", true},
	{"package a; import (x \"os\"; . \"fmt\"\n_ `io`)\nvar x int\n", "package a; import (x \"os\"; . \"fmt\"\n_ `io`)\n", true},
	{"package a\n/* import \"os\" */ import /* \" */ \"fmt\"\ntype T int", "package a\n/* import \"os\" */ import /* \" */ \"fmt\"\n", true},
	{"\xef\xbb\xbfpackage a\nconst x = 1", "\xef\xbb\xbfpackage a\n", true},
	{"package a", "package a", true},
	{"package a // no end", "package a // no end", true},
	{"package a /* no end", "", false},
	{"package a\nimport \"embed\"\nvar x embed.FS", "", false},
	{"package a\nimport \"\\x65mbed\"\nvar x embed.FS", "", false},
	{"package a\nimport os\nvar x int", "", false},
	{"package a\nimport (\n\"os\"\nvar x int", "", false},
	{"package a\nimport \"os\n\"\nvar x int", "", false},
	{"package a\nint x", "", false},
	{"package a\n\x00func f() {}", "", false},
	{"package a\n// \x00\nfunc f() {}", "", false},
	{"package a\n\ffunc f() {}", "", false},
	{"func f() {}", "", false},
	{"", "", false},
}

func TestHead(t *testing.T) {
	for _, test := range heads {
		head, ok, _ := headOf([]byte(test.src))
		if ok != test.ok || ok && string(head) != test.head {
			t.Errorf("%q: %q, %v", test.src, head, ok)
		}
		for i := range len(test.src) { // read in parts
			if part, ok, more := headOf([]byte(test.src[:i])); ok && !more && string(part) != test.head {
				t.Errorf("%q: %q of the first %d bytes", test.src, part, i)
			}
		}
	}
}

// FuzzHead: whatever comes behind what was taken of a file, the go command learns the same.
func FuzzHead(f *testing.F) {
	for _, test := range heads {
		f.Add([]byte(test.src), []byte("unc f() {}\n"))
		f.Add([]byte(test.src), []byte("\n\x00import \"os\"\n//go:embed x\n"))
	}
	f.Add([]byte("//go:build linux\n\npackage p\n\n// #cgo LDFLAGS: -lm\nimport \"C\"\nfunc f() {}"), []byte("x"))
	f.Fuzz(func(t *testing.T, src, tail []byte) {
		head, ok, _ := headOf(src)
		if !ok || len(head) == len(src) {
			return
		}
		other := append(append(head[:len(head):len(head)], src[len(head)]), tail...)
		if again, ok, _ := headOf(other); !ok || !bytes.Equal(again, head) {
			t.Fatalf("%q of one file, %q, %v of the other", head, again, ok)
		}
		if a, b := goBuild(src), goBuild(other); a != b {
			t.Errorf("%q: %s\n%q: %s", src, a, other, b)
		}
	})
}
