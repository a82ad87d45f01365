package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/rule"
)

type demoOptions struct {
	Limit int `yaml:"limit"`
}

func (demoOptions) Validate() error { return nil }

// TestConfigReachesDriver: options reach the rule and the cache's key, and a flag counts
// before the file.
func TestConfigReachesDriver(t *testing.T) {
	dir := t.TempDir()
	run := func(text string, args ...string) (driver.Options, analyzers.Config) {
		t.Helper()
		err := errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), nil, 0o666),
			os.WriteFile(filepath.Join(dir, ".resilint.yml"), []byte(text), 0o666))
		if err != nil {
			t.Fatal(err)
		}
		var asked driver.Options
		var made analyzers.Config
		var out, errs bytes.Buffer
		tool := tool{
			Env: Env{Stdout: &out, Stderr: &errs},
			rules: func(c analyzers.Config) []analyzers.Rule {
				if c.Options != nil {
					made = c
				}
				rules := testRules(c)
				rules[0].Options = func() rule.Options { return &demoOptions{Limit: 7} }
				return rules
			},
			run: func(_ context.Context, o driver.Options) (*driver.Result, error) {
				asked = o
				return found(), nil
			},
		}
		if code := tool.main(t.Context(), append([]string{"-C", dir}, args...)); code != exitClean || errs.Len() > 0 {
			t.Fatalf("exit %d, stderr %s", code, errs.String())
		}
		return asked, made
	}
	plain, _ := run("tests: true\ntags: [a, b]\n")
	if !plain.Tests || plain.Tags != "a,b" {
		t.Errorf("tests %v, tags %q", plain.Tests, plain.Tags)
	}
	flags, _ := run("tests: true\ntags: [a, b]\n", "-tests=false", "-tags=c")
	if flags.Tests || flags.Tags != "c" {
		t.Errorf("flags do not count before the file: tests %v, tags %q", flags.Tests, flags.Tags)
	}
	three, made := run("rules: {waits: {limit: 3}}\n")
	if o, ok := made.Options["waits"].(*demoOptions); !ok || o.Limit != 3 {
		t.Errorf("the rule got %+v", made.Options)
	}
	four, _ := run("rules: {waits: {limit: 4}}\n")
	shown, _ := run("checks: all\nconfidence: low\nexclude: a/**\nrules: {waits: {severity: {all: error}}}\n")
	if plain.Salt == three.Salt || three.Salt == four.Salt {
		t.Error("an option is no part of the cache's key")
	}
	if plain.Salt != shown.Salt {
		t.Error("what only changes the report changes the cache's key")
	}
}

// TestOptionsCanBeRead: each option of each rule has a key and a type that a file can give.
func TestOptionsCanBeRead(t *testing.T) {
	rules := (&tool{rules: analyzers.New}).configurable()
	text, err := config.Schema(rules)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Rules struct {
				Properties map[string]struct{ Properties map[string]any }
			}
		}
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for _, r := range analyzers.All() {
		s := reflect.TypeOf(r.Options()).Elem()
		known := schema.Properties.Rules.Properties[r.Name].Properties
		if len(known) != s.NumField()+1 { // one is severity
			t.Errorf("%s has %d options, and a file can set %d", r.Name, s.NumField(), len(known)-1)
		}
	}
}
