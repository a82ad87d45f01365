package suppress

import (
	"path"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

// tool is the name that stands for every check of ours.
const tool = "resilint"

// form is the kind of a directive.
type form int

const (
	other      form = iota // not a directive, or one we do not know
	lineIgnore             // //lint:ignore
	fileIgnore             // //lint:file-ignore
	nolint                 // //nolint
)

// A directive is a parsed comment.
type directive struct {
	form   form
	names  []string // lower case; empty for a bare //nolint, which silences everything
	reason string   // why, as the comment says; empty where it does not
}

// parse reads a comment from its slashes on.
func parse(text string) directive {
	if rest, ok := strings.CutPrefix(text, "//lint:"); ok {
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			return directive{}
		}
		d := directive{reason: strings.Join(fields[min(2, len(fields)):], " ")}
		switch fields[0] {
		case "ignore":
			d.form = lineIgnore
		case "file-ignore":
			d.form = fileIgnore
		default:
			return directive{}
		}
		if len(fields) > 1 {
			d.names = names(fields[1])
		}
		return d
	}

	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "/ "), "nolint")
	if !ok || rest != "" && rest[0] != ':' && rest[0] != ' ' {
		return directive{}
	}
	list, reason, _ := strings.Cut(rest, "//")
	d := directive{form: nolint, reason: strings.TrimSpace(reason)}
	if list, ok := strings.CutPrefix(list, ":"); ok {
		d.names = names(list)
	}
	for _, n := range d.names {
		if n == "all" {
			d.names = nil
			break
		}
	}
	return d
}

func names(list string) []string {
	var out []string
	for n := range strings.SplitSeq(list, ",") {
		if n = strings.ToLower(strings.TrimSpace(n)); n != "" {
			out = append(out, n)
		}
	}
	return out
}

// matches tells whether one of a directive's names means the code.
func (d directive) matches(code string) bool {
	if d.form == nolint && len(d.names) == 0 {
		return true
	}
	for _, n := range d.names {
		if n == "*" || nameMatches(n, code) {
			return true
		}
	}
	return false
}

// nameMatches tells whether a name means the code: the code itself, its analyzer, the
// tool, or a glob with a slash. A glob without one, such as S*, is another tool's.
func nameMatches(name, code string) bool {
	analyzer, _, _ := strings.Cut(code, "/")
	if name == code || name == analyzer || name == tool {
		return true
	}
	if !strings.Contains(name, "/") {
		return false
	}
	ok, err := path.Match(name, code)
	return err == nil && ok
}

// covers tells whether d, whose lines dir holds, speaks about the place.
func covers(dir finding.Directive, at finding.Location) bool {
	return dir.Location.File == at.File && dir.Location.Pkg == at.Pkg &&
		dir.From <= at.Line && at.Line <= dir.To
}
