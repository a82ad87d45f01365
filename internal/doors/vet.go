package doors

import (
	"flag"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ForVet tells whether the arguments are those with which the go command runs the tool
// that -vettool names: a question about the tool, or flags and the one description of a
// package.
func ForVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	for _, a := range args[:len(args)-1] {
		if !strings.HasPrefix(a, "-") {
			return false
		}
	}
	last := args[len(args)-1]
	return len(args) == 1 && (last == "-V=full" || last == "-flags") ||
		strings.HasSuffix(last, ".cfg") && !strings.HasPrefix(last, "-")
}

// Vet gives the analyzers for go vet, and defines on fs the flags of ours that it takes.
// go vet asks the tool for its flags and makes them part of the key of its cache.
func Vet(fs *flag.FlagSet) []*analysis.Analyzer {
	o := &Options{}
	fs.StringVar(&o.Checks, "checks", "", "which checks to show, as for resilint -checks")
	fs.StringVar(&o.Confidence, "confidence", "", "show findings of this confidence and above: high, medium or low")
	return later(o)
}
