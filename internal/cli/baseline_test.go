package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
)

// A tree is a module in a folder for tests.
func tree(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range append(files, "go.mod") {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		text := "package p\n"
		if filepath.Base(name) == "go.mod" {
			text = "module example.com/m\n"
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func of(root string, names ...string) []string {
	var out []string
	for _, name := range names {
		out = append(out, filepath.Join(root, filepath.FromSlash(name)))
	}
	return out
}

// TestLooked: which runs may call an entry fixed.
func TestLooked(t *testing.T) {
	root := tree(t, "a/a.go", "b/b.go", "b/b_test.go", "nested/go.mod", "nested/n.go", "testdata/x/x.go")
	all := of(root, "a/a.go", "b/b.go")
	for name, tt := range map[string]struct {
		entry    string // file code confidence
		args     []string
		analysed []string
		broken   bool
		fixed    bool
	}{
		"whole":                    {"a/a.go waits/a high", []string{"./..."}, all, false, true},
		"absolute":                 {"a/a.go waits/a high", []string{root + "/..."}, all, false, true},
		"import path":              {"a/a.go waits/a high", []string{"example.com/m/..."}, all, false, true},
		"above":                    {"a/a.go waits/a high", []string{"../..."}, all, false, true},
		"each by name":             {"a/a.go waits/a high", []string{"./a", "./b"}, all, false, true},
		"one package":              {"a/a.go waits/a high", []string{"./a"}, of(root, "a/a.go"), false, false},
		"below":                    {"a/a.go waits/a high", []string{"./a/..."}, of(root, "a/a.go"), false, false},
		"another import path":      {"a/a.go waits/a high", []string{"example.com/m/a/..."}, of(root, "a/a.go"), false, false},
		"broken":                   {"a/a.go waits/a high", []string{"./..."}, all, true, false},
		"not built here":           {"b/b.go waits/a high", []string{"./..."}, of(root, "a/a.go"), false, false},
		"a test, without tests":    {"b/b_test.go waits/a high", []string{"./..."}, all, false, false},
		"a file that is gone":      {"c/c.go waits/a high", []string{"./..."}, all, false, true},
		"gone, one package":        {"c/c.go waits/a high", []string{"./a"}, of(root, "a/a.go"), false, false},
		"another module":           {"nested/n.go waits/a high", []string{"./..."}, all, false, false},
		"gone in another module":   {"nested/x.go waits/a high", []string{"./..."}, all, false, false},
		"the check is not on":      {"a/a.go waits/c high", []string{"./..."}, all, false, false},
		"the check is asked for":   {"a/a.go waits/c high", []string{"-checks", "all", "./..."}, all, false, true},
		"no check at all":          {"a/a.go waits/zz high", []string{"./..."}, all, false, true},
		"low":                      {"a/a.go waits/a low", []string{"./..."}, all, false, false},
		"low, asked for":           {"a/a.go waits/a low", []string{"-confidence", "low", "./..."}, all, false, true},
		"medium, high only":        {"a/a.go waits/a medium", []string{"-confidence", "high", "./..."}, all, false, false},
		"other tags":               {"a/a.go waits/a high", []string{"-tags", "x", "./..."}, all, false, false},
		"tags in another spelling": {"a/a.go waits/a high tags", []string{"-tags", "y, x", "./..."}, all, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			f := strings.Fields(tt.entry)
			text := "version: 1\nfindings:\n- file: " + f[0] + "\n  code: " + f[1] + "\n  confidence: " + f[2] + "\n  message: m\n"
			if len(f) > 3 {
				text = "tags: x,y\n" + text
			}
			file := filepath.Join(root, ".resilint-baseline.yml")
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			res := &driver.Result{Files: tt.analysed}
			if tt.broken {
				res.Problems = []driver.Problem{{Message: "x"}}
			}
			_, _, stderr, _ := exec(t, res, nil, append([]string{"-C", root}, tt.args...)...)
			if got := strings.Contains(stderr, "resilint: fixed: "+f[0]+": m ("+f[1]+")\n"); got != tt.fixed {
				t.Errorf("fixed %v: %s", got, stderr)
			}
		})
	}
}

// TestLowerConfidence: an entry that is found at a confidence which is not shown occurs, and
// with a lower one shown the findings that the baseline does not have appear.
func TestLowerConfidence(t *testing.T) {
	root := tree(t, "a.go")
	name := filepath.Join(root, "a.go")
	res := func() *driver.Result {
		r := &driver.Result{Files: []string{name}}
		for _, x := range []struct {
			message    string
			confidence finding.Confidence
		}{{"m", finding.Low}, {"other", finding.Low}} {
			r.Set.Findings = append(r.Set.Findings, finding.Finding{Code: "waits/a", Message: x.message, Confidence: x.confidence,
				Location: finding.Location{File: name, Line: 1, Column: 1}})
		}
		return r
	}
	base := "version: 1\nfindings:\n- file: a.go\n  code: waits/a\n  confidence: high\n  message: m\n"
	if err := os.WriteFile(filepath.Join(root, ".resilint-baseline.yml"), []byte(base), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr, _ := exec(t, res(), nil, "-C", root); code != exitClean || stdout+stderr != "" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
	code, stdout, stderr, _ := exec(t, res(), nil, "-C", root, "-confidence", "low")
	if code != exitFindings || !strings.Contains(stdout, ": other (waits/a)") || strings.Contains(stdout, ": m (") || stderr != "" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
	// Prune leaves what is only not shown, and write -force keeps it.
	if code, stdout, _, _ := exec(t, res(), nil, "baseline", "prune", "-C", root); code != exitClean || !strings.Contains(stdout, "nothing to take away") {
		t.Errorf("prune: exit %d, %s", code, stdout)
	}
	if code, stdout, _, _ := exec(t, res(), nil, "baseline", "write", "-force", "-C", root); code != exitClean || !strings.Contains(stdout, "kept 1 entry") {
		t.Errorf("write: exit %d, %s", code, stdout)
	}
}

// TestBaselineThroughLinks: the go command names folders without the links that lead to them.
func TestBaselineThroughLinks(t *testing.T) {
	root := unlinked(tree(t, "sub dir/größe.go"))
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip(err)
	}
	k := newKnownFile(filepath.Join(link, ".resilint-baseline.yml"))
	for _, file := range append(of(root, "sub dir/größe.go"), of(link, "sub dir/größe.go")...) {
		if got := k.rel(file); got != "sub dir/größe.go" {
			t.Errorf("%s is called %s", file, got)
		}
	}
	if !k.exists("sub dir/größe.go") || k.exists("sub dir/x.go") {
		t.Error("exists")
	}
	k = newKnownFile(filepath.Join(root, "sub dir", "b.yml"))
	if got := k.rel(filepath.Join(root, "a.go")); got != "../a.go" {
		t.Errorf("above: %s", got)
	}
}

// TestManyFixed: not more than a screen of them unless somebody asks.
func TestManyFixed(t *testing.T) {
	root := tree(t, "a.go")
	text := "version: 1\nfindings:\n"
	for _, c := range "abcdefghijklmnop" {
		text += "- file: a.go\n  code: waits/a\n  message: m" + string(c) + "\n"
	}
	if err := os.WriteFile(filepath.Join(root, ".resilint-baseline.yml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	res := &driver.Result{Files: of(root, "a.go")}
	_, _, stderr, _ := exec(t, res, nil, "-C", root, "./...")
	if strings.Count(stderr, "fixed:") != 10 || !strings.Contains(stderr, "resilint: and 6 more; -v shows them all\n") ||
		!strings.Contains(stderr, "16 findings no longer there; run resilint baseline prune\n") {
		t.Error(stderr)
	}
	if _, _, stderr, _ = exec(t, res, nil, "-v", "-C", root, "./..."); strings.Count(stderr, "fixed:") != 16 {
		t.Error(stderr)
	}
}
