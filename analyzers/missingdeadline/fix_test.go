package missingdeadline_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/fix/fixtest"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/rule/ruletest"
)

// TestFixes: fixed code compiles and is not reported, in all of testdata; what the shapes of
// package fixes look like then is kept.
func TestFixes(t *testing.T) {
	files := fixtest.Run(t, filepath.Join(analysistest.TestData(), "src"), rule(), "./...")
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "fixes/") {
			out.WriteString("-- " + name + " --\n" + ruletest.WantComment.ReplaceAllString(files[name], ""))
		}
	}
	golden.Equal(t, filepath.Join("testdata", "fixes.golden"), out.String())
}
