package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/statement"
)

// demoOptions has an option of each type there can be.
type demoOptions struct {
	Limit   int           `yaml:"limit"`
	Share   float64       `yaml:"share"`
	Wait    time.Duration `yaml:"wait"`
	Strict  bool          `yaml:"strict"`
	Name    string        `yaml:"name"`
	Hosts   []string      `yaml:"hosts"`
	private int
}

func (o demoOptions) Validate() error {
	if o.Limit < 0 {
		return errors.New("limit is below 0; write 0 for no limit")
	}
	return nil
}

func testRules() []Rule {
	return []Rule{
		{Info: rule.Info{Name: "waits", Kinds: []rule.Kind{{Name: "a", Default: rule.On}, {Name: "b", Default: rule.On}}},
			Options: func() rule.Options { return &demoOptions{Limit: 7, private: 1} }},
		{Info: rule.Info{Name: "shares", Kinds: []rule.Kind{{Name: "a", Default: rule.On}}}},
	}
}

func TestParse(t *testing.T) {
	got, err := Parse("f.yml", []byte(`
version: 1
checks: [all, "-shares"]
confidence: low
tests: true
tags: [a, "b,c"]
exclude: ["gen/**", "**/*.pb.go"]
rules:
  waits:
    severity: {b: error, all: info}
    share: 0.5
    wait: 3s
    strict: true
    name: x
    hosts: [h, i]
models:
- {kind: outbound, sym: a.io/b.F, ctx: 0, dep: none}
stated:
- symbol: (*a.io/b.T).Do
  retry: {attempts: 3, reason: the mesh}
  bounded: {duration: 2s, reason: the  gateway}
- symbol: [a.io/b.T.jobs, a.io/b.v2.Queue]
  queue: {timeout: 200ms, service: 16ms, safety: 0.8}
- {symbol: gopkg.in/b.v2.T.f, retry: {attempts: unbounded}}
`), testRules())
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Models) != 1 || got.Models[0].Pos != "f.yml:17" {
		t.Errorf("models are %+v", got.Models)
	}
	if got.At["version"] != "f.yml:2" || got.At["rules: waits"] != "f.yml:9" || got.At["models"] != "f.yml:16" || len(got.At) != 10 {
		t.Errorf("the keys stand at %v", got.At)
	}
	got.Models, got.At = nil, nil
	queue := []statement.Statement{{Verb: statement.Queue, Timeout: 200 * time.Millisecond, Service: 16 * time.Millisecond, Safety: 0.8}}
	want := &Config{
		Path: "f.yml", Checks: "all,-shares", Confidence: finding.Low, Tests: true, Tags: "a,b,c",
		Exclude:  []string{"gen/**", "**/*.pb.go"},
		Severity: map[string]finding.Severity{"waits/a": finding.Info, "waits/b": finding.Error},
		Options: map[string]rule.Options{"waits": &demoOptions{Limit: 7, Share: 0.5, Wait: 3 * time.Second,
			Strict: true, Name: "x", Hosts: []string{"h", "i"}, private: 1}},
		Stated: []statement.Stated{
			{Symbol: "(*a.io/b.T).Do", Pos: "f.yml:19", Statements: []statement.Statement{
				{Verb: statement.Retry, Attempts: 3, Reason: "the mesh"},
				{Verb: statement.Bounded, Duration: 2 * time.Second, Reason: "the gateway"}}},
			{Symbol: "a.io/b.T.jobs", Pos: "f.yml:22", Statements: queue},
			{Symbol: "a.io/b.v2.Queue", Pos: "f.yml:22", Statements: queue},
			{Symbol: "gopkg.in/b.v2.T.f", Pos: "f.yml:24", Statements: []statement.Statement{{Verb: statement.Retry, Attempts: statement.Unbounded}}},
		},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(demoOptions{})); d != "" {
		t.Error(d)
	}
}

