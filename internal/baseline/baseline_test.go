package baseline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// at makes a finding of a text "file:line func code message", with ~ for a space in a file's
// name and - for no function.
func at(text string) finding.Finding {
	f := strings.SplitN(text, " ", 4)
	file, line, _ := strings.Cut(strings.ReplaceAll(f[0], "~", " "), ":")
	out := finding.Finding{Code: f[2], Message: f[3], Confidence: finding.High, Location: finding.Location{File: file}}
	fmt.Sscan(line, &out.Location.Line)
	if f[1] != "-" {
		out.Trace = []trace.Step{{Func: f[1], File: file, Line: out.Location.Line}}
	}
	return out
}

func all(texts ...string) []finding.Finding {
	var out []finding.Finding
	for _, t := range texts {
		out = append(out, at(t))
	}
	return out
}

func same(file string) string { return file }

const golden = header + `version: 1
tags: "a,b"
findings:
- file: a/x.go
  code: waits/a
  confidence: high
  message: "no function"
- file: a/x.go
  func: a.F
  code: waits/a
  confidence: high
  message: "it waits: → <for ever> \"x\""
  count: 2
- file: "b/größe it.go"
  func: "b.T[K]"
  code: waits/b
  confidence: high
  message: "m"
`

func TestEncode(t *testing.T) {
	found := all("b/größe~it.go:9 b.T[K] waits/b m", `a/x.go:7 a.F waits/a it waits: → <for ever> "x"`,
		"a/x.go:3 - waits/a no function", `a/x.go:5 a.F waits/a it waits: → <for ever> "x"`)
	want := strings.Replace(golden, `"a,b"`, "a,b", 1)
	got := string(Of(found, "b, a,b", same).Encode())
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	slices.Reverse(found)
	if again := string(Of(found, "a,b", same).Encode()); again != got {
		t.Error("the order of the findings shows")
	}
	b, err := Parse("b.yml", []byte(got))
	if err != nil {
		t.Fatal(err)
	}
	if again := string(b.Encode()); again != got {
		t.Error(cmp.Diff(got, again))
	}
	if b.Len() != 4 || b.Entries[1].Pos != "b.yml:10" {
		t.Errorf("%d findings, %s", b.Len(), b.Entries[1].Pos)
	}
	if got := string((&Baseline{}).Encode()); got != header+"version: 1\nfindings: []\n" {
		t.Errorf("an empty one: %s", got)
	}
}

