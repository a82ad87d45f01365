package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6" // an independent reader of the schema, which is for editors
	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/golden"
)

// TestSchema: the schema in docs is the one that the code makes.
func TestSchema(t *testing.T) {
	want, err := config.Schema((&tool{rules: analyzers.New}).configurable())
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("..", "..", "docs", "resilint.schema.json")
	if golden.Updating() {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the code makes; run go test ./internal/cli -update", name)
	}
}

// good and bad are configurations on which the reader and the schema must agree.
var (
	good = []string{
		"",
		"# nothing\n",
		"version: 1\nchecks: [default, -sharedclient/default]\nconfidence: low\ntests: true\ntags: [a, b]\nexclude: [\"gen/**\"]\nbaseline: ci/known.yml\n",
		"checks: all,-sharedclient\ntags: a,b\nexclude: \"**/*.pb.go\"\n",
		"rules:\n  missingdeadline:\n    severity: {all: info, background: error}\n  suppress:\n    severity: {unused: error}\n",
		"models:\n- kind: outbound\n  sym: a.io/b.F\n  ctx: 0\n  dep: {arg: 1, type: string}\n  bound: [ctx, \"field:a.io/b.T.F\"]\n  default_timeout: 5s\n",
		"models:\n- kind: retry\n  mode: wrap\n  sym: a.io/b.F\n  op: {arg: 0, type: \"func() error\"}\n  attempts: {default: 3, counts: total}\n  bounded_by: attempts\n  jitter: \"yes\"\n",
		"models:\n- kind: queue\n  type: a.io/b.T\n  new: a.io/b.New\n  default: 64\n",
		"stated:\n- {symbol: a.io/b.F, retry: {attempts: 3}}\n- symbol: [a.io/b.T.F, a.io/b.V]\n  retry: {attempts: unbounded, reason: x}\n  bounded: {duration: 2s, reason: x}\n  queue: {timeout: 1s, service: 1ms, safety: 0.5}\n",
	}
	bad = []string{
		"[]",
		"x",
		"version: 2\n",
		"cheks: all\n",
		"checks: {a: b}\n",
		"checks: []\n",
		"confidence: sure\n",
		"tests: 3\n",
		"exclude: {}\n",
		"baseline: []\n",
		"baseline: \"\"\n",
		"rules: {nope: {}}\n",
		"rules: []\n",
		"rules: {missingdeadline: {severity: error}}\n",
		"rules: {missingdeadline: {severity: {background: fatal}}}\n",
		"rules: {missingdeadline: {severity: {backgrund: error}}}\n",
		"rules: {missingdeadline: {limit: 3}}\n",
		"models: {}\n",
		"stated: {}\n",
		"stated: [{symbol: a.io/b.F}]\n",
		"stated: [{retry: {attempts: 3}}]\n",
		"stated: [{symbol: a.io/b.F, retry: {}}]\n",
		"stated: [{symbol: a.io/b.F, retry: {attempts: 0}}]\n",
		"stated: [{symbol: a.io/b.F, retry: {attempts: \"3\"}}]\n",
		"stated: [{symbol: a.io/b.F, retry: 3}]\n",
		"stated: [{symbol: a.io/b.F, bounded: {duration: 2s}}]\n",
		"stated: [{symbol: a.io/b.F, queue: {timeout: 1s, service: 1ms, safety: 1}}]\n",
		"stated: [{symbol: a.io/b.F, queue: {timeout: 1s, service: 1ms}}]\n",
		"models: [x]\n",
		"models: [{sym: a.io/b.F}]\n",
		"models: [{kind: inbound, sym: a.io/b.F}]\n",
		"models:\n- {kind: outbound, sym: a.io/b.F, ctx: -1, dep: none}\n",
		"models:\n- {kind: outbound, sym: a.io/b.F, ctx: 0, dep: 1}\n",
		"models:\n- {kind: outbound, sym: a.io/b.F, ctx: 0, dep: none, tiemout: 3s}\n",
		"models:\n- {kind: outbound, sym: a.io/b.F, ctx: 0, dep: none, attempts: {default: 3}}\n",
		"models:\n- {kind: client_new, lit: a.io/b.T, fields: [{f: a.io/b.T.F, role: speed}]}\n",
		"models:\n- {kind: client_new, lit: a.io/b.T, fields: [{f: a.io/b.T.F}]}\n",
	}
)

func TestSchemaAgrees(t *testing.T) {
	rules := (&tool{rules: analyzers.New}).configurable()
	schema := compiled(t, rules)
	for i, text := range append(append([]string{}, good...), bad...) {
		_, readErr := config.Parse("f.yml", []byte(text), rules)
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		schemaErr := schema.Validate(value)
		if ok := i < len(good); (readErr == nil) != ok || (schemaErr == nil) != ok {
			t.Errorf("want %v:\n%s\nreader: %v\nschema: %v", ok, text, readErr, schemaErr)
		}
	}
}

// TestSchemaOfCatalogue: all of the embedded data has the form of the schema.
func TestSchemaOfCatalogue(t *testing.T) {
	schema := compiled(t, (&tool{rules: analyzers.New}).configurable())
	names, err := filepath.Glob(filepath.Join("..", "catalogue", "data", "*.yaml"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var file struct{ Entries []any }
		if err := yaml.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		for i, e := range file.Entries {
			if err := schema.Validate(map[string]any{"models": []any{e}}); err != nil {
				t.Errorf("%s, entry %d: %v", filepath.Base(name), i, err)
				break
			}
		}
	}
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// TestDocs: the examples of the page are right, and it has a row for each key.
func TestDocs(t *testing.T) {
	rules := (&tool{rules: analyzers.New}).configurable()
	schema := compiled(t, rules)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := yamlBlock.FindAllSubmatch(page, -1)
	if len(blocks) == 0 {
		t.Error("no examples found")
	}
	for _, b := range blocks {
		var value any
		_, readErr := config.Parse("docs", b[1], rules)
		if err := errors.Join(readErr, yaml.Unmarshal(b[1], &value), schema.Validate(value)); err != nil {
			t.Errorf("%s\n%v", b[1], err)
		}
	}
	for key := range schema.Properties {
		if !bytes.Contains(page, []byte("| `"+key+"` |")) {
			t.Errorf("the page has no row for %s", key)
		}
	}
}

func compiled(t *testing.T, rules []config.Rule) *jsonschema.Schema {
	t.Helper()
	text, err := config.Schema(rules)
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("resilint.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("resilint.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
