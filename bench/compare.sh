#!/usr/bin/env bash
# Measures resilint side by side with staticcheck, golangci-lint and go list on a service,
# and prints a table for docs/performance.md.
#
#	bench/compare.sh [-r RUNS] [-t] [-s ROWS] [-c FILE] [-l FILE] [-o TABLE] SERVICE_DIR
#
#	-r  runs of each (3); medians, and ratios of pairs that ran in turn
#	-t  with test files, on all sides
#	-s  which rows, with commas: cold,nothing,warm,leaf,central,fresh; fresh takes long, since
#	    all of Go's packages are compiled
#	-c  the central file that is changed; else one of the package that most others import
#	-l  the leaf file; else one of a command
#	-o  append "name lines seconds-of-CPU" of a cold run to this file, for bench/plot.awk
#
# RESILINT, STATICCHECK and GOLANGCI name the programs; resilint is built from here where
# it is not given. Needed besides: go, hyperfine, GNU time. The service's modules must be
# downloaded. The two files that are changed are put back at the end.
set -euo pipefail

usage() {
	sed -n '2,18s/^# \{0,1\}//p' "$0" >&2
	exit 2
}
runs=3 tests=false rows=cold,nothing,warm,leaf,central,fresh central= leaf= table=
while getopts r:ts:c:l:o: opt; do
	case $opt in
	r) runs=$OPTARG ;;
	t) tests=true ;;
	s) rows=$OPTARG ;;
	c) central=$OPTARG ;;
	l) leaf=$OPTARG ;;
	o) table=$(realpath "$OPTARG") ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || usage
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
for tool in go hyperfine "${STATICCHECK:=staticcheck}" "${GOLANGCI:=golangci-lint}" /usr/bin/time; do
	command -v "$tool" >/dev/null || { echo "bench/compare.sh: $tool is not there" >&2; exit 2; }
done
if [ -z "${RESILINT:-}" ]; then
	RESILINT=$work/resilint
	go -C "$here" build -o "$RESILINT" ./cmd/resilint
fi
go -C "$here" build -o "$work/probe" ./bench/probe
cd "$1"
name=$(basename "$PWD")
if [ -d vendor ]; then export GOFLAGS=${GOFLAGS:--mod=vendor}; fi

put_back() {
	[ ! -f "$work/central" ] || cp -p "$work/central" "$central"
	[ ! -f "$work/leaf" ] || cp -p "$work/leaf" "$leaf"
	chmod -R u+w "$work" && rm -rf "$work"
}
trap put_back EXIT
trap 'exit 130' INT TERM

