package catalogue

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/golden"
)

const docHead = `# Catalogue

What resilint knows of libraries, made from the data in ` + "`internal/catalogue/data`" + `. It is what the
source of a library says at the version given here; the tests in ` + "`verify/`" + ` hold each name
against that version. Another version may do something else by default. What your own
wrappers do is told by [models](configuration.md#models).

In each family:

- **Libraries**, with the number of entries that speak of calls which leave the process, of
  clients, retries and so on; "by a pattern" means that entries with a pattern cover it.
- **Retries**: what a library repeats, by itself or where it is called for. Attempts count
  the first one. They are those of a user who sets nothing; "argument" means that they must
  be given, and "nothing" that neither a number nor a time ends them.
- **Limits**: timeouts and bounds, and what holds where nobody sets them.
`

// TestDocEqualsData holds docs/catalogue.md equal to the data.
func TestDocEqualsData(t *testing.T) {
	var b strings.Builder
	b.WriteString(docHead)
	for _, f := range files(t) {
		fmt.Fprintf(&b, "\n## %s\n", f.Family)
		table(&b, "Library | Version | Entries", libraries(f))
		table(&b, "Retry | In | Attempts | Ended by | Pauses | Random", retryRows(f))
		table(&b, "Limit | Role | Default", limits(f))
	}
	file := filepath.Join("..", "..", "docs", "catalogue.md")
	if golden.Updating() {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != b.String() {
		t.Error("docs/catalogue.md is not what the data says; run go test ./internal/catalogue -run TestDocEqualsData -update")
	}
}

func table(b *strings.Builder, head string, rows []string) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s |\n|%s\n", head, strings.Repeat("---|", strings.Count(head, "|")+1))
	for _, r := range rows {
		fmt.Fprintf(b, "| %s |\n", r)
	}
}

// libraries has a row a module. An entry counts for the module with the longest path that
// one of its packages lies in.
func libraries(f *File) []string {
	counts := make([]map[Kind]int, len(f.Modules))
	for i := range counts {
		counts[i] = map[Kind]int{}
	}
	for _, e := range f.Entries {
		seen := map[int]bool{}
		for _, p := range e.Names.packages(e.Fields) {
			best := -1
			for i, m := range f.Modules {
				in := p == m.Path || strings.HasPrefix(p, m.Path+"/") || m.Path == "std" && isStd(p)
				if in && (best < 0 || len(m.Path) > len(f.Modules[best].Path)) {
					best = i
				}
			}
			if best >= 0 && !seen[best] {
				seen[best] = true
				counts[best][e.Kind]++
			}
		}
	}
	var rows []string
	for i, m := range f.Modules {
		var known []string
		for _, k := range slices.Sorted(maps.Keys(counts[i])) {
			known = append(known, fmt.Sprintf("%s %d", strings.ReplaceAll(strings.TrimSuffix(string(k), "_new"), "_", " "), counts[i][k]))
		}
		name := m.Path
		if name == "std" {
			name = "the standard library"
		}
		rows = append(rows, fmt.Sprintf("%s | %s | %s", name, m.Version, cmp.Or(strings.Join(known, ", "), "by a pattern")))
	}
	slices.Sort(rows)
	return rows
}

func retryRows(f *File) []string {
	var rows []string
	for _, e := range f.Entries {
		if e.Kind != KindRetry {
			continue
		}
		attempts := e.Attempts.Default
		if attempts == "" {
			attempts = "argument"
		}
		rows = append(rows, fmt.Sprintf("%s | %s | %s | %s | %s | %s", e.LayerName(), firstOf(&e.Names), attempts,
			cmp.Or(e.BoundedBy, "attempts"), cmp.Or(escape(e.Backoff), "not said"), cmp.Or(e.Jitter, "not said")))
	}
	return rows
}

// firstOf names the first of what an entry is about, and says how many more there are.
func firstOf(n *Names) string {
	all := slices.Concat(n.Sym, n.Covers, n.Lit, n.CallType, n.Var)
	if n.Match != nil {
		all = append(all, cmp.Or(n.Match.Recv, n.Match.Pkg))
	}
	if len(all) == 0 {
		return ""
	}
	text := "`" + escape(all[0]) + "`"
	if more := len(all) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func limits(f *File) []string {
	var rows []string
	for _, e := range f.Entries {
		for _, k := range e.Fields {
			if k.Default == "" {
				continue
			}
			rows = append(rows, fmt.Sprintf("`%s` | %s | %s", escape(cmp.Or(k.Field, k.Option, k.Param)), strings.ReplaceAll(k.Role, "_", " "), escape(k.Default)))
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

func escape(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
