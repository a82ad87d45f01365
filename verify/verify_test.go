package verify

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/catalogue/resolve"
)

// dataDir holds the embedded data.
const dataDir = "../internal/catalogue/data"

// goroot asks the go command: the toolchain that lists the packages is the one that counts.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src")
}

// TestCatalogue resolves everything the data names.
func TestCatalogue(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(dataDir, "*.yaml"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no data in %s: %v", dataDir, err)
	}
	var files []*catalogue.File
	var need []string
	for _, n := range names {
		text, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		f, err := catalogue.ParseFile(filepath.Base(n), text)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		need = append(need, f.Needs()...)
	}
	slices.Sort(need)
	c := universeOf(t, slices.Compact(need))
	entries := 0
	for _, f := range files {
		c.modules(f, runtime.Version())
		for _, e := range f.Entries {
			c.entry(e)
		}
		entries += len(f.Entries)
	}
	for _, e := range c.Errs {
		t.Error(e)
	}
	t.Logf("%d families, %d entries, %d packages", len(files), entries, len(c.U.Paths))
}

// universeOf loads packages and reports those that do not load.
func universeOf(t *testing.T, need []string) *checker {
	t.Helper()
	u, err := resolve.Load(t.Context(), resolve.Query{Env: append(os.Environ(), "CGO_ENABLED=1", "GOWORK=off")}, need)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range need {
		switch p := u.Pkgs[n]; {
		case p == nil:
			t.Errorf("package %s is not loaded", n)
		case p.Error != nil:
			t.Errorf("package %s: %s", n, p.Error.Err)
		case len(p.Errs) > 0:
			t.Logf("package %s: %d type errors, the first: %v", n, len(p.Errs), p.Errs[0])
		}
	}
	return newChecker(u, goroot(t))
}

// TestCheckerSees holds the checker against facts that are wrong, each in one way.
func TestCheckerSees(t *testing.T) {
	text, err := os.ReadFile("testdata/wrong.yaml")
	if err != nil {
		t.Fatal(err)
	}
	f, err := catalogue.ParseFile("wrong.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	c := universeOf(t, f.Needs())
	for _, e := range f.Entries {
		before := len(c.Errs)
		c.entry(e)
		got := strings.Join(c.Errs[before:], "\n")
		if want := e.Note; !strings.Contains(got, want) || !strings.HasPrefix(got, e.Pos+": ") {
			t.Errorf("%s: want %q, got %q", e.Pos, want, got)
		}
		if n := len(c.Errs) - before; n != 1 {
			t.Errorf("%s: %d errors, want 1:\n%s", e.Pos, n, got)
		}
	}
}
