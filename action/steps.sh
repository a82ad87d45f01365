#!/usr/bin/env bash
# The steps of action.yml: plan says what to cache and under which key, build builds
# resilint from the source that this file belongs to, run runs it.
#
# All that comes from a workflow comes in as variables. It is for the bash of GitHub's
# runners: 3.2 of macOS, and the one of Git for Windows.
set -euo pipefail

source_dir=$GITHUB_ACTION_PATH
temp=${RUNNER_TEMP//\\//} # bash and Go both take forward slashes on Windows
program=$temp/resilint/bin/resilint.exe
cache=$temp/resilint/cache

fail() {
	echo "::error title=resilint::$1" >&2
	exit 2
}

output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

# plan names the cache after all that the program is built from: another program may hold
# other rules, so that it takes no answers from this one.
plan() {
	local go platform sum
	go=$(go env GOVERSION) || fail "there is no go command; set go-version"
	platform=$RUNNER_OS-$RUNNER_ARCH-$go
	sum=$(
		cd "$source_dir"
		find . -type f ! -name '*.md' ! -name '*_test.go' ! -path '*/testdata/*' \
			! -path './verify/*' ! -path './examples/*' ! -path './.git/*' |
			LC_ALL=C sort | while IFS= read -r name; do
			echo "$name"
			cat "$name"
		done | git hash-object --stdin
	)
	output platform "$platform"
	output key "$platform-$sum"
	# What is in a cache stays as it is, so that each run writes one of its own.
	output run "$GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT-$(printf '%s\n' "$GITHUB_JOB" "$INPUT_WORKING_DIRECTORY" | git hash-object --stdin)"
	output program "$program"
	output cache "$cache"
}

# build builds for the runner, whatever the workflow sets for the code that is analysed.
build() {
	cd "$source_dir"
	env -u GOOS -u GOARCH -u GOFLAGS GOWORK=off CGO_ENABLED=0 \
		go build -o "$program" ./cmd/resilint ||
		fail "resilint cannot be built with $(go env GOVERSION); it needs the Go that its go.mod names"
}

boolean() {
	case $2 in
	true | false) ;;
	*) fail "$1 is \"$2\"; write \"true\" or \"false\"" ;;
	esac
}

known() { git rev-parse --quiet --verify "$1^{commit}" >/dev/null; }

# fetch_base gets the base of a pull request, and what is needed to see where both come
# from, where the checkout was a shallow one.
fetch_base() {
	local base=$1 depth head
	known "$base" && git merge-base "$base" HEAD >/dev/null 2>&1 && return
	head=$(git rev-parse HEAD)
	echo "resilint: fetching $base, which the checkout left out"
	known "$base" || git fetch --quiet --no-tags --depth=1 origin "$base" || true
	for depth in 50 500 5000; do
		git merge-base "$base" HEAD >/dev/null 2>&1 && return
		git fetch --quiet --no-tags --deepen="$depth" origin "$base" "$head" || break
	done
	git merge-base "$base" HEAD >/dev/null 2>&1 ||
		fail "the base revision $base cannot be had; let actions/checkout have fetch-depth: 0"
}

since() {
	case $INPUT_SINCE in
	off | "") ;;
	auto)
		if [ -n "$BASE_REVISION" ]; then
			fetch_base "$BASE_REVISION" >&2
			printf '%s...' "$BASE_REVISION"
		fi
		;;
	*) printf '%s' "$INPUT_SINCE" ;;
	esac
}

# flags puts together all that the inputs ask for, into the array args.
flags() {
	local revision
	revision=$(since)
	args=()
	[ -z "$revision" ] || args+=("-since=$revision")
	[ -z "$INPUT_CHECKS" ] || args+=("-checks=$INPUT_CHECKS")
	[ -z "$INPUT_CONFIDENCE" ] || args+=("-confidence=$INPUT_CONFIDENCE")
	[ -z "$INPUT_CONFIG" ] || args+=("-config=$INPUT_CONFIG")
	[ -z "$INPUT_BASELINE" ] || args+=("-baseline=$INPUT_BASELINE")
	if [ "$INPUT_ANNOTATIONS" = true ]; then args+=(-f github); else args+=(-f text); fi
	args+=(-f "json=$temp/resilint/findings.json")
	[ -z "$INPUT_SARIF_FILE" ] || args+=(-f "sarif-github=$INPUT_SARIF_FILE")
	[ "$INPUT_SUMMARY" = false ] || args+=(-f "markdown=$temp/resilint/summary.md")
	set -f # words, not names of files
	# shellcheck disable=SC2206
	args+=($INPUT_ARGS)
	# shellcheck disable=SC2206
	args+=($INPUT_PACKAGES)
	set +f
}

run() {
	local code=0 findings=0 sarif=
	boolean summary "$INPUT_SUMMARY"
	boolean annotations "$INPUT_ANNOTATIONS"
	case $INPUT_FAIL_ON in
	findings | never) ;;
	*) fail "fail-on is \"$INPUT_FAIL_ON\"; write \"findings\" or \"never\"" ;;
	esac
	case $INPUT_SARIF_FILE in
	*$'\n'* | *,*) fail "sarif-file has a comma or more than one line" ;;
	esac
	cd "${INPUT_WORKING_DIRECTORY:-.}" || fail "there is no folder \"$INPUT_WORKING_DIRECTORY\"; mend working-directory"
	# In a container the checkout may belong to another user, which git refuses otherwise.
	local n=${GIT_CONFIG_COUNT:-0}
	export "GIT_CONFIG_COUNT=$((n + 1))" "GIT_CONFIG_KEY_$n=safe.directory" "GIT_CONFIG_VALUE_$n=*"
	export RESILINT_CACHE=$cache
	mkdir -p "$temp/resilint"
	rm -f "$temp/resilint/findings.json" "$temp/resilint/summary.md"

	flags
	"$program" "${args[@]}" || code=$?

	if [ -f "$temp/resilint/findings.json" ]; then
		findings=$(grep -c '' "$temp/resilint/findings.json" || true)
	fi
	if [ -s "$temp/resilint/summary.md" ]; then
		cat "$temp/resilint/summary.md" >>"$GITHUB_STEP_SUMMARY"
	fi
	if [ -n "$INPUT_SARIF_FILE" ] && [ -f "$INPUT_SARIF_FILE" ]; then
		case $INPUT_SARIF_FILE in
		/* | ?:*) sarif=$INPUT_SARIF_FILE ;;
		*) sarif=${INPUT_WORKING_DIRECTORY:-.}/$INPUT_SARIF_FILE ;;
		esac
	fi
	output exit-code "$code"
	output findings "$findings"
	output sarif-file "${sarif#./}"
	if [ "$INPUT_FAIL_ON" = never ] && [ "$code" -ne 0 ]; then
		[ "$code" -eq 1 ] || echo "::warning title=resilint::something could not be done, so that the answer is not whole; the log says what"
		code=0
	fi
	exit "$code"
}

case ${1:-} in
plan | build | run) "$1" ;;
*) fail "steps.sh takes plan, build or run" ;;
esac