# What is changed: the package that most packages of the module depend on, and a command.
own=$work/own
go list -e -f '{{if .GoFiles}}{{.ImportPath}} {{.Name}} {{.Dir}}/{{index .GoFiles 0}}{{range .Deps}} {{.}}{{end}}{{end}}' ./... >"$own"
if [ -z "$central" ]; then
	central=$(awk '{file[$1] = $3; for (i = 4; i <= NF; i++) users[$i]++}
		END {
			for (p in file) if (users[p] > most || users[p] == most && file[p] < best) {most = users[p]; best = file[p]}
			print best
		}' "$own")
fi
if [ -z "$leaf" ]; then
	leaf=$(awk '{file[NR] = $3; name[NR] = $2; path[NR] = $1; for (i = 4; i <= NF; i++) used[$i] = 1}
		END {
			for (i = 1; i <= NR; i++) if (!(path[i] in used) && (!best || name[i] == "main" && !main)) {best = file[i]; main = name[i] == "main"}
			print best
		}' "$own")
fi
cp -p "$central" "$work/central"
cp -p "$leaf" "$work/leaf"
lines=$(go list -e -f '{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}' ./... | grep . | tr '\n' '\0' | xargs -0 cat | wc -l)

# The commands. Each tool has a cache of its own here.
export RESILINT_CACHE=$work/rc STATICCHECK_CACHE=$work/sc GOLANGCI_LINT_CACHE=$work/gc
list=$($tests && echo "-test " || true)
resilint="$RESILINT -tests=$tests ./..."
staticcheck="$STATICCHECK -tests=$tests ./..."
golangci="$GOLANGCI run --no-config --default=none -E noctx,contextcheck,bodyclose,gosec --tests=$tests --timeout=60m --allow-parallel-runners ./..."
golist="go list -export -deps $list./..."
empty="rm -rf $work/rc $work/sc $work/gc"

# row TITLE NAME COMMAND PREPARE NAME COMMAND PREPARE ...: the commands run in turn, as
# often as asked; the first is held against each of the others.
row() {
	local title=$1 i names=() args=()
	shift
	while [ $# -gt 0 ]; do
		names+=("$1")
		args+=(--prepare "$3" "$2")
		shift 3
	done
	rm -f "$work"/run.*
	for ((i = 0; i < runs; i++)); do
		hyperfine -i -r 1 --style none --export-csv "$work/run.$i" "${args[@]}" >/dev/null 2>&1
	done
	show "$title" s "${names[@]}" <<<"$(cat "$work"/run.*)"
}

# show TITLE UNIT NAME...: a line of the table for each name but the first, out of what
# hyperfine writes, a line for each name, over and over. Commands may hold commas, so that
# columns count from the end. Lines of two columns are a name and a figure.
show() {
	awk -F, -v title="$1" -v unit="$2" -v names="${*:3}" '
	function median(a, n,   i, j, t) {
		for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j-1]; j--) {t = a[j]; a[j] = a[j-1]; a[j-1] = t}
		return n % 2 ? a[(n+1)/2] : (a[n/2] + a[n/2+1]) / 2
	}
	BEGIN {k = split(names, name, " ")}
	/^command/ {next}
	{at = seen++ % k + 1; v[at, ++n[at]] = NF < 7 ? $2 : $(NF - 6)}
	END {
		for (o = 2; o <= k; o++) {
			for (i = 1; i <= n[o]; i++) {a[i] = v[1, i]; b[i] = v[o, i]; r[i] = a[i] / b[i]}
			m = median(r, n[o])
			printf "| %s, against %s, %s | %.4g | %.4g | %.2f (%.2f to %.2f) |\n", title, name[o], unit, median(a, n[o]), median(b, n[o]), m, r[1], r[n[o]]
		}
	}'
}

# measured COMMAND: the command, which also notes its peak of memory, in KiB.
measured() { echo "/usr/bin/time -q -a -o $work/peaks -f x,%M $1"; }

# change FILE: how a function is appended to it.
change() { echo "echo \"func zz\$\$(){}\" >> '$1'"; }

warm() {
	local cmd
	for cmd in "$resilint" "$staticcheck" "$golangci" "$golist"; do
		sh -c "$cmd" >/dev/null 2>&1 || true
	done
}

with=$($tests && echo "with tests" || echo "without tests")
echo "| $name, $((lines / 1000)) k lines, $with | resilint | other | ratio |"
echo "|---|---|---|---|"
asked() { [[ ,$rows, == *,"$1",* ]]; }

warm # Go's build cache, too
if asked cold; then
	row "cold" resilint "$(measured "$resilint")" "$empty" staticcheck "$(measured "$staticcheck")" "$empty" \
		golangci-lint "$(measured "$golangci")" "$empty"
	show "peak memory, cold" MiB resilint staticcheck golangci-lint < <(awk -F, '{print "x," $2 / 1024}' "$work/peaks")
	if [ -n "$table" ]; then
		awk -F, -v name="$name" -v lines="$lines" '/^command/ {n = 0; next} n++ == 0 {sum += $(NF-3) + $(NF-2); k++}
			END {printf "%s %d %.2f\n", name, lines, sum / k}' "$work"/run.* >>"$table"
	fi
fi
if asked nothing; then
	row "cold, all rules" all "$work/probe -run all -tests=$tests ./..." true \
		a-pass-that-does-nothing "$work/probe -run nothing -tests=$tests ./..." true \
		a-pass-that-builds-SSA "$work/probe -run ssa -tests=$tests ./..." true \
		a-pass-that-visits-SSA "$work/probe -run visit -tests=$tests ./..." true
fi
if asked warm; then
	warm
	row "nothing changed" resilint "$resilint" true "go-list-export-deps" "$golist" true staticcheck "$staticcheck" true golangci-lint "$golangci" true
fi
for what in leaf central; do
	asked "$what" || continue
	file=${!what}
	warm
	row "one $what file changed" resilint "$resilint" "$(change "$file")" \
		staticcheck "$staticcheck" "$(change "$file")" golangci-lint "$golangci" "$(change "$file")"
	cp -p "$work/$what" "$file"
done
if asked fresh; then
	export GOCACHE=$work/gocache
	empty="$empty $work/gocache"
	row "fresh machine" resilint "$resilint" "$empty" staticcheck "$staticcheck" "$empty" golangci-lint "$golangci" "$empty"
fi
