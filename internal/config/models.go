package config

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/catalogue/resolve"
	"github.com/resilint/resilint/internal/nearest"
)

// CheckModels holds the models against the packages they speak of: a symbol that is not
// there, or an argument of another type, is an error with the line of its entry and the
// nearest right name. patterns name the program. What could not be checked is in notes:
// a file may serve several programs, not all of which know each package.
func (c *Config) CheckModels(ctx context.Context, q resolve.Query, patterns []string) (notes []Note, err error) {
	if len(c.Models) == 0 {
		return nil, nil
	}
	all := &catalogue.File{Entries: c.Models}
	need, globs := all.Needs(), all.Globs()
	program := func() ([]string, error) { return q.Deps(ctx, patterns) }
	if len(globs) > 0 {
		deps, err := program()
		if err != nil {
			return nil, err
		}
		need = append(need, slices.DeleteFunc(deps, func(p string) bool { return !matchesAny(globs, p) })...)
	}
	u, err := resolve.Load(ctx, q, need)
	if err != nil {
		return nil, err
	}
	check := resolve.NewChecker(u)
	var errs []error
	var absent []missing
	for _, e := range c.Models {
		gone, why := unresolved(u, e)
		switch {
		case gone != "":
			absent = append(absent, missing{e.Pos, gone})
		case why != "":
			notes = append(notes, Note{Text: e.Pos + ": " + why})
		default:
			before := len(check.Errs)
			check.Entry(e)
			for _, s := range check.Errs[before:] {
				errs = append(errs, errors.New(s))
			}
		}
	}
	if len(absent) > 0 {
		deps, err := program()
		if err != nil {
			return nil, err
		}
		more, wrong := judge(absent, deps, need)
		notes, errs = append(notes, more...), append(errs, wrong...)
	}
	return notes, errors.Join(errs...)
}

// A missing is a package that cannot be loaded here.
type missing struct{ pos, pkg string }

// unresolved gives the package of an entry that is not to be had here, or says why
// nothing can be said of the entry.
func unresolved(u *resolve.Universe, e *catalogue.Entry) (gone, why string) {
	one := &catalogue.File{Entries: []*catalogue.Entry{e}}
	for _, p := range one.Needs() {
		switch pkg := u.Pkgs[p]; {
		case pkg == nil || pkg.Error != nil && len(pkg.GoFiles)+len(pkg.CgoFiles) == 0:
			return p, ""
		case !pkg.Whole():
			return "", fmt.Sprintf("package %s has errors, so the model is not checked", p)
		}
	}
	for _, g := range one.Globs() {
		if !slices.ContainsFunc(u.Paths, func(p string) bool { return matches(g, p) }) {
			return "", fmt.Sprintf("no package of this program fits %s, so the model changes nothing here and is not checked", g)
		}
	}
	return "", ""
}

// judge tells slips of the finger from packages that this program only happens not to
// know: a slip has a near name in the program. Where a model speaks of that name as well,
// the two may be siblings of which the program has one.
func judge(absent []missing, deps, need []string) (notes []Note, errs []error) {
	for _, m := range absent {
		near := slices.DeleteFunc(nearest.Names(m.pkg, deps), func(p string) bool {
			return unversioned(p) == unversioned(m.pkg)
		})
		text := fmt.Sprintf("%s: no package %s in this program", m.pos, m.pkg)
		if len(near) > 0 {
			text += "; did you mean " + strings.Join(near, " or ") + "?"
		}
		if len(near) > 0 && !slices.ContainsFunc(near, func(p string) bool { return slices.Contains(need, p) }) {
			errs = append(errs, errors.New(text))
			continue
		}
		if len(near) == 0 {
			text += ", so the model changes nothing here and is not checked"
		}
		notes = append(notes, Note{Text: text, Warn: len(near) > 0})
	}
	return notes, errs
}

// A Note is about a model that could not be checked.
type Note struct {
	Text string
	Warn bool // it is likely to be a mistake
}

var majors = regexp.MustCompile(`[/.]v[0-9]+\b`)

// unversioned leaves major versions out of a path: v2 of a library is no slip for v3.
func unversioned(p string) string { return majors.ReplaceAllString(p, "") }

func matchesAny(globs []string, p string) bool {
	return slices.ContainsFunc(globs, func(g string) bool { return matches(g, p) })
}

func matches(glob, p string) bool {
	if base, ok := strings.CutSuffix(glob, "/..."); ok {
		return p == base || strings.HasPrefix(p, base+"/")
	}
	ok, err := path.Match(glob, p)
	return err == nil && ok
}
