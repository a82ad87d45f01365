package deadlines

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/catalogue"
)

// TestFacts checks the want comments of three packages of which each sees the facts of
// the next only.
func TestFacts(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), New(catalogue.Builtin()), "prog/low", "prog/mid", "prog/top")
}
