package git

import (
	"context"
	"fmt"
	"strings"
)

// Resolve gives the commit that a revision is, as its hash. A revision is what git
// rev-parse takes, or "A..." for where A and HEAD have parted: what a branch itself brings,
// whatever has been added to A since. "A...B" is where A and B have.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return "", fmt.Errorf("%q is no revision: write a branch, a tag or a commit, as in -since origin/main... or -since HEAD", rev)
	}
	if commit, ok := r.commit(ctx, rev); ok {
		return commit, nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if a, b, ok := strings.Cut(rev, "..."); ok {
		return r.parting(ctx, orHead(a), orHead(b))
	}
	if a, _, ok := strings.Cut(rev, ".."); ok && a != "" {
		return "", fmt.Errorf("%s is a range of revisions, and one is wanted: write %s, or %s... for where HEAD has left it", rev, a, a)
	}
	return "", r.unknown(ctx, rev)
}

func orHead(rev string) string {
	if rev == "" {
		return "HEAD"
	}
	return rev
}

// commit gives the hash of a revision, if it is one.
func (r *Repo) commit(ctx context.Context, rev string) (string, bool) {
	if strings.HasPrefix(rev, "-") {
		return "", false
	}
	verify := func(rev string) (string, bool) {
		out, err := r.git(ctx, nil, nil, "rev-parse", "--verify", "--quiet", rev)
		return strings.TrimSpace(out), err == nil
	}
	if commit, ok := verify(rev + "^{commit}"); ok {
		return commit, true
	}
	object, ok := verify(rev) // ":/words", which takes what follows for words
	if !ok {
		return "", false
	}
	return verify(object + "^{commit}")
}

// parting is the commit at which the histories of two revisions part.
func (r *Repo) parting(ctx context.Context, a, b string) (string, error) {
	var commits []string
	for _, rev := range []string{a, b} {
		commit, ok := r.commit(ctx, rev)
		if !ok {
			return "", r.unknown(ctx, rev)
		}
		commits = append(commits, commit)
	}
	out, err := r.git(ctx, nil, nil, "merge-base", commits[0], commits[1])
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	switch {
	case err == nil:
		base, _, _ := strings.Cut(out, "\n")
		return base, nil
	case r.shallow:
		return "", fmt.Errorf("the clone is shallow, and holds no commit that %s and %s have in common: %s", a, b, fetchAll)
	}
	return "", fmt.Errorf("%s and %s have no commit in common", a, b)
}

const fetchAll = "fetch all of the history (git fetch --unshallow, or fetch-depth: 0 for actions/checkout)"

// unknown says that there is no such revision, and what there may be instead.
func (r *Repo) unknown(ctx context.Context, rev string) error {
	if rev == "HEAD" && !r.shallow && ctx.Err() == nil {
		return fmt.Errorf("there is no revision HEAD here: nothing has been committed yet")
	}
	if _, ok := r.commit(ctx, "refs/remotes/origin/"+rev); ok {
		return fmt.Errorf("there is no revision %s here, but there is origin/%s", rev, rev)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if r.shallow {
		return fmt.Errorf("there is no revision %s here, and the clone is shallow: %s", rev, fetchAll)
	}
	return fmt.Errorf("there is no revision %s here: git fetch brings branches and tags of others, and git branch -a lists what there is", rev)
}

// Refs lists the branches, those of remotes among them, and the tags.
func (r *Repo) Refs(ctx context.Context) ([]string, error) {
	out, err := r.git(ctx, nil, nil, "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	return strings.Fields(out), err
}
