// Package nearest finds, among known names, those that a wrong name may have been meant to
// be, so that a message can say the right one.
package nearest

import (
	"cmp"
	"slices"
	"strings"
)

// maxNear is how many names a message suggests at most.
const maxNear = 3

// Names gives the known names that name may have been meant to be, best first: kinds
// that were named without their analyzer, and what is a few slips of the finger away.
func Names(name string, known []string) []string {
	type near struct {
		name string
		far  int
	}
	var found []near
	for _, k := range known {
		far := distance(name, k)
		_, kind, _ := strings.Cut(k, "/")
		if kind != "" && kind == name {
			far = 0 // the kind without its analyzer
		}
		if far <= max(2, len(name)/4) {
			found = append(found, near{k, far})
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, n := range found[:min(len(found), maxNear)] {
		// What is much further away than the best is no help.
		if n.far <= found[0].far+1 {
			out = append(out, n.name)
		}
	}
	return out
}

// distance is the number of letters to insert, delete or replace to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
