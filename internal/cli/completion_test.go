package cli

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/completion"
)

// offered are the words that completion offers.
func offered(t *testing.T, args ...string) []string {
	t.Helper()
	args[len(args)-1] += "."
	code, stdout, stderr, _ := exec(t, nil, nil, append([]string{"__complete"}, args...)...)
	if code != exitClean || stderr != "" {
		t.Errorf("%q: exit %d, stderr %q", args, code, stderr)
	}
	var out []string
	for line := range strings.Lines(stdout) {
		if !strings.HasPrefix(line, ":") {
			word, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
			out = append(out, word)
		}
	}
	return out
}

// TestCompletionIsWhole: all that can be written is offered.
func TestCompletionIsWhole(t *testing.T) {
	t.Run("commands", func(t *testing.T) {
		_, help, _, _ := exec(t, nil, nil, "-h")
		for line := range strings.Lines(help) {
			rest, ok := strings.CutPrefix(line, "\tresilint ")
			if !ok || strings.HasPrefix(rest, "[") {
				continue
			}
			if name := strings.Fields(rest)[0]; !slices.Contains(offered(t, ""), name) {
				t.Errorf("%s is not offered", name)
			}
		}
	})
	t.Run("flags", func(t *testing.T) {
		new(options).define().VisitAll(func(f *flag.Flag) {
			if !slices.Contains(offered(t, "-"), "-"+f.Name) {
				t.Errorf("-%s is not offered", f.Name)
			}
		})
	})
	t.Run("codes", func(t *testing.T) {
		got := [][]string{offered(t, "explain", ""), offered(t, "-checks", "")}
		for _, code := range []string{"waits", "waits/a", "waits/b", "waits/c", "shares", "shares/a", "suppress/unused"} {
			for _, words := range got {
				if !slices.Contains(words, code) {
					t.Errorf("%s is not among %q", code, words)
				}
			}
		}
	})
	t.Run("questions", func(t *testing.T) {
		for _, q := range sizeQuestions() {
			if !slices.Contains(offered(t, "size", ""), q.name) {
				t.Errorf("%s is not offered", q.name)
			}
			for _, name := range q.needs {
				if !slices.Contains(offered(t, "size", q.name, "-"), "-"+name) {
					t.Errorf("%s -%s is not offered", q.name, name)
				}
			}
		}
	})
}

// free are the words in usages of flags whose values nobody can foresee.
var free = []string{"", "LIST"}

// TestCompletionKnowsValues: a flag whose usage quotes a new kind of value is told of in
// flagValues, or stands in the list above.
func TestCompletionKnowsValues(t *testing.T) {
	tool := tool{rules: testRules}
	var walk func(c completion.Command)
	walk = func(c completion.Command) {
		for _, sub := range c.Sub {
			walk(sub)
		}
		if c.Flags == nil {
			return
		}
		c.Flags().VisitAll(func(f *flag.Flag) {
			kind, _ := flag.UnquoteUsage(f)
			v := c.Value(f)
			if v.Words == nil && !v.Files && !v.Dirs && !slices.Contains(free, kind) && !underSize(c.Name) {
				t.Errorf("%s -%s takes %q, of which nothing is offered", c.Name, f.Name, kind)
			}
		})
	}
	walk(tool.root())
}

// underSize tells whether the name is a question, whose flags take numbers.
func underSize(name string) bool {
	return slices.ContainsFunc(sizeQuestions(), func(q sizeQuestion) bool { return q.name == name })
}
