package driver

import "slices"

// askedFiles lists the Go files of the packages that were asked for, as they are built here:
// what else lies beside them was not looked at. Those of tests are in it where tests are.
func (r *run) askedFiles() []string {
	var out []string
	for _, n := range r.own {
		if n.root && n.variant != recompiled && !n.absent() {
			out = append(out, n.meta.abs(n.meta.GoFiles)...)
			out = append(out, n.meta.abs(n.meta.CgoFiles)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
