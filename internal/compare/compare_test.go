package compare_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/resilint/resilint/internal/compare"
	"github.com/resilint/resilint/internal/finding"
)

// side reads a state of a program from an archive. A finding is what follows "//! " on its
// line: a code and a message.
func side(text string) (compare.Side, map[string]string) {
	files := map[string]string{}
	var s compare.Side
	for _, f := range txtar.Parse([]byte(text)).Files {
		name := filepath.Join(root, filepath.FromSlash(f.Name))
		var lines []string
		for i, line := range strings.Split(string(f.Data), "\n") {
			source, marks, found := strings.Cut(line, "//! ")
			lines = append(lines, strings.TrimRight(source, " "))
			if !found {
				continue
			}
			for mark := range strings.SplitSeq(marks, "//! ") {
				code, message, _ := strings.Cut(strings.TrimSpace(mark), " ")
				s.Findings = append(s.Findings, finding.Finding{Code: code, Message: message,
					Location: finding.Location{File: name, Line: i + 1, Column: 2}})
			}
		}
		files[name] = strings.Join(lines, "\n")
	}
	slices.SortFunc(s.Findings, finding.Compare)
	s.Read = func(name string) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
	return s, files
}

var root = filepath.Join(string(filepath.Separator), "m")

// split gives what is new between two states, and how many findings are gone.
func split(then, now string) (fresh []string, gone int) {
	const mod = "-- go.mod --\nmodule m\n"
	a, was := side(mod + then)
	b, is := side(mod + now)
	changed := map[string]bool{}
	for name := range was {
		changed[name] = was[name] != is[name]
	}
	for name := range is {
		if _, ok := was[name]; !ok || was[name] != is[name] {
			changed[name] = true
		}
	}
	maps.DeleteFunc(changed, func(_ string, differs bool) bool { return !differs })
	indexes, gone := compare.Split(a, b, slices.Sorted(maps.Keys(changed)))
	for _, i := range indexes {
		f := b.Findings[i]
		rel, _ := filepath.Rel(root, f.Location.File)
		fresh = append(fresh, fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), f.Location.Line, f.Code))
	}
	return fresh, gone
}

type test struct {
	name      string
	then, now string
	fresh     []string
	gone      int
}

func run(t *testing.T, tests []test) {
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			fresh, gone := split(c.then, c.now)
			if d := cmp.Diff(c.fresh, fresh); d != "" {
				t.Error(d)
			}
			if gone != c.gone {
				t.Errorf("%d gone, want %d", gone, c.gone)
			}
		})
	}
}

const one = `-- a/a.go --
package a

func F() {
	get() //! r/k a.F → http.Do
}
`

// TestSame: what is the same finding without any name having changed.
func TestSame(t *testing.T) {
	run(t, []test{
		{name: "nothing", then: one, now: one},
		{name: "moved within the function, which others stand before", then: one, now: `-- a/a.go --
package a

func E() {}

// F is here now.
func F() {
	if ready {
		get() //! r/k a.F → http.Do
	}
}
`},
		{name: "moved to another file", then: one, now: `-- a/b.go --
package a

func F() {
	get() //! r/k a.F → http.Do
}
`},
		{name: "of two that are alike one is gone", then: `-- a/a.go --
package a

func F() {
	get(1) //! r/k a.F → http.Do
	get(2) //! r/k a.F → http.Do
}
`, now: one, gone: 1},
		{name: "a second one that is like it", then: one, now: `-- a/a.go --
package a

func F() {
	get(2) //! r/k a.F → http.Do
	get() //! r/k a.F → http.Do
}
`, fresh: []string{"a/a.go:4 r/k"}},
		{name: "ended in one function, brought in another", then: `-- a/a.go --
package a

func F() {
	get() //! r/k no deadline
}

func G() {}
`, now: `-- a/a.go --
package a

func F() {}

func G() {
	get() //! r/k no deadline
}
`, fresh: []string{"a/a.go:6 r/k"}, gone: 1},
		{name: "the same in a package of the same name", then: one, now: `-- a/a.go --
package a

func F() {}
-- x/a/a.go --
package a

func F() {
	get() //! r/k a.F → http.Do
}
`, fresh: []string{"x/a/a.go:4 r/k"}, gone: 1},
		{name: "another code", then: one, now: strings.Replace(one, "r/k", "s/k", 1), fresh: []string{"a/a.go:4 s/k"}, gone: 1},
		{name: "a deleted finding", then: one, now: "-- a/a.go --\npackage a\n", gone: 1},
		{name: "two functions that are called init", then: `-- a/a.go --
package a

func init() {
	get() //! r/k no deadline
}
-- a/b.go --
package a

func init() {}
`, now: `-- a/a.go --
package a

func init() {}
-- a/b.go --
package a

func init() {
	get() //! r/k no deadline
}
`, fresh: []string{"a/b.go:4 r/k"}, gone: 1},
	})
}