func TestParseErrors(t *testing.T) {
	entry := "version: 1\nfindings:\n- file: a.go\n  code: a/b\n  message: m\n"
	for text, want := range map[string]string{
		"":              "b.yml:1: nothing is in it; take the file away, or write it with resilint baseline write",
		"# only this\n": "b.yml:1: nothing is in it",
		"version: 1\nfindings:\n<<<<<<< HEAD\n- file: a.go\n=======\n>>>>>>> x\n": "b.yml:3: a merge conflict; keep the entries of both sides, and run resilint baseline prune",
		"version: 2\nfindings: []\n":                      `b.yml:1: unknown version "2"; write one of 1`,
		"findings: []\n":                                  "b.yml:1: no version; write version: 1",
		"version: 1\n":                                    "b.yml:1: no findings; write findings: []",
		"version: 1\nfindings: 3\n":                       `b.yml:2: findings is "3"; write a list`,
		"version: 1\nfindngs: []\n":                       `b.yml:2: unknown key "findngs" in the baseline; write one of version, tags, findings (did you mean findings?)`,
		"version: 1\nfindings: [a]\n":                     `b.yml:2: a finding is "a"; write a mapping`,
		"version: 1\nfindings:\n- file: a.go\n":           "b.yml:3: a finding without code; write it",
		"version: 1\nfindings:\n- {code: a/b, file: x}\n": "b.yml:3: a finding without message; write it",
		entry + "  line: 3\n":                             `b.yml:6: unknown key "line" in a finding`,
		entry + "  count: 0\n":                            `b.yml:6: count is "0"; write how many there are, from 1 on`,
		entry + "  count: [1]\n":                          "b.yml:6: count is a list",
		entry + "  count: 99999999999999999999\n":         "b.yml:6: count is",
		entry + "  confidence: sure\n":                    `b.yml:6: unknown confidence "sure"; write one of high, medium, low`,
		entry + "  func:\n":                               "b.yml:6: func is empty; write a text",
		entry + "- file: a.go\n  code: a/b\n  message: m": "b.yml:6: the same finding as in b.yml:3; write it once, with count: 2",
		"version: 1\nfindings: [\n":                       "b.yml:2: not YAML: ",
		"[]":                                              "b.yml:1: the baseline is a list; write a mapping",
	} {
		b, err := Parse("b.yml", []byte(text))
		if b != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if b, err := Parse("b.yml", []byte(entry)); err != nil || b.Entries[0].Confidence != finding.High {
		t.Errorf("what may be left out: %v", err)
	}
}

// TestMatch tells, of a baseline and a run, what is new, known, moved, gone and not judged.
func TestMatch(t *testing.T) {
	type want struct{ New, Known, Moved, Gone, Unasked, Unjudged []string }
	tests := []struct {
		name                    string
		base, shown             []string
		silenced, hidden        []string
		missing, notLookedCodes []string
		want                    want
		pruned                  []string // where it is not the baseline as it was
	}{
		{name: "lines move", base: []string{"a.go:1 a.F w/a m", "a.go:2 a.F w/a m"}, shown: []string{"a.go:11 a.F w/a m", "a.go:12 a.F w/a m"},
			want: want{Known: []string{"a.go:11", "a.go:12"}}},
		{name: "the last of equal ones is new", base: []string{"a.go:9 a.F w/a m"}, shown: []string{"a.go:1 a.F w/a m", "a.go:2 a.F w/a m"},
			want: want{Known: []string{"a.go:1"}, New: []string{"a.go:2"}}},
		{name: "one of two is fixed", base: []string{"a.go:1 a.F w/a m", "a.go:2 a.F w/a m"}, shown: []string{"a.go:1 a.F w/a m"},
			want: want{Known: []string{"a.go:1"}, Gone: []string{"a.go a.F 1"}}, pruned: []string{"a.go a.F 1"}},
		{name: "not looked for", base: []string{"a.go:1 a.F w/a m", "a.go:2 a.F w/b m"}, notLookedCodes: []string{"w/a"},
			want: want{Gone: []string{"a.go a.F 1"}, Unjudged: []string{"a.go a.F 1"}}, pruned: []string{"a.go a.F 1"}},
		{name: "not asked for", base: []string{"a.go:1 a.F w/a m"}, hidden: []string{"a.go:1 a.F w/a m"},
			want: want{Unasked: []string{"a.go a.F 1"}}},
		{name: "silenced by now", base: []string{"a.go:1 a.F w/a m"}, silenced: []string{"a.go:1 a.F w/a m"}, notLookedCodes: []string{"w/a"},
			want: want{Gone: []string{"a.go a.F 1 silenced"}}, pruned: []string{}},
		{name: "a comment on another equal one", base: []string{"a.go:1 a.F w/a m"}, shown: []string{"a.go:1 a.F w/a m"}, silenced: []string{"a.go:2 a.F w/a m"},
			want: want{Known: []string{"a.go:1"}}},
		{name: "a renamed file", base: []string{"a.go:1 a.F w/a m"}, shown: []string{"x/b.go:3 a.F w/a m"}, missing: []string{"a.go"},
			want: want{Known: []string{"x/b.go:3"}, Moved: []string{"a.go a.F 1 x/b.go"}}, pruned: []string{"x/b.go a.F 1"}},
		{name: "a moved function", base: []string{"a.go:1 a.F w/a m"}, shown: []string{"b.go:3 a.F w/a m"},
			want: want{Known: []string{"b.go:3"}, Moved: []string{"a.go a.F 1 b.go"}}, pruned: []string{"b.go a.F 1"}},
		{name: "another package", base: []string{"a/a.go:1 a.F w/a m"}, shown: []string{"b/a.go:3 a.F w/a m"},
			want: want{New: []string{"b/a.go:3"}, Gone: []string{"a/a.go a.F 1"}}, pruned: []string{}},
		{name: "without a function, another name and folder", base: []string{"a/a.go:1 - w/a m"}, shown: []string{"b/b.go:3 - w/a m"}, missing: []string{"a/a.go"},
			want: want{New: []string{"b/b.go:3"}, Gone: []string{"a/a.go  1"}}, pruned: []string{}},
		{name: "without a function, the same name", base: []string{"a/a.go:1 - w/a m"}, shown: []string{"b/a.go:3 - w/a m"}, missing: []string{"a/a.go"},
			want: want{Known: []string{"b/a.go:3"}, Moved: []string{"a/a.go  1 b/a.go"}}, pruned: []string{"b/a.go  1"}},
		{name: "moved in part", base: []string{"a.go:1 a.F w/a m", "a.go:2 a.F w/a m", "a.go:3 a.F w/a m"}, missing: []string{"a.go"},
			shown:  []string{"c.go:3 a.F w/a m", "x/a.go:1 a.F w/a m"},
			want:   want{Known: []string{"c.go:3", "x/a.go:1"}, Moved: []string{"a.go a.F 1 x/a.go", "a.go a.F 1 c.go"}, Gone: []string{"a.go a.F 1"}},
			pruned: []string{"c.go a.F 1", "x/a.go a.F 1"}},
		{name: "moved beside its like", base: []string{"a.go:1 a.F w/a m", "b.go:1 a.F w/a m"}, missing: []string{"a.go"},
			shown: []string{"b.go:3 a.F w/a m", "b.go:4 a.F w/a m"},
			want:  want{Known: []string{"b.go:3", "b.go:4"}, Moved: []string{"a.go a.F 1 b.go"}}, pruned: []string{"b.go a.F 2"}},
		{name: "moved, not asked for", base: []string{"a.go:1 a.F w/a m"}, missing: []string{"a.go"}, hidden: []string{"b.go:3 a.F w/a m"},
			want: want{Moved: []string{"a.go a.F 1 b.go"}}, pruned: []string{"b.go a.F 1"}},
		{name: "another message", base: []string{"a.go:1 a.F w/a m"}, shown: []string{"a.go:1 a.F w/a n"},
			want: want{New: []string{"a.go:1"}, Gone: []string{"a.go a.F 1"}}, pruned: []string{}},
	}
	for _, tt := range tests {
		b := Of(all(tt.base...), "", same)
		m := b.Match(Run{
			Shown: all(tt.shown...), Silenced: all(tt.silenced...), Hidden: all(tt.hidden...), Rel: same,
			Exists: func(rel string) bool { return !slices.Contains(tt.missing, rel) },
			Looked: func(e Entry) bool { return !slices.Contains(tt.notLookedCodes, e.Code) },
		})
		got := want{New: places(m.New), Known: places(m.Known), Unasked: entries(m.Unasked), Unjudged: entries(m.Unjudged)}
		for _, x := range m.Moved {
			got.Moved = append(got.Moved, entries([]Entry{x.Entry})[0]+" "+x.To)
		}
		for _, g := range m.Gone {
			text := entries([]Entry{g.Entry})[0]
			if g.Silenced {
				text += " silenced"
			}
			got.Gone = append(got.Gone, text)
		}
		if d := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		pruned := b.Prune(m)
		if tt.pruned == nil {
			tt.pruned = entries(b.Entries)
		}
		if d := cmp.Diff(tt.pruned, entries(pruned.Entries), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s, pruned: %s", tt.name, d)
		}
	}
}

func places(findings []finding.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s:%d", f.Location.File, f.Location.Line))
	}
	return out
}

