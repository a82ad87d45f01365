package archtest

import (
	"path"
	"strings"
	"testing"
)

const module = "github.com/resilint/resilint"

// A layer is a set of packages with what these may import of the module. Patterns are
// as in path.Match, relative to the module; one that ends in /... takes what is below.
type layer struct {
	packages string
	may      []string
	std      bool // nothing from outside but the standard library
}

// layers lists the direction of dependencies, from the data to the command. The first
// that fits a package counts. Package cmd/resilint is small and feeds on cli, or on doors
// where go vet runs it.
var layers = []layer{
	{packages: "internal/symbol", may: data, std: true},
	{packages: "internal/trace", may: data, std: true},
	{packages: "internal/attempts", may: data, std: true},
	{packages: "internal/finding", may: data, std: true},
	{packages: "internal/inventory", may: data, std: true},
	{packages: "internal/inventory/write", may: []string{"internal/inventory"}, std: true},
	{packages: "internal/gen", std: true},
	{packages: "internal/nearest", std: true},
	{packages: "internal/size", std: true},
	{packages: "internal/completion", std: true},
	{packages: "internal/statement", may: []string{"internal/nearest"}, std: true},
	{packages: "internal/strictyaml", may: []string{"internal/nearest"}},
	{packages: "internal/catalogue/...", may: append(data, "internal/catalogue/...", "internal/nearest", "internal/strictyaml")},
	{packages: "internal/passes/...", may: append(data, "internal/catalogue/...", "internal/passes/...")},
	{packages: "internal/golden"},
	{packages: "internal/rule/ruletest", may: append(data, "internal/rule")},
	{packages: "internal/rule", may: data},
	{packages: "analyzers/*", may: append(data, "internal/catalogue/...", "internal/passes/...", "internal/rule", "internal/size", "analyzers/internal/...")},
	{packages: "analyzers", may: append(data, "analyzers/*", "internal/catalogue/...", "internal/passes/...", "internal/rule")},
	{packages: "internal/link", may: append(data, "internal/passes/...")},
	{packages: "internal/driver/listkey"},
	{packages: "internal/driver/...", may: append(data, "internal/catalogue/...", "internal/passes/...", "internal/rule", "internal/link", "internal/driver/...")},
	{packages: "internal/report/...", may: append(data, "internal/rule", "internal/report/...")},
	{packages: "internal/replace", std: true},
	{packages: "internal/fix", may: append(data, "internal/replace")},
	{packages: "internal/fix/fixtest", may: append(data, "internal/fix")},
	{packages: "internal/suppress", may: append(data, "internal/rule")},
	{packages: "internal/compare", may: data},
	{packages: "internal/git", std: true},
	{packages: "internal/baseline", may: append(data, "internal/strictyaml")},
	{packages: "internal/config", may: append(data, "internal/catalogue/...", "internal/rule", "internal/nearest", "internal/strictyaml")},
	{packages: "internal/cli", may: []string{"analyzers", "internal/..."}},
	{packages: "internal/doors/doorstest"},
	{packages: "internal/doors", may: append(data, "analyzers", "internal/passes/...", "internal/rule", "internal/config", "internal/suppress", "internal/link")},
	{packages: "internal/heap", std: true},
	{packages: "bench/...", may: []string{"analyzers", "internal/..."}},
	{packages: "cmd/resilint", may: []string{"internal/cli", "internal/doors", "internal/heap"}},
	{packages: "plugin", may: []string{"internal/doors"}},
	{packages: "internal/archtest"},
	{packages: "internal/samples/...", std: true},
}

var data = []string{"internal/symbol", "internal/trace", "internal/attempts", "internal/finding", "internal/statement", "internal/inventory"}

func TestImportDirection(t *testing.T) {
	for _, pkg := range packages(t) {
		if strings.HasPrefix(pkg.rel, "examples/") {
			continue // programs to be analysed, no part of the tool
		}
		l, ok := layerOf(pkg.rel)
		if !ok {
			t.Errorf("%s belongs to no layer: add it to layers", pkg.rel)
			continue
		}
		for _, imp := range pkg.imports {
			rel, own := strings.CutPrefix(imp, module+"/")
			switch {
			case own && !matchesAny(l.may, rel):
				t.Errorf("%s imports %s: dependencies point the other way", pkg.rel, rel)
			case !own && l.std && strings.Contains(strings.Split(imp, "/")[0], "."):
				t.Errorf("%s imports %s: it is pure data, on the standard library only", pkg.rel, imp)
			}
		}
	}
}

// TestLayers shows that the table forbids what it is there to forbid.
func TestLayers(t *testing.T) {
	for _, bad := range [][2]string{
		{"analyzers/missingdeadline", "analyzers/sharedclient"},
		{"analyzers/missingdeadline", "analyzers"},
		{"analyzers/missingdeadline", "internal/driver"},
		{"analyzers/missingdeadline", "internal/report"},
		{"internal/finding", "internal/rule"},
		{"internal/catalogue", "internal/passes/calls"},
		{"internal/passes/calls", "internal/rule"},
		{"internal/driver", "internal/report"},
		{"internal/driver", "internal/suppress"},
		{"internal/driver", "internal/cli"},
		{"internal/driver", "internal/config"},
		{"internal/config", "analyzers"},
		{"internal/config", "internal/driver"},
		{"internal/driver", "analyzers"},
		{"internal/report", "internal/cli"},
		{"cmd/resilint", "internal/driver"},
		{"internal/size", "internal/finding"},
		{"internal/baseline", "internal/driver"},
		{"internal/baseline", "internal/report"},
		{"internal/report", "internal/baseline"},
	} {
		l, ok := layerOf(bad[0])
		if !ok || matchesAny(l.may, bad[1]) {
			t.Errorf("%s may import %s", bad[0], bad[1])
		}
	}
}

func layerOf(rel string) (layer, bool) {
	for _, l := range layers {
		if matchesAny([]string{l.packages}, rel) {
			return l, true
		}
	}
	return layer{}, false
}

func matchesAny(patterns []string, rel string) bool {
	for _, p := range patterns {
		if base, deep := strings.CutSuffix(p, "/..."); deep && (rel == base || strings.HasPrefix(rel, base+"/")) {
			return true
		}
		if ok, err := path.Match(p, rel); err == nil && ok {
			return true
		}
	}
	return false
}
