package retrynesting_test

import (
	"testing"

	"github.com/resilint/resilint/analyzers/retrynesting"
	"github.com/resilint/resilint/internal/rule/ruletest"
)

// TestExample keeps the code of the page equal to what TestRule runs the rule over: the
// example, and the way to fix it. What follows lists how libraries are switched off.
func TestExample(t *testing.T) {
	blocks := ruletest.Code(retrynesting.Info().Doc, "Example", "How to fix")
	ruletest.Example(t, blocks[:min(2, len(blocks))])
}
