package deadlines

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/owner"
)

// TestFacts checks the want comments of three packages of which each sees the facts of
// the next only.
func TestFacts(t *testing.T) {
	dir := filepath.Join(analysistest.TestData(), "prog")
	analysistest.Run(t, dir, New(catalogue.Builtin(), owner.New(nil), implement.New()), "./...")
}
