package analyzers_test

import (
	"encoding/json"
	"fmt"
	"os"
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
		place := 0
		run := func(v gen.Variant, seed uint64) *driver.Result {
			place++
			sub := fmt.Sprintf("%s/%d", dir, place)
			if err := gen.Program(data, v).Write(sub); err != nil {
				t.Fatal(err)
			}
			// Each run has another salt, so that only what is outside comes from the cache.
			return analyse(t, sub, rules(), func(o *driver.Options) {
				o.NoCache, o.CacheDir, o.Shuffle = false, share, seed
				o.Salt = fmt.Sprintf("%s %d %d", t.TempDir(), os.Getpid(), place)
			})
		}
		first := run(gen.Variant{}, 0)
		again := run(gen.Variant{}, 7)
		if a, b := whole(first, dir+"/1"), whole(again, dir+"/2"); a != b {
			t.Fatalf("two runs, two answers:\n%s", cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n")))
		}
		if a, b := whole(first, dir+"/1"), whole(run(gen.Variant{Dead: true}, 0), dir+"/3"); a != b {
			t.Fatalf("code that nobody calls changes the answer:\n%s", cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n")))
		}
		if a, b := places(first), places(run(gen.Variant{Renamed: true}, 0)); a != b {
			t.Fatalf("other names change the answer:\n%s", cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n")))
		}
		if a, b := codes(first), codes(run(gen.Variant{Turned: true}, 0)); a != b {
			t.Fatalf("another order of the declarations changes the answer:\n%s", cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n")))
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

// whole is all that is said of each finding.
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
