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
	"github.com/resilint/resilint/internal/statement"
)

// CheckSymbols holds the models, and what is stated of symbols, against the packages they
// speak of: a symbol that is not there, or an argument of another type, is an error with
// the line of its entry and the nearest right name. patterns name the program. What could
// not be checked is in notes: a file may serve several programs, not all of which know each
// package.
func (c *Config) CheckSymbols(ctx context.Context, q resolve.Query, patterns []string) (notes []Note, err error) {
	if len(c.Models)+len(c.Stated) == 0 {
		return nil, nil
	}
	all := &catalogue.File{Entries: c.Models}
	need, globs := all.Needs(), all.Globs()
	for _, s := range c.Stated {
		need = append(need, symbolPackage(s.Symbol))
	}
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
	s := &symbols{u: u}
	s.models(c.Models)
	s.stated(c.Stated)
	if len(s.absent) > 0 {
		deps, err := program()
		if err != nil {
			return nil, err
		}
		s.judge(deps, need)
	}
	return s.notes, errors.Join(s.errs...)
}

// symbols holds what a file names against a universe.
type symbols struct {
	u      *resolve.Universe
	notes  []Note
	errs   []error
	absent []missing
}

func (s *symbols) models(entries []*catalogue.Entry) {
	check := resolve.NewChecker(s.u)
	for _, e := range entries {
		gone, why := unresolved(s.u, e)
		switch {
		case gone != "":
			s.absent = append(s.absent, missing{e.Pos, gone, "model"})
		case why != "":
			s.notes = append(s.notes, Note{Text: e.Pos + ": " + why})
		default:
			before := len(check.Errs)
			check.Entry(e)
			for _, text := range check.Errs[before:] {
				s.errs = append(s.errs, errors.New(text))
			}
		}
	}
}

func (s *symbols) stated(list []statement.Stated) {
	for _, st := range list {
		path := symbolPackage(st.Symbol)
		switch pkg := s.u.Pkgs[path]; {
		case unknown(pkg):
			s.absent = append(s.absent, missing{st.Pos, path, "statement"})
		case !pkg.Whole():
			s.notes = append(s.notes, Note{Text: fmt.Sprintf("%s: package %s has errors, so the statement is not checked", st.Pos, path)})
		default:
			function, err := s.u.Symbol(st.Symbol)
			if _, queue := statement.Find(st.Statements, statement.Queue); err == nil && function && queue {
				err = fmt.Errorf("%s is a function, and queue says how long a queue may be; write the field or the variable that holds it", st.Symbol)
			}
			if err != nil {
				s.errs = append(s.errs, fmt.Errorf("%s: %w", st.Pos, err))
			}
		}
	}
}

// unknown tells whether there is no such package here.
func unknown(p *resolve.Pkg) bool {
	return p == nil || p.Error != nil && len(p.GoFiles)+len(p.CgoFiles) == 0
}

// A missing is a package that cannot be loaded here.
type missing struct{ pos, pkg, of string }

// unresolved gives the package of an entry that is not to be had here, or says why
// nothing can be said of the entry.
func unresolved(u *resolve.Universe, e *catalogue.Entry) (gone, why string) {
	one := &catalogue.File{Entries: []*catalogue.Entry{e}}
	for _, p := range one.Needs() {
		switch pkg := u.Pkgs[p]; {
		case unknown(pkg):
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
// know: a slip has a near name in the program. Where the file speaks of that name as well,
// the two may be siblings of which the program has one.
func (s *symbols) judge(deps, need []string) {
	for _, m := range s.absent {
		near := slices.DeleteFunc(nearest.Names(m.pkg, deps), func(p string) bool {
			return unversioned(p) == unversioned(m.pkg)
		})
		text := fmt.Sprintf("%s: no package %s in this program", m.pos, m.pkg)
		if len(near) > 0 {
			text += "; did you mean " + strings.Join(near, " or ") + "?"
		}
		if len(near) > 0 && !slices.ContainsFunc(near, func(p string) bool { return slices.Contains(need, p) }) {
			s.errs = append(s.errs, errors.New(text))
			continue
		}
		if len(near) == 0 {
			text += fmt.Sprintf(", so the %s changes nothing here and is not checked", m.of)
		}
		s.notes = append(s.notes, Note{Text: text, Warn: len(near) > 0})
	}
}

// A Note is about a symbol that could not be checked.
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
