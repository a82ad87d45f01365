package breakerorder_test

import (
	"testing"

	"github.com/resilint/resilint/analyzers/breakerorder"
	"github.com/resilint/resilint/internal/rule/ruletest"
)

// TestExample keeps the code of the page equal to what TestRule runs the rule over.
func TestExample(t *testing.T) {
	ruletest.Example(t, ruletest.Code(breakerorder.Info().Doc, "Example"))
}
