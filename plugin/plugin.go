// Package plugin is resilint as a module plugin of golangci-lint: a golangci-lint that is
// built with this package knows the linter resilint. docs/doors.md says how to build one
// and what to write into .golangci.yml.
//
// It decides nothing: package doors makes the analyzers, this one reads the settings.
package plugin

import (
	"fmt"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/doors"
)

func init() { register.Plugin("resilint", New) }

// Settings are what .golangci.yml says under linters: settings: custom: resilint: settings.
// A key that is not there is taken from .resilint.yml.
type Settings struct {
	// Checks lists which checks to show, an element each, as for the flag -checks.
	Checks []string `json:"checks"`
	// Confidence is the least confidence to show: high, medium or low.
	Confidence string `json:"confidence"`
	// Rules, Models and Stated are what these keys are in .resilint.yml.
	Rules  map[string]any `json:"rules"`
	Models []any          `json:"models"`
	Stated []any          `json:"stated"`
}

// usage is what to write, for messages.
const usage = "write checks as a list, such as [default, -sharedclient/default], confidence as high, medium or low, and rules, models and stated as in .resilint.yml"

// New reads the settings.
func New(raw any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](raw)
	if err != nil {
		return nil, fmt.Errorf("resilint: settings: %w; %s", err, usage)
	}
	for _, c := range s.Checks {
		if strings.TrimSpace(c) == "" {
			return nil, fmt.Errorf("resilint: settings: checks has an empty element; %s", usage)
		}
	}
	// What the settings leave out, a .resilint.yml says, as on the command line.
	all, err := doors.New(doors.Options{
		Checks:      strings.Join(s.Checks, ","),
		Confidence:  s.Confidence,
		LeaveNolint: true,
		Rules:       orNil(s.Rules, len(s.Rules)),
		Models:      orNil(s.Models, len(s.Models)),
		Stated:      orNil(s.Stated, len(s.Stated)),
		Dir:         ".",
	})
	if err != nil {
		return nil, fmt.Errorf("resilint: %w", err)
	}
	return linter{all}, nil
}

// orNil keeps an empty value from being one that is there.
func orNil(v any, n int) any {
	if n == 0 {
		return nil
	}
	return v
}

// linter is the plugin, ready to run.
type linter struct{ analyzers []*analysis.Analyzer }

// BuildAnalyzers gives an analyzer for each rule, so that golangci-lint names it.
func (l linter) BuildAnalyzers() ([]*analysis.Analyzer, error) { return l.analyzers, nil }

// GetLoadMode says that types are needed.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }
