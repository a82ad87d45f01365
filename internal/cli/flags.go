package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/finding"
)

// options are the flags of the main command.
type options struct {
	dir        string
	config     string
	given      map[string]bool // the flags that the user has written
	checks     string
	confidence string
	format     string // of resilint map
	outputs    outputs
	baseline   string
	force      bool       // of resilint baseline write
	base       *knownFile // what the baseline's file holds; nil where there is none
	tests      bool
	tags       string
	cache      string
	fix        bool
	diff       bool
	since      string
	verbose    bool
	list       bool
	version    bool
	patterns   []string
}

// define binds o to a new set of flags.
func (o *options) define() *flag.FlagSet {
	fs := flag.NewFlagSet("resilint", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed by the caller
	fs.Usage = func() {}
	fs.StringVar(&o.dir, "C", "", "work in `DIR`")
	fs.StringVar(&o.config, "config", "", "read the configuration `FILE`, or off; else .resilint.yml of the module's folder or above")
	fs.StringVar(&o.checks, "checks", "default",
		"which checks to run: a `LIST` with commas of analyzers, analyzer/kind, globs,\nall or default; a leading - takes away")
	fs.StringVar(&o.confidence, "confidence", string(finding.Medium), "show findings of confidence `LEVEL` and above: high, medium or low")
	fs.Var(&o.outputs, "f", "output `FORMAT`, or FORMAT=FILE: "+strings.Join(formats(), ", ")+
		";\nmore than once or with commas for several, of which one may go to stdout (default text)")
	fs.StringVar(&o.baseline, "baseline", "", "leave out the findings that `FILE` has, or off; else those of "+config.BaselineName+"\nin the module's folder or above")
	fs.BoolVar(&o.tests, "tests", false, "analyse test files too")
	fs.StringVar(&o.tags, "tags", "", "build tags, a `LIST` with commas as go build takes it")
	fs.StringVar(&o.cache, "cache", "", "keep the cache in `DIR`, or off; else $RESILINT_CACHE, else the user's cache folder")
	fs.BoolVar(&o.fix, "fix", false, "make the changes that end findings; what is left is shown, and counts for the exit code")
	fs.BoolVar(&o.diff, "diff", false, "print what -fix would change as a unified diff, instead of findings; nothing is changed")
	fs.StringVar(&o.since, "since", "", "show only findings that the revision `REV` of git does not have; REV... is where HEAD has left REV,\nas a pull request wants it")
	fs.BoolVar(&o.verbose, "v", false, "show the source line and the path of each finding, and how much work it was")
	fs.BoolVar(&o.list, "list", false, "list the checks, with default and severity")
	fs.BoolVar(&o.version, "version", false, "print the version")
	return fs
}

func parseFlags(args []string) (options, error) {
	var o options
	fs := o.define()
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	o.given = map[string]bool{}
	fs.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	o.patterns = fs.Args()
	for _, p := range o.patterns {
		// Package flag stops at the first package, and go list would take the rest.
		if strings.HasPrefix(p, "-") {
			return o, fmt.Errorf("flag %s must stand before the packages", p)
		}
	}
	if len(o.patterns) == 0 {
		o.patterns = []string{"."}
	}
	if finding.Confidence(o.confidence).Rank() > finding.Low.Rank() {
		return o, unknownConfidence(o.confidence)
	}
	if err := o.outputs.apart(); err != nil {
		return o, err
	}
	if o.diff && o.given["f"] {
		return o, errors.New("-diff prints a diff and no findings, so that -f has no use beside it")
	}
	return o, nil
}

func unknownConfidence(word string) error {
	return fmt.Errorf("unknown confidence %q: it is high, medium or low", word)
}

// usage is the help text of the main command.
func (t *tool) usage(w io.Writer) {
	fmt.Fprintf(w, `resilint finds where one slow dependency can bring a whole Go service down.

Usage:

	resilint [flags] [packages]
%s
Packages are named as for go build; without any it is the one in the current folder.
It exits with 0 where nothing is found, 1 where something is, and 2 where something
could not be done, so that the answer is not whole.

Flags:

`, t.usageLines())
	var o options
	fs := o.define()
	fs.SetOutput(w)
	fs.PrintDefaults()
}
