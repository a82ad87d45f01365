package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// safe are settings that keep git from running what the repository's own configuration
// names, and from writing into it.
var safe = []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.splitIndex=false", "-c", "core.untrackedCache=false", "-c", "diff.autoRefreshIndex=true"}

// safeEnv are variables for the same. A partial clone would have git fetch what it lacks, by
// a command that the configuration may name: no way of transport is allowed.
var safeEnv = []string{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none"}

var errPartial = errors.New("the clone is partial and lacks files of that revision, and nothing is fetched here: fetch them first, by git fetch --refetch --no-filter or by a clone without --filter")

// switchFiltersOff finds the filters of the configuration, which are programs that files pass
// through on their way into a commit and out of it, and takes the programs away. A file that
// only a filter changes, as those of Git LFS, counts as it is stored. Line ends are git's own
// affair and stay.
func (r *Repo) switchFiltersOff(ctx context.Context) error {
	out, err := r.git(ctx, nil, nil, "config", "--null", "--name-only", "--list")
	if err != nil {
		return err
	}
	first := configCount(r.env)
	add := func(key, value string) {
		n := first + len(r.noFilters)/2
		r.noFilters = append(r.noFilters, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", n, key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, value))
	}
	seen := map[string]bool{}
	for _, key := range split(out) {
		// The part between the first dot and the last is the filter's name.
		end := strings.LastIndexByte(key, '.')
		if !strings.HasPrefix(key, "filter.") || end < len("filter.") || seen[key[:end]] {
			continue
		}
		seen[key[:end]] = true
		for _, what := range []string{"clean", "smudge", "process"} {
			add(key[:end]+"."+what, "")
		}
		add(key[:end]+".required", "false")
	}
	if n := len(r.noFilters) / 2; n > 0 {
		r.noFilters = append(r.noFilters, fmt.Sprintf("GIT_CONFIG_COUNT=%d", first+n))
	}
	return nil
}

// configCount is how many settings the environment has for git already.
func configCount(env []string) int {
	for _, v := range slices.Backward(env) {
		if value, ok := strings.CutPrefix(v, "GIT_CONFIG_COUNT="); ok {
			n, _ := strconv.Atoi(value) // git itself complains of what is no number
			return n
		}
	}
	return 0
}
