package statement_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/statement"
)

func TestParse(t *testing.T) {
	type s = statement.Statement
	for _, test := range []struct {
		text string
		want s
	}{
		{"//resilint:retry attempts=3", s{Verb: statement.Retry, Attempts: 3}},
		{"//resilint:retry attempts=unbounded  a queue\tredelivers ", s{Verb: statement.Retry, Attempts: statement.Unbounded, Reason: "a queue redelivers"}},
		{"//resilint:retry attempts=1 // switched off", s{Verb: statement.Retry, Attempts: 1, Reason: "switched off"}},
		{"//resilint:retry attempts=2 the mesh // not the gateway", s{Verb: statement.Retry, Attempts: 2, Reason: "the mesh"}},
		{"//resilint:bounded 2m30s see https://wiki.example/mesh", s{Verb: statement.Bounded, Duration: 150 * time.Second, Reason: "see https://wiki.example/mesh"}},
		{"//resilint:queue timeout=200ms service=16ms safety=0.8", s{Verb: statement.Queue, Timeout: 200 * time.Millisecond, Service: 16 * time.Millisecond, Safety: 0.8}},
		{"//resilint:queue safety=.5 timeout=1s service=1ms kept short", s{Verb: statement.Queue, Timeout: time.Second, Service: time.Millisecond, Safety: 0.5, Reason: "kept short"}},
	} {
		if !statement.Is(test.text) {
			t.Errorf("%s is none", test.text)
		}
		got, err := statement.Parse(test.text)
		if d := cmp.Diff(test.want, got); d != "" || err != nil {
			t.Errorf("%s: %v %s", test.text, err, d)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const all = "//resilint:retry attempts=3 REASON, //resilint:bounded 2s REASON or //resilint:queue timeout=200ms service=16ms safety=0.8"
	for _, test := range []struct{ text, want string }{
		{"//resilint:", "//resilint: has no word behind its colon; write " + all},
		{"//resilint: retry attempts=3", "//resilint: has no word behind its colon; write " + all},
		{"// resilint:retry attempts=3", "a space after the slashes makes it a remark that states nothing; write //resilint:retry attempts=3"},
		{"//resilint:ignore x", `unknown statement "ignore"; write ` + all},
		{"//resilint:Bound 2s x", `unknown statement "Bound"; write ` + all + " (did you mean bounded?)"},
		{"//resilint:retry", "//resilint:retry: attempts= is missing; write //resilint:retry attempts=3 REASON"},
		{"//resilint:retry 3", "//resilint:retry: attempts= is missing; write //resilint:retry attempts=3 REASON"},
		{"//resilint:retry attempt=3", `//resilint:retry: unknown key "attempt"; write //resilint:retry attempts=3 REASON (did you mean attempts?)`},
		{"//resilint:retry attempts=3 attempts=4", "//resilint:retry: attempts is there twice; write it once"},
		{"//resilint:retry attempts=0", "//resilint:retry: attempts is 0, and the first one counts; write 1 where nothing is tried again"},
		{"//resilint:retry attempts=many", `//resilint:retry: attempts is "many"; write how often it is tried in all, such as 3, or unbounded`},
		{"//resilint:retry attempts=-1", `//resilint:retry: attempts is "-1"; write how often it is tried in all, such as 3, or unbounded`},
		{"//resilint:retry attempts=99999999999999999999", `//resilint:retry: attempts is "99999999999999999999"; write how`},
		{"//resilint:bounded", "//resilint:bounded: the duration is missing; write //resilint:bounded 2s REASON"},
		{"//resilint:bounded soon it ends", `//resilint:bounded: the duration is "soon"; write a duration above 0, such as 200ms or 2s`},
		{"//resilint:bounded 0s it ends", `//resilint:bounded: the duration is "0s"; write a duration above 0`},
		{"//resilint:bounded 2s", "//resilint:bounded says no reason; write why it ends in time behind the duration: //resilint:bounded 2s REASON"},
		{"//resilint:bounded 2s //", "//resilint:bounded says no reason"},
		{"//resilint:queue timeout=200ms service=16ms", "//resilint:queue: safety= is missing; write //resilint:queue timeout=200ms service=16ms safety=0.8"},
		{"//resilint:queue timeout=200ms service=16ms safety=1", `//resilint:queue: safety is "1"; write a number between 0 and 1, such as 0.8`},
		{"//resilint:queue timeout=200ms service=16ms safety=NaN", `//resilint:queue: safety is "NaN"; write`},
		{"//resilint:queue timeout=200 service=16ms safety=0.8", `//resilint:queue: timeout is "200"; write a duration above 0, such as 200ms or 2s`},
		{"//resilint:queue length=10", `//resilint:queue: unknown key "length"; write`},
	} {
		if !statement.Is(test.text) {
			t.Errorf("%s is none", test.text)
		}
		_, err := statement.Parse(test.text)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s:\n%v\n%s", test.text, err, test.want)
		}
	}
	for _, text := range []string{"// resilint: is a linter", "// resilint:all", "//lint:ignore a b", "//nolint:resilint", "/* resilint:retry */", "//xresilint:retry"} {
		if statement.Is(text) {
			t.Errorf("%s is a statement", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"//resilint:retry attempts=3", "//resilint:bounded 2s x", "//resilint:queue timeout=1s service=1s safety=0.1", "// resilint:retry"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !statement.Is(text) {
			t.Skip()
		}
		s, err := statement.Parse(text)
		if err == nil && (s.Verb == "" || s.Verb == statement.Retry && s.Attempts == 0 || s.Verb == statement.Bounded && (s.Duration <= 0 || s.Reason == "")) {
			t.Errorf("%q: %+v", text, s)
		}
		if err != nil && strings.Contains(err.Error(), "\n") && !strings.Contains(text, "\n") {
			t.Errorf("%q: an error of two lines: %v", text, err)
		}
	})
}