// TestMessages: what may change in a message, and what may not.
func TestMessages(t *testing.T) {
	message := func(m string) string {
		return "-- a/a.go --\npackage a\n\nfunc F() {\n\tget() //! r/k " + m + "\n}\n"
	}
	const fresh, same = true, false
	for _, c := range []struct {
		then, now string
		fresh     bool
	}{
		{"2 × 2 = 4: a.F (loop ×2) → a.G (loop ×2) → http.Do", "2 × 2 × 3 = 12: a.F (loop ×2) → a.G (loop ×2) → a.H (loop ×3) → http.Do", fresh},
		{"2 × 2 = 4: a.F (loop ×2) → a.G (loop ×2)", "2 × 3 = 6: a.F (loop ×2) → a.G (loop ×3)", fresh},
		{"2 × 3 × 2 = 12: a.F (loop ×2) → a.H (loop ×3) → a.G (loop ×2)", "2 × 2 = 4: a.F (loop ×2) → a.G (loop ×2)", same},
		{"2 × 2 = 4: a.F (loop ×2) → a.G (loop ×2)", "2 × 2 = 4: a.F (loop ×2) → a.I (loop ×2)", fresh},
		{"a timeout of 30s inside one of 10s", "a timeout of 30s inside one of 5s", fresh},
		{"a.F → http.Do", "a.F → a.G → http.Do", fresh}, // G was there before
		{"a.F → a.G → http.Do", "a.F → http.Do", fresh}, // and is still there
		{"no deadline (and 3 more calls): a.F → http.Do", "no deadline (and 2 more calls): a.F → http.Do", same},
		{"no deadline (and 1 more call): a.F → http.Do", "no deadline: a.F → http.Do", same},
		{"no deadline (and 3 more calls): a.F → http.Do", "no deadline (and 4 more calls): a.F → http.Do", fresh},
		{"no deadline: a.F → http.Do", "no deadline (and 1 more call): a.F → http.Do", fresh},
		{"no deadline (and 2 more calls): a.F → http.Do", "no deadline (and 1 more call): a.F → http.Do", same},
		{"no deadline: a.F → a.S.Get (implemented by b.T.Get)", "no deadline: a.F → a.S.Get (implemented by a.T.Get)", same},
		{"one client calls a.example, b.example and c.example", "one client calls a.example and c.example", same},
		{"one client calls a.example and b.example", "one client calls a.example, b.example and c.example", fresh},
		{"no deadline: a.F", "no limit: a.F", fresh},
	} {
		got, _ := split(message(c.then), message(c.now))
		if (len(got) > 0) != c.fresh {
			t.Errorf("%s\n%s\nnew: %v", c.then, c.now, got)
		}
	}
}

// TestBroken: files that cannot be read or parsed are compared as far as they go.
func TestBroken(t *testing.T) {
	run(t, []test{
		{name: "another file does not parse", then: one + "-- a/z.go --\nwhat is this\n", now: one + "-- a/z.go --\npackage a\n\nfunc {\n"},
		{name: "a file of another kind", then: "-- a.yml --\nx //! r/k m\n", now: "-- a.yml --\ny\nx //! r/k m\n"},
		{name: "outside of any declaration", then: "-- a/a.go --\npackage a //! r/k m\n", now: "-- a/a.go --\n\npackage a //! r/k m\n"},
	})
}
