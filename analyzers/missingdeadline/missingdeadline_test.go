package missingdeadline_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/missingdeadline"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes"
)

func rule() *analysis.Analyzer {
	return missingdeadline.New(missingdeadline.Options{}, passes.New(catalogue.Builtin()))
}

func TestKinds(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), rule(), "basic", "quiet", "libraries", "embedded", "example/demo")
}
