package driver

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestEmbeddedJSON(t *testing.T) {
	src := "package p\n\n//go:embed a.json b/c.json \"d.json\"\n//go:embed *.json dist ../x.json e.txt\nvar s string\n// x //go:embed f.json\n"
	if got, want := embeddedJSON([]byte(src)), []string{"a.json", filepath.FromSlash("b/c.json"), "d.json"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestKeyOfEmbedded: what a package embeds as JSON is part of its key.
func TestKeyOfEmbedded(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sum := func() digest {
		return sumFiles(&listed{Dir: dir, GoFiles: []string{"a.go"}}, os.ReadFile, nil, map[string]digest{})
	}
	write("a.go", "package p\n\n//go:embed a.json\nvar s string\n")
	none := sum()
	write("a.json", "{}")
	one := sum()
	write("a.json", "[]")
	if two := sum(); none == one || one == two || two == none {
		t.Error("the key is the same for other content")
	}
}
