package fallbackprimary_test

import (
	"testing"

	"github.com/resilint/resilint/analyzers/fallbackprimary"
	"github.com/resilint/resilint/internal/rule/ruletest"
)

// TestExample keeps the code of the page equal to what TestKinds runs the rule over.
func TestExample(t *testing.T) {
	ruletest.Example(t, ruletest.Code(fallbackprimary.Info().Doc, "Example"))
}
