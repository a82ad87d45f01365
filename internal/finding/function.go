package finding

import "path/filepath"

// Func is the function that the finding stands in, as far as its path tells: that of the
// step at the same place, else of the first step. It is empty where the finding has no path.
func (f Finding) Func() string {
	base := filepath.Base(f.Location.File)
	for _, s := range f.Trace {
		if filepath.Base(s.File) == base && s.Line == f.Location.Line {
			return s.Func
		}
	}
	if len(f.Trace) > 0 {
		return f.Trace[0].Func
	}
	return ""
}
