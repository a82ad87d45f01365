package analyzers_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/gen"
)

// FuzzProgram analyses programs that compile. None may make a rule panic, and neither a
// second run, nor code that nobody calls, nor other names, nor another order of the
// declarations may make another answer.
func FuzzProgram(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("\x03\x02\x02\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e"))
	f.Add([]byte("retries that nest, and a queue that grows; requests without an end"))
	share := f.TempDir() // the types of the standard library are read once
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		for name, v := range map[string]gen.Variant{"xplain": {}, "xdead": {Dead: true}, "xrenamed": {Renamed: true}, "xturned": {Turned: true}} {
			files := gen.Program(data, v)
			mod := files["go.mod"]
			delete(files, "go.mod")
			err := errors.Join(files.Write(filepath.Join(dir, name)), gen.Files{"go.mod": mod}.Write(dir))
			if err != nil {
				t.Fatal(err)
			}
		}
		run := func(seed uint64) map[string]*driver.Result {
			res := analyse(t, dir, rules(), func(o *driver.Options) {
				o.NoCache, o.CacheDir, o.Shuffle = false, share, seed
				o.Salt = fmt.Sprint(dir, seed) // so that only what is outside comes from the cache
			})
			byFolder := map[string]*driver.Result{"xplain": {}, "xdead": {}, "xrenamed": {}, "xturned": {}}
			for _, f := range res.Set.Findings {
				set := &byFolder[filepath.Base(filepath.Dir(f.Location.File))].Set
				set.Findings = append(set.Findings, f)
			}
			return byFolder
		}
		first, again := run(0), run(7)
		for _, check := range []struct {
			what string
			a, b string
		}{
			{"a second run changes", whole(first["xplain"], "xplain"), whole(again["xplain"], "xplain")},
			{"code that nobody calls changes", whole(first["xplain"], "xplain"), whole(first["xdead"], "xdead")},
			{"other names change", places(first["xplain"]), places(first["xrenamed"])},
			{"another order of the declarations changes", codes(first["xplain"]), codes(first["xturned"])},
		} {
			if d := cmp.Diff(strings.Split(check.a, "\n"), strings.Split(check.b, "\n")); d != "" {
				t.Errorf("%s the answer:\n%s", check.what, d)
			}
		}
	})
}

func listed(res *driver.Result, show func(i int) string) string {
	var lines []string
	for i := range res.Set.Findings {
		lines = append(lines, show(i))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// whole is all that is said of each finding, without the name of the folder.
func whole(res *driver.Result, dir string) string {
	return listed(res, func(i int) string {
		text, err := json.Marshal(res.Set.Findings[i])
		if err != nil {
			return err.Error()
		}
		return strings.ReplaceAll(string(text), dir, "")
	})
}

// places is where what is found.
func places(res *driver.Result) string {
	return listed(res, func(i int) string {
		f := res.Set.Findings[i]
		return fmt.Sprintf("%d %s %s %s", f.Location.Line, f.Code, f.Severity, f.Confidence)
	})
}

// codes is how much of what is found.
func codes(res *driver.Result) string {
	return listed(res, func(i int) string {
		f := res.Set.Findings[i]
		return fmt.Sprintf("%s %s %s", f.Code, f.Severity, f.Confidence)
	})
}

// TestSameAnswerOnAnyMachine is for a module of several packages.
func TestSameAnswerOnAnyMachine(t *testing.T) {
	dir := t.TempDir()
	if err := gen.Module(gen.Size{Packages: 6, Functions: 20, Depth: 4, Layers: 2}).Write(dir); err != nil {
		t.Fatal(err)
	}
	want := ""
	for i, procs := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(procs)
		got := whole(analyse(t, dir, rules(), func(o *driver.Options) { o.Shuffle = uint64(i) }), dir)
		runtime.GOMAXPROCS(old)
		if want == "" {
			want = got
		}
		if got != want || got == "" {
			t.Errorf("with %d threads:\n%s\nnot\n%s", procs, got, want)
		}
	}
}
