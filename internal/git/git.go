// Package git asks the git command what the files of a folder were at a revision: which of
// them differ by now, and what was in them. It writes nothing into the repository, and
// knows neither Go packages nor findings.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Repo is a repository with a work tree.
type Repo struct {
	Top     string // the folder of the work tree, as git names it: without symbolic links
	dir     string // the folder that was asked about, absolute, as its user names it
	prefix  string // dir as seen from Top, with forward slashes and one at its end; "" at Top
	shallow bool   // the history is cut off
	env     []string
	// noFilters are variables that take the programs away that the configuration has for
	// contents of files.
	noFilters []string
}

// Open finds the repository that dir lies in; "" is the current folder. The environment is
// that of the git command, nil the process's own.
func Open(ctx context.Context, dir string, env []string) (*Repo, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if env == nil {
		env = os.Environ()
	}
	r := &Repo{dir: abs, Top: abs, env: env}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("it needs the command git, which is not in PATH")
	}
	out, err := r.git(ctx, nil, nil, "rev-parse", "--show-toplevel", "--show-prefix", "--is-shallow-repository")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return nil, fmt.Errorf("%s lies in no git repository", abs)
		}
		return nil, err
	}
	lines := strings.Split(out, "\n")
	if len(lines) < 3 {
		return nil, fmt.Errorf("git rev-parse gives %q", out)
	}
	r.Top, r.prefix, r.shallow = filepath.FromSlash(lines[0]), lines[1], lines[2] == "true"
	return r, r.switchFiltersOff(ctx)
}

// git runs git in Top, which is the folder asked about before that is known.
func (r *Repo) git(ctx context.Context, more []string, stdin []byte, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append(slices.Clone(safe), args...)...)
	cmd.Dir = r.Top
	cmd.Env = append(slices.Clone(r.env), "PWD="+r.Top, "LC_ALL=C")
	cmd.Env = append(append(cmd.Env, safeEnv...), r.noFilters...)
	cmd.Env = append(cmd.Env, more...)
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", gitError(args[0], err, stderr.String())
	}
	return string(out), nil
}

// gitError is what git says, or how it ended where it says nothing.
func gitError(command string, err error, stderr string) error {
	said := strings.Join(strings.Fields(stderr), " ")
	if strings.Contains(said, "promisor remote") || strings.Contains(said, "transport '") {
		return errPartial
	}
	if said = strings.TrimPrefix(said, "fatal: "); said != "" {
		return fmt.Errorf("git %s: %s", command, said)
	}
	return fmt.Errorf("git %s: %w", command, err)
}

// split parts a list of git with zeros between.
func split(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == 0 })
}

// alias is a second name of a folder of the work tree.
type alias struct{ name, home string }

// alias gives the second name that files have where the folder asked about was reached
// through a symbolic link: a program may use either.
func (r *Repo) alias() (alias, bool) {
	prefix := filepath.FromSlash(strings.TrimSuffix(r.prefix, "/"))
	a := alias{r.dir, filepath.Join(r.Top, prefix)} // a link into the middle
	if prefix == "" {
		a = alias{r.dir, r.Top}
	} else if root, ok := strings.CutSuffix(r.dir, string(filepath.Separator)+prefix); ok {
		a = alias{root, r.Top}
	}
	return a, a.name != a.home
}

// Names gives the absolute names of a file, whose path in the repository is given with
// forward slashes. The first is its name below Top.
func (r *Repo) Names(rel string) []string {
	names := []string{filepath.Join(r.Top, filepath.FromSlash(rel))}
	if a, ok := r.alias(); ok {
		if rest, ok := Below(a.home, names[0]); ok {
			names = append(names, filepath.Join(a.name, rest))
		}
	}
	return names
}

// Home gives the name below Top of a file that is named in any way; what is elsewhere
// keeps its name.
func (r *Repo) Home(name string) string {
	if a, ok := r.alias(); ok {
		if rest, ok := Below(a.name, name); ok {
			return filepath.Join(a.home, rest)
		}
	}
	return name
}

// Below gives a name as seen from a folder that it lies in, or is.
func Below(dir, name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, strings.TrimSuffix(dir, string(filepath.Separator)))
	switch {
	case !ok || rest != "" && !os.IsPathSeparator(rest[0]):
		return "", false
	case rest == "":
		return ".", true
	}
	return rest[1:], true
}

// Dir is the folder asked about within another copy of the work tree.
func (r *Repo) Dir(top string) string { return filepath.Join(top, filepath.FromSlash(r.prefix)) }
