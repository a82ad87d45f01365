package retrypolicy_test

import (
	"testing"

	"github.com/resilint/resilint/analyzers/retrypolicy"
	"github.com/resilint/resilint/internal/rule/ruletest"
)

// TestExample keeps the code of the page equal to what TestRule runs the rule over.
func TestExample(t *testing.T) {
	ruletest.Example(t, ruletest.Code(retrypolicy.Info().Doc, "Example"))
}
