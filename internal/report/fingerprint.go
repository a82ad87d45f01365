package report

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

// Fingerprints gives each finding a name that stays when lines move: from its code,
// file, function and message, and its number among those that share all of these. The
// file is counted from the module's root, so that the name is the same on every machine.
func Fingerprints(findings []finding.Finding) []string {
	roots := moduleRoots{}
	seen := map[string]int{}
	out := make([]string, len(findings))
	for i, f := range findings {
		key := strings.Join([]string{f.Code, roots.relative(f.Location), f.Func(), f.Message}, "\x00")
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		out[i] = hex.EncodeToString(sum[:8])
	}
	return out
}

// fingerprints names what is shown, what is silenced and what is known. All are numbered in
// one go, what is left out among them, so that a comment which silences a finding, or an entry
// of the baseline, does not rename the equal one below it.
func (in Input) fingerprints() (shown, silenced, known []string) {
	type item struct {
		f     finding.Finding
		print *string
	}
	shown, silenced = make([]string, len(in.Findings)), make([]string, len(in.Silenced))
	known = make([]string, len(in.Known))
	var items []item
	for i, f := range in.Findings {
		items = append(items, item{f, &shown[i]})
	}
	for i, s := range in.Silenced {
		items = append(items, item{s.Finding, &silenced[i]})
	}
	for i, f := range in.Known {
		items = append(items, item{f, &known[i]})
	}
	for _, f := range in.Left {
		items = append(items, item{f, new(string)})
	}
	slices.SortStableFunc(items, func(a, b item) int { return finding.Compare(a.f, b.f) })
	all := make([]finding.Finding, len(items))
	for i, x := range items {
		all[i] = x.f
	}
	for i, print := range Fingerprints(all) {
		*items[i].print = print
	}
	return shown, silenced, known
}

// moduleRoots keeps, for each folder, the folder at or above it that holds go.mod, or
// "" where there is none.
type moduleRoots map[string]string

func (m moduleRoots) relative(l finding.Location) string {
	if !filepath.IsAbs(l.File) {
		return l.Pkg + "/" + filepath.ToSlash(l.File)
	}
	root := m.find(filepath.Dir(l.File))
	if root == "" {
		return filepath.Base(l.File)
	}
	rel, err := filepath.Rel(root, l.File)
	if err != nil {
		return filepath.Base(l.File)
	}
	return filepath.ToSlash(rel)
}

func (m moduleRoots) find(dir string) string {
	if root, ok := m[dir]; ok {
		return root
	}
	root := ""
	if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
		root = dir
	} else if up := filepath.Dir(dir); up != dir {
		root = m.find(up)
	}
	m[dir] = root
	return root
}