func entries(list []Entry) []string {
	var out []string
	for _, e := range list {
		out = append(out, fmt.Sprintf("%s %s %d", e.File, e.Func, e.Count))
	}
	return out
}

// FuzzParse: no panic, and what is read is written so that it reads the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(golden))
	f.Add([]byte("version: 1\nfindings: [{file: \"\\x7f\", code: 'null', message: ~}]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse("b", data)
		if err != nil {
			return
		}
		text := b.Encode()
		again, err := Parse("b", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(b.Entries, again.Entries, cmpopts.IgnoreFields(Entry{}, "Pos")); d != "" {
			t.Errorf("%s\n%s", d, text)
		}
	})
}

// FuzzEncode: any name and message is read back as it was.
func FuzzEncode(f *testing.F) {
	for _, s := range []string{"a: b", "- x", "null", "~", "\x00\x7f\u0085\u2028\ufeff", "\xff", "'", `"`, "#x", "1", "é𝕏", "yes", "\t", "a\nb", "%x", "!t", "&a", "*a"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, name, message string) {
		b := &Baseline{Entries: []Entry{{File: valid(name), Func: valid(name), Code: "a/b", Message: valid(message), Confidence: finding.Low, Count: 3}}}
		if name == "" || message == "" {
			return
		}
		got, err := Parse("b", b.Encode())
		if err != nil {
			t.Fatalf("%v\n%s", err, b.Encode())
		}
		if d := cmp.Diff(b.Entries, got.Entries, cmpopts.IgnoreFields(Entry{}, "Pos")); d != "" {
			t.Errorf("%s\n%s", d, b.Encode())
		}
	})
}
