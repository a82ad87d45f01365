package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/git"
)

// A past is the program at the revision that -since names.
type past struct {
	rev, commit string
	repo        *git.Repo
	tree        *git.Tree
	tmp         string            // the folder for what was in files
	files       map[string]string // by absolute name: the file with what was in it, "" where it was not there
	top         string            // the folder of the whole tree, where it had to be written; else ""
	noModule    bool              // the module is new
	res         *driver.Result    // nil where there was nothing to analyse
}

func newPast(o options) *past { return &past{rev: o.since} }

// open asks git what has changed since the revision.
func (p *past) open(ctx context.Context, o options, env []string) (err error) {
	if p.repo, err = git.Open(ctx, o.dir, env); err != nil {
		return err
	}
	if p.commit, err = p.repo.Resolve(ctx, o.since); err != nil {
		return err
	}
	if p.tmp, err = os.MkdirTemp("", "resilint-since-"); err != nil {
		return err
	}
	if p.tmp, err = filepath.EvalSymlinks(p.tmp); err != nil {
		return err
	}
	if p.tree, err = p.repo.At(ctx, p.commit, p.tmp, driver.Reads); err != nil {
		return err
	}
	p.files = map[string]string{}
	for _, rel := range p.tree.Changed {
		for _, name := range p.repo.Names(rel) {
			p.files[name] = p.tree.Was[rel]
		}
	}
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	modules := []string{"go.mod", "go.work"}
	_, now := holding(dir, modules, isThere)
	_, then := holding(dir, modules, p.wasThere)
	p.noModule = now && !then
	if !p.noModule && slices.ContainsFunc(p.tree.Changed, p.beyondOverlay) {
		p.top, err = p.tree.CheckOut(ctx)
	}
	return err
}

func (p *past) close() {
	if p.tmp != "" {
		_ = os.RemoveAll(p.tmp) // what stays in the temporary folder does no harm
	}
}

func (p *past) wasThere(name string) bool {
	if was, changed := p.files[name]; changed {
		return was != ""
	}
	return isThere(name)
}

// beyondOverlay tells of a change that the go command does not take from an overlay: which
// modules are vendored, and where a module begins.
func (p *past) beyondOverlay(rel string) bool {
	name := p.repo.Names(rel)[0]
	return driver.IsVendorList(rel) || path.Base(rel) == "go.mod" && p.wasThere(name) != isThere(name)
}

// runner gives what analyses both sides and returns the answer of now.
func (p *past) runner(o options, env []string, pr *progress) runner {
	return func(ctx context.Context, now driver.Options) (*driver.Result, error) {
		opened := false
		a, b, err := driver.RunBoth(ctx, now, func(ctx context.Context) (*driver.Options, error) {
			if err := p.open(ctx, o, env); err != nil {
				return nil, err
			}
			opened = true
			return p.options(now, pr)
		})
		var then *driver.ThenError
		switch {
		case errors.As(err, &then) && opened:
			err = fmt.Errorf("at %s: %w", p.rev, err)
		case errors.As(err, &then):
			err = fmt.Errorf("-since %s: %w", p.rev, err)
		}
		if b != nil {
			p.res = b
		}
		return a, err
	}
}

// options say how to analyse what was. They are nil where nothing has changed, or nothing
// was there.
func (p *past) options(now driver.Options, pr *progress) (*driver.Options, error) {
	if p.noModule || len(p.tree.Changed) == 0 {
		return nil, nil
	}
	then := now
	then.Progress = func(done, total int) {
		pr.of = " at " + p.rev
		pr.update(done, total)
	}
	if then.Patterns = p.patterns(now); len(then.Patterns) == 0 {
		p.res = &driver.Result{}
		return nil, nil
	}
	if p.top != "" {
		then.Dir = p.repo.Dir(p.top)
		return &then, nil
	}
	var err error
	then.Overlay, err = driver.NewOverlay(p.files, filepath.Join(p.tmp, "overlay.json"))
	return &then, err
}

// patterns gives the patterns without files that were not there. Where the whole tree had to
// be written, whole names are made to mean what is in that.
func (p *past) patterns(o driver.Options) []string {
	var out []string
	for _, pattern := range o.Patterns {
		name := pattern
		if !filepath.IsAbs(name) {
			name = filepath.Join(o.Dir, name)
		}
		if abs, err := filepath.Abs(name); err == nil && filepath.Ext(name) == ".go" && !p.wasThere(abs) {
			continue
		}
		if p.top != "" && filepath.IsAbs(pattern) {
			pattern = p.inTree(pattern)
		}
		out = append(out, pattern)
	}
	return out
}

func (p *past) inTree(name string) string {
	if rest, ok := git.Below(p.repo.Top, p.repo.Home(name)); ok {
		return filepath.Join(p.top, rest)
	}
	return name
}

// home gives a file, of either side and however it is named, the name that git gives it.
func (p *past) home(name string) string {
	if rest, ok := git.Below(p.top, name); ok && p.top != "" {
		return filepath.Join(p.repo.Top, rest)
	}
	return p.repo.Home(name)
}

// read gives a file as it was.
func (p *past) read(name string) ([]byte, error) {
	if was, changed := p.files[name]; changed {
		if was == "" {
			return nil, os.ErrNotExist
		}
		name = was
	}
	return os.ReadFile(name)
}