// TestParseErrors holds the messages: file, line, what is wrong, what to write instead.
func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"not YAML", "checks: [a\nrules: {", "f.yml:2: not YAML: "},
		{"a tab", "rules:\n\twaits: {}\n", "f.yml:2: not YAML: found character that cannot start any token"},
		{"a list", "- x\n", "f.yml:1: the file is a list; write a mapping"},
		{"two documents", "version: 1\n---\nversion: 1\n", "f.yml:2: a second document; write one"},
		{"anchor", "checks: &a all\ntags: *a\n", "f.yml:1: anchors and aliases are not read; write the value out"},
		{"unknown key", "version: 1\ncheck: all\n", "f.yml:2: unknown key \"check\" in the file; write one of version, checks, confidence, tests, tags, exclude, baseline, rules, models, stated (did you mean checks?)"},
		{"key twice", "tests: true\ntests: false\n", "f.yml:2: key \"tests\" twice in the file; write it once"},
		{"version", "version: 2\n", "f.yml:1: unknown version \"2\"; write one of 1"},
		{"unknown check", "checks:\n- all\n- wait/a\n", "f.yml:3: unknown check \"wait/a\": did you mean waits/a"},
		{"checks", "checks: {waits: off}\n", "f.yml:1: checks is a mapping; write a text or a list of texts"},
		{"confidence", "confidence: sure\n", "f.yml:1: unknown confidence \"sure\"; write one of high, medium, low"},
		{"tests", "tests: maybe\n", "f.yml:1: unknown tests \"maybe\"; write one of true, false"},
		{"tags", "tags: a b\n", "f.yml:1: tags \"a b\" has a space; write a list, or a text with commas"},
		{"glob", "exclude: [\"a[\"]\n", "f.yml:1: malformed glob \"a[\" in exclude; write it with **, *, ?, [a-z] and {a,b}"},
		{"a folder", "exclude:\n- gen/\n", "f.yml:2: exclude \"gen/\" names a folder, and globs are held against files; write gen/**"},
		{"from the root", "exclude: /gen/**\n", "f.yml:1: exclude \"/gen/**\" can match no file; write a path from the module's folder on"},
		{"out of the module", "exclude: ../x/**\n", "f.yml:1: exclude \"../x/**\" can match no file"},
		{"unknown rule", "rules:\n  wait: {}\n", "f.yml:2: unknown rule \"wait\"; write one of waits, shares (did you mean waits?)"},
		{"unknown option", "rules:\n  waits: {limits: 3}\n", "f.yml:2: unknown key \"limits\" in rules: waits; write one of severity, limit, share, wait, strict, name, hosts (did you mean limit?)"},
		{"no options", "rules:\n  shares: {limit: 3}\n", "f.yml:2: unknown key \"limit\" in rules: shares; write one of severity"},
		{"unknown kind", "rules:\n  waits:\n    severity: {c: error}\n", "f.yml:3: unknown key \"c\" in the severity of waits; write one of all, a, b"},
		{"unknown severity", "rules:\n  waits:\n    severity: {a: fatal}\n", "f.yml:3: unknown severity \"fatal\"; write one of error, warning, info"},
		{"option int", "rules:\n  waits:\n    limit: many\n", "f.yml:3: limit is \"many\"; write a whole number"},
		{"option text for int", "rules: {waits: {limit: \"3\"}}\n", "f.yml:1: limit is \"3\"; write a whole number"},
		{"option duration", "rules: {waits: {wait: 3}}\n", "f.yml:1: wait is \"3\"; write a duration such as 30s"},
		{"option duration, malformed", "rules: {waits: {wait: soon}}\n", "f.yml:1: wait is \"soon\"; write a duration such as 30s"},
		{"option bool", "rules: {waits: {strict: 1}}\n", "f.yml:1: strict is \"1\"; write true or false"},
		{"option list", "rules: {waits: {hosts: {}}}\n", "f.yml:1: hosts is a mapping; write a text or a list of texts"},
		{"invalid options", "rules:\n  waits:\n    limit: -1\n", "f.yml:3: rules: waits: limit is below 0; write 0 for no limit"},
		{"models", "models: {files: [x]}\n", "f.yml:1: the models are a mapping; write a list of entries"},
		{"a model", "models:\n- kind: outbound\n  sym: Get\n", "f.yml:3: malformed symbol \"Get\"; write pkg/path.Func or (*pkg/path.Type).Method"},
		{"stated", "stated: {a.io/b.F: {}}\n", "f.yml:1: stated is a mapping; write a list, each element with a symbol and what is stated of it"},
		{"a stated without symbol", "stated:\n- retry: {attempts: 3}\n", "f.yml:2: symbol is missing; write pkg/path.Func, (*pkg/path.Type).Method, pkg/path.Type.Field or pkg/path.Var"},
		{"nothing stated", "stated:\n- symbol: a.io/b.F\n", "f.yml:2: nothing is stated of a.io/b.F; write retry, bounded or queue"},
		{"a stated symbol", "stated:\n- symbol: Get\n  retry: {attempts: 3}\n", "f.yml:2: malformed symbol \"Get\"; write pkg/path.Func"},
		{"another verb", "stated:\n- symbol: a.io/b.F\n  retries: {attempts: 3}\n", "f.yml:3: unknown key \"retries\" in an element of stated; write one of symbol, retry, bounded, queue"},
		{"attempts missing", "stated:\n- symbol: a.io/b.F\n  retry: {reason: x}\n", "f.yml:3: attempts is missing in retry; write {attempts: 3, reason: …}"},
		{"attempts", "stated:\n- symbol: a.io/b.F\n  retry: {attempts: 0}\n", "f.yml:3: attempts is 0, and the first one counts; write 1 where nothing is tried again"},
		{"attempts as text", "stated:\n- symbol: a.io/b.F\n  retry: {attempts: \"3\"}\n", "f.yml:3: attempts is a text; write the number without quotes"},
		{"a bound", "stated:\n- symbol: a.io/b.F\n  bounded: {duration: soon, reason: x}\n", "f.yml:3: duration is \"soon\"; write a duration above 0, such as 200ms or 2s"},
		{"a bound without reason", "stated:\n- symbol: a.io/b.F\n  bounded: {duration: 2s}\n", "f.yml:3: bounded says no reason; write reason: and why it ends in time"},
		{"a queue", "stated:\n- symbol: a.io/b.V\n  queue: {timeout: 1s, service: 1ms, safety: 1.5}\n", "f.yml:3: safety is \"1.5\"; write a number between 0 and 1, such as 0.8"},
		{"half a queue", "stated:\n- symbol: a.io/b.V\n  queue: {timeout: 1s, safety: 0.5}\n", "f.yml:3: service is missing in queue; write {timeout: 200ms, service: 16ms, safety: 0.8}"},
		{"stated twice", "stated:\n- symbol: a.io/b.V\n  retry: {attempts: 3}\n- symbol: a.io/b.V\n  retry: {attempts: 4}\n", "f.yml:4: retry of a.io/b.V is stated at f.yml:2 already; keep one"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Parse("f.yml", []byte(tt.data), testRules())
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) || c != nil {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
	_, err := Parse("f.yml", []byte("tests: x\nmodels:\n- kind: y\n- kind: z\n"), testRules())
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("not all errors are told: %v", err)
	}
}

