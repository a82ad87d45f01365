#!/usr/bin/env bash
# Compares two revisions by the benchmarks of package analyzers.
#
#	bench/revisions.sh OLD [NEW]
#
# NEW is HEAD where it is not given. COUNT is how often each runs (6), ARGS what go test
# gets besides, as in ARGS='-packages 50 -layers 3'. The revisions run in turn, since a
# machine is not the same all the time. benchstat is taken from PATH, else from its module.
set -euo pipefail
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
	sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
cd "$(dirname "$0")/.."
revisions=("$1" "${2:-HEAD}")
count=${COUNT:-6}
work=$(mktemp -d)
cleanup() {
	for name in old new; do
		git worktree remove --force "$work/$name" 2>/dev/null || true
	done
	rm -rf "$work"
}
trap cleanup EXIT

i=0
for name in old new; do
	git worktree add --quiet --detach "$work/$name" "${revisions[$i]}"
	if [ ! -f "$work/$name/analyzers/bench_test.go" ]; then
		echo "bench/revisions.sh: ${revisions[$i]} has no benchmarks in analyzers/bench_test.go" >&2
		exit 2
	fi
	go -C "$work/$name" test -c -o "$work/$name.test" ./analyzers
	i=$((i + 1))
done
for ((n = 0; n < count; n++)); do
	for name in old new; do
		# shellcheck disable=SC2086 # ARGS are several words
		(cd "$work/$name/analyzers" && "$work/$name.test" -test.run '^$' -test.bench . -test.benchtime "${BENCHTIME:-3x}" ${ARGS:-}) |
			tee -a "$work/$name.txt" | grep '^Benchmark' | sed "s/^/$name /" >&2
	done
done
if command -v benchstat >/dev/null; then
	benchstat "$work/old.txt" "$work/new.txt"
else
	go run golang.org/x/perf/cmd/benchstat@latest "$work/old.txt" "$work/new.txt"
fi
