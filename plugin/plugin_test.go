package plugin_test

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	_ "github.com/resilint/resilint/plugin"
)

// build makes the plugin as golangci-lint does.
func build(t *testing.T, settings any) ([]*analysis.Analyzer, error) {
	t.Helper()
	newPlugin, err := register.GetPlugin("resilint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(settings)
	if err != nil {
		return nil, err
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", mode)
	}
	return p.BuildAnalyzers()
}

func TestSettings(t *testing.T) {
	for _, settings := range []any{
		nil, // no settings at all
		map[string]any{},
		map[string]any{"checks": []any{"default", "-sharedclient/default"}, "confidence": "low"},
		map[string]any{"rules": map[string]any{}, "models": []any{}, "stated": []any{}},
		map[string]any{"stated": []any{map[string]any{"symbol": "m/a.F", "retry": map[string]any{"attempts": 3}}}},
	} {
		all, err := build(t, settings)
		if err != nil {
			t.Errorf("%v: %v", settings, err)
			continue
		}
		if err := analysis.Validate(all); err != nil {
			t.Errorf("%v: %v", settings, err)
		}
		if len(all) < 2 {
			t.Errorf("%v: %d analyzers, want one for each rule", settings, len(all))
		}
	}
}

// TestWrongSettings: a message names the key and says what to write.
func TestWrongSettings(t *testing.T) {
	for _, c := range []struct {
		settings any
		want     []string
	}{
		{map[string]any{"check": []any{"all"}}, []string{`"check"`, "write checks as a list"}},
		{map[string]any{"checks": "all"}, []string{"checks", "write checks as a list"}},
		{map[string]any{"checks": []any{""}}, []string{"checks", "write checks as a list"}},
		{map[string]any{"checks": []any{"missingdeadlin"}}, []string{"checks", `"missingdeadlin"`, "did you mean missingdeadline"}},
		{map[string]any{"confidence": 1}, []string{"confidence", "high, medium or low"}},
		{map[string]any{"confidence": "certain"}, []string{"confidence", `"certain"`, "high, medium or low"}},
		{map[string]any{"rules": map[string]any{"shardclient": map[string]any{}}}, []string{"shardclient", "sharedclient"}},
		{map[string]any{"rules": map[string]any{"sharedclient": map[string]any{"severity": map[string]any{"all": "error"}}}}, []string{"severity changes nothing here"}},
		{map[string]any{"models": []any{map[string]any{"kind": "outbound", "fun": "example.com/x.F"}}}, []string{"fun"}},
		{map[string]any{"stated": []any{map[string]any{"symbol": "m/a.F", "retry": map[string]any{"attempts": 0}}}}, []string{"attempts is 0"}},
		{map[string]any{"stated": []any{map[string]any{"symbol": "F"}}}, []string{`malformed symbol "F"`}},
		{map[string]any{"models": "x"}, []string{"models", "as in .resilint.yml"}},
		{[]any{"all"}, []string{"settings", "write checks as a list"}},
	} {
		_, err := build(t, c.settings)
		if err == nil {
			t.Errorf("%v is taken", c.settings)
			continue
		}
		for _, w := range append(c.want, "resilint: settings: ") {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%v: %q does not say %q", c.settings, err, w)
			}
		}
	}
}
