// Package doorstest runs resilint through its doors in tests, and compares what they show.
// Both the quick test of go vet and the slow one of golangci-lint stand on it.
package doorstest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// A Found is a finding as every door shows it, with the text of its line.
type Found struct {
	File         string // with slashes, relative to the program's folder
	Line, Column int
	Code, Text   string
}

// A Difference is a finding that one door shows and another does not, with the reason. It
// names its line by the text, so that a list of them stays when lines move.
type Difference struct{ File, Text, Code, Why string }

// Build builds the command and gives its name.
func Build(t *testing.T, module string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "resilint.exe")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/resilint")
	cmd.Dir = module
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// Unpack writes the files of a txtar archive into a folder of their own.
func Unpack(t *testing.T, archive string) string {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := txtar.Write(a, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Twice runs a door two times, the second with what the first has cached, and wants the
// same findings.
func Twice(t *testing.T, who string, run func() []Found) []Found {
	t.Helper()
	first := run()
	if d := gocmp.Diff(first, run()); d != "" {
		t.Errorf("%s shows another answer when it is run again:\n%s", who, d)
	}
	return first
}

// Command runs a program in a folder, with variables besides those of the process, and
// gives what it prints. Each door exits with 1 where it finds something.
func Command(t *testing.T, dir string, vars []string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(append(os.Environ(), "GOFLAGS=", "GOWORK=off"), vars...)
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) {
		t.Fatalf("%q: %v\n%s%s", args, err, &out, &errs)
	}
	return out.String(), errs.String()
}

// CLI runs the command.
func CLI(t *testing.T, bin, dir, cache string, flags ...string) []Found {
	t.Helper()
	args := append([]string{bin, "-f", "json"}, flags...)
	stdout, stderr := Command(t, dir, []string{"RESILINT_CACHE=" + cache, "GOPROXY=off"}, append(args, "./...")...)
	if stderr != "" {
		t.Errorf("resilint: %s", stderr)
	}
	var out []Found
	for dec := json.NewDecoder(strings.NewReader(stdout)); ; {
		var f struct {
			Code     string
			Location struct {
				File         string
				Line, Column int
			}
		}
		err := dec.Decode(&f)
		if errors.Is(err, io.EOF) {
			return Sorted(out)
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, At(t, dir, f.Location.File, f.Location.Line, f.Location.Column, f.Code))
	}
}

var line = regexp.MustCompile(`^(?:vet: )?(.+?):(\d+):(\d+): .*\(([a-z]+/[a-z]+)\)$`)

// Lines reads what go vet prints. Its packages come in the order in which they get done.
func Lines(t *testing.T, dir, text string) []Found {
	t.Helper()
	var out []Found
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		m := line.FindStringSubmatch(l)
		if m == nil {
			if !strings.HasPrefix(l, "#") { // the name of a package
				t.Errorf("not a finding: %s", l)
			}
			continue
		}
		n, _ := strconv.Atoi(m[2]) // digits
		col, _ := strconv.Atoi(m[3])
		out = append(out, At(t, dir, m[1], n, col, m[4]))
	}
	return Sorted(out)
}

// At makes a Found of a place. Some doors show names relative to dir, some do not.
func At(t *testing.T, dir, file string, line, column int, code string) Found {
	t.Helper()
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if line < 1 || line > len(lines) {
		t.Fatalf("%s has no line %d", file, line)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return Found{filepath.ToSlash(rel), line, column, code, strings.TrimSpace(lines[line-1])}
}

// Sorted sorts findings.
func Sorted(found []Found) []Found {
	slices.SortFunc(found, func(a, b Found) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column), cmp.Compare(a.Code, b.Code))
	})
	return found
}

// Fixed unpacks the program of testdata/script/fix.txtar, lets a door make its fixes in
// package svc, and wants the source to come out as from the command line.
func Fixed(t *testing.T, module string, run func(dir string)) {
	t.Helper()
	dir := Unpack(t, filepath.Join(module, "testdata", "script", "fix.txtar"))
	run(dir)
	var text [2]string
	for i, name := range []string{"svc.want", filepath.Join("svc", "svc.go")} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text[i] = string(data)
	}
	if d := gocmp.Diff(text[0], text[1]); d != "" {
		t.Error(d)
	}
}

// Compare wants what one door shows and another does not to be just what may be.
func Compare(t *testing.T, one, other string, shows, othersShow []Found, may []Difference) {
	t.Helper()
	want := map[string]string{}
	for _, d := range may {
		want[fmt.Sprintf("%s: %s (%s)", d.File, d.Text, d.Code)] = d.Why
	}
	for _, f := range shows {
		if slices.Contains(othersShow, f) {
			continue
		}
		key := fmt.Sprintf("%s: %s (%s)", f.File, f.Text, f.Code)
		if _, ok := want[key]; !ok {
			t.Errorf("%s shows and %s does not: %s, line %d", one, other, key, f.Line)
		}
		delete(want, key)
	}
	for key, why := range want {
		t.Errorf("%s should show and %s should not, because %s: %s", one, other, why, key)
	}
}
