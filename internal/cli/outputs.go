package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/nearest"
	"github.com/resilint/resilint/internal/replace"
	"github.com/resilint/resilint/internal/report"
)

// An output is a format and where it goes: stdout where file is empty.
type output struct {
	format report.Format
	file   string
}

// outputs are what -f asks for: FORMAT or FORMAT=FILE, more than once or with commas.
type outputs []output

func (o *outputs) String() string {
	var names []string
	for _, x := range *o {
		name := x.format.Name()
		if x.file != "" {
			name += "=" + x.file
		}
		names = append(names, name)
	}
	return strings.Join(names, ",")
}

// Set takes one -f.
func (o *outputs) Set(list string) error {
	for item := range strings.SplitSeq(list, ",") {
		name, file, named := strings.Cut(item, "=")
		format, ok := report.Lookup(name)
		switch {
		case !ok:
			return unknownFormat(name)
		case named && file == "":
			return fmt.Errorf("no file behind %s; write %s=FILE, or %s for stdout", item, name, name)
		case file == "-":
			file = ""
		}
		*o = append(*o, output{format, file})
	}
	return nil
}

func unknownFormat(name string) error {
	known := formats()
	near := ""
	if names := nearest.Names(name, known); len(names) > 0 {
		near = " (did you mean " + strings.Join(names, " or ") + "?)"
	}
	return fmt.Errorf("unknown format %q; write one of %s%s", name, strings.Join(known, ", "), near)
}

func formats() []string {
	var out []string
	for _, f := range report.Formats() {
		out = append(out, f.Name())
	}
	return out
}

// apart refuses two outputs to one place.
func (o outputs) apart() error {
	seen := map[string]output{}
	for _, x := range o {
		key := x.file
		if key != "" {
			if abs, err := filepath.Abs(key); err == nil {
				key = abs
			}
		}
		before, twice := seen[key]
		switch {
		case twice && x.file == "":
			return fmt.Errorf("%s and %s both go to stdout; give one a file: -f %s=FILE", before.format.Name(), x.format.Name(), x.format.Name())
		case twice:
			return fmt.Errorf("%s and %s both go to %s; write two files", before.format.Name(), x.format.Name(), x.file)
		}
		seen[key] = x
	}
	return nil
}

// writable refuses files that could not be written, before all the work is done for them.
func (o outputs) writable() error {
	var errs []error
	for _, x := range o {
		if x.file != "" {
			errs = append(errs, canWrite(x.file))
		}
	}
	return errors.Join(errs...)
}

func canWrite(file string) error {
	name := report.Shorten(workDir(), file)
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder; write a file's name", name)
	}
	switch info, err := os.Stat(filepath.Dir(file)); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write %s: there is no folder %s; make it first", name, filepath.Dir(name))
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", name, err)
	case !info.IsDir():
		return fmt.Errorf("cannot write %s: %s is no folder", name, filepath.Dir(name))
	}
	return nil
}

// writeAll writes the answer in each of the formats that are asked for. One that cannot be
// written keeps none of the others back.
func (t *tool) writeAll(a *answer, o options) error {
	list := slices.Clone(o.outputs)
	if len(list) == 0 {
		list = outputs{{format: report.Formats()[0]}}
	}
	var errs []error
	in := t.input(a, o)
	for _, x := range list {
		in.Verbose = o.verbose || x.file == "" && isTerminal(t.Stdout)
		if x.file == "" {
			errs = append(errs, x.format.Write(t.Stdout, in))
			continue
		}
		err := replace.File(x.file, func(w io.Writer) error { return x.format.Write(w, in) })
		if err != nil {
			err = fmt.Errorf("cannot write %s: %w", x.file, err)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