// TestKey: what changes the analysis changes the key, and nothing else does.
func TestKey(t *testing.T) {
	key := func(text string) string {
		t.Helper()
		c, err := Parse("f.yml", []byte(text), testRules())
		if err != nil {
			t.Fatal(err)
		}
		k, err := c.Key()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	const model = "models:\n- {kind: outbound, sym: a.io/b.F, ctx: none, dep: none, default_timeout: none}\n"
	const stated = "stated:\n- {symbol: a.io/b.F, retry: {attempts: 3}}\n"
	same := [][2]string{
		{stated, "# moved\n" + stated},
		{"", "checks: all\nconfidence: low\nexclude: a/**\nrules: {waits: {severity: {a: error}}}\n"},
		{"rules: {waits: {limit: 3}}\n", "# moved\nrules:\n  waits:\n    severity: {a: info}\n    limit: 3\n"},
		{model, "# moved\n" + model},
	}
	for _, s := range same {
		if a, b := key(s[0]), key(s[1]); a != b {
			t.Errorf("%q and %q have the keys\n%s\n%s", s[0], s[1], a, b)
		}
	}
	all := []string{stated, strings.Replace(stated, "3", "4", 1), "", "rules: {waits: {limit: 3}}\n", "rules: {waits: {limit: 4}}\n", model,
		strings.Replace(model, "timeout: none", "timeout: 5s", 1)}
	seen := map[string]string{}
	for _, text := range all {
		if other, ok := seen[key(text)]; ok {
			t.Errorf("%q and %q have the same key", text, other)
		}
		seen[key(text)] = text
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) string {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
		return name
	}
	find := func(from, want string) {
		t.Helper()
		if got, err := Find(filepath.Join(dir, filepath.FromSlash(from))); err != nil || got != want {
			t.Errorf("from %s: %q, %v; want %q", from, got, err, want)
		}
	}
	write("top/m/go.mod")
	write("top/m/a/b/x.go")
	write("top/m/a/.resilint.yml") // below the module's folder: not looked at
	find("top/m/a/b", "")
	above := write("top/.resilint.yaml")
	find("top/m/a/b", above)
	own := write("top/m/.resilint.yml")
	find("top/m/a/b", own)
	find("top/m", own)
	second := write("top/m/.resilint.yaml")
	if _, err := Find(filepath.Join(dir, "top", "m", "a")); err == nil || !strings.Contains(err.Error(), own) || !strings.Contains(err.Error(), second) {
		t.Errorf("two files in one folder: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "top", "n", ".resilint.yml"), 0o777); err != nil {
		t.Fatal(err)
	}
	write("top/n/go.mod")
	if _, err := Find(filepath.Join(dir, "top", "n")); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a folder: %v", err)
	}
}

func TestExcluder(t *testing.T) {
	dir := t.TempDir()
	for _, m := range []string{"go.mod", "sub/go.mod"} {
		name := filepath.Join(dir, filepath.FromSlash(m))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	excluded := (&Config{Exclude: []string{"gen/**", "**/*.pb.go", "main.go"}}).Excluder()
	for file, want := range map[string]bool{
		"gen/a.go": true, "gen/x/y/a.go": true, "a/gen/a.go": false, "sub/gen/a.go": true,
		"a.pb.go": true, "x/y/a.pb.go": true, "main.go": true, "cmd/main.go": false, "sub/main.go": true,
	} {
		if got := excluded(filepath.Join(dir, filepath.FromSlash(file))); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("rules: {waits: {limit: 3, severity: {all: info}}}\nchecks: [all, -waits]\nmodels:\n- {kind: delay}\nstated:\n- {symbol: a.b, retry: {attempts: 3}, queue: {}}\n"))
	f.Add([]byte("exclude: ['[', /a, a/]\nversion: ~\n? [x]\n: y\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("f.yml", data, testRules())
		if (c == nil) != (err != nil) {
			t.Errorf("config %v, error %v", c, err)
		}
	})
}
