package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/baseline"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/report"
)

// A knownFile is a baseline's file and what it holds.
type knownFile struct {
	path string // absolute
	name string // for messages
	file *baseline.Baseline
	rels map[string]string // of folders of source, as seen from path's
}

func newKnownFile(path string) *knownFile {
	return &knownFile{path: path, name: report.Shorten(workDir(), path), rels: map[string]string{}}
}

// baselinePath is where the baseline is: what the flag says, then what the configuration
// says, then where one is found. It is empty where there is none or none is wanted; named says
// by whom it was named.
func baselinePath(o options, cfg *config.Config) (path, named string, err error) {
	switch {
	case o.baseline == "off" || o.baseline == "" && cfg.Baseline == "off":
		return "", "", nil
	case o.baseline != "":
		path, err = filepath.Abs(o.baseline)
		return path, "-baseline names it", err
	case cfg.Baseline != "":
		path = filepath.FromSlash(cfg.Baseline)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(cfg.Path), path)
		}
		if o.config == "" { // found, not given: it may be of people that nobody knows
			err = stays(filepath.Dir(cfg.Path), path, fmt.Sprintf("%s: the baseline %s lies outside of this file's folder", cfg.At["baseline"], cfg.Baseline))
		}
		return path, cfg.At["baseline"] + " names it", err
	}
	if path, err = config.FindBaseline(o.dir); err == nil && path != "" {
		err = stays(filepath.Dir(path), path, report.Shorten(workDir(), path)+" is a link to a place outside of its folder")
	}
	return path, "", err
}

// stays refuses a file outside of the folder, and what is no file at all: a repository must
// not choose what is read or written elsewhere.
func stays(dir, path, outside string) error {
	if ok, err := config.Inside(dir, path); err != nil || !ok {
		return errors.Join(err, fmt.Errorf("%s; name it with -baseline FILE", outside))
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("the baseline %s is no file", report.Shorten(workDir(), path))
	}
	return nil
}

// readBaseline reads the baseline, if there is one.
func (t *tool) readBaseline(o options, cfg *config.Config) (*knownFile, error) {
	path, named, err := baselinePath(o, cfg)
	if err != nil || path == "" {
		return nil, err
	}
	k := newKnownFile(path)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no %s, and %s; resilint baseline write makes it", k.name, named)
	}
	if err != nil {
		return nil, fmt.Errorf("the baseline cannot be read: %w", err)
	}
	if k.file, err = baseline.Parse(k.name, data); err != nil {
		return nil, err
	}
	t.tellUnknown(k.file)
	return k, nil
}

// tellUnknown warns of checks that there are not, each once.
func (t *tool) tellUnknown(b *baseline.Baseline) {
	known, infos := t.codes(), t.infos()
	for _, e := range b.Entries {
		if !known[e.Code] {
			t.complain("warning: %s: unknown check %q%s; resilint baseline prune takes such entries away", e.Pos, e.Code, config.DidYouMean(e.Code, infos))
			known[e.Code] = true
		}
	}
}

// codes has all codes that there are.
func (t *tool) codes() map[string]bool {
	out := map[string]bool{}
	for _, info := range t.infos() {
		for _, code := range info.Codes() {
			out[code] = true
		}
	}
	return out
}

// rel names a file of source as entries do: as seen from the baseline's folder, with forward
// slashes. The go command may name folders without the links that lead to them.
func (k *knownFile) rel(file string) string {
	dir := filepath.Dir(file)
	rel, ok := k.rels[dir]
	if !ok {
		rel = relative(filepath.Dir(k.path), dir)
		k.rels[dir] = rel
	}
	return filepath.ToSlash(filepath.Join(rel, filepath.Base(file)))
}

// seenFrom names the file as seen from the folder that holds all of the source, so that a
// report is the same from wherever it is made.
func (k *knownFile) seenFrom(root string) string {
	if rel, err := filepath.Rel(root, k.path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.Base(k.path)
}

// abs is the file that an entry names.
func (k *knownFile) abs(rel string) string {
	name := filepath.FromSlash(rel)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(k.path), name)
}

func (k *knownFile) exists(rel string) bool {
	_, err := os.Stat(k.abs(rel))
	return err == nil || !errors.Is(err, fs.ErrNotExist)
}

// relative is dir as seen from base, where it lies below it with or without links.
func relative(base, dir string) string {
	for _, from := range []string{base, unlinked(base)} {
		for _, to := range []string{dir, unlinked(dir)} {
			if rel, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(rel) {
				return rel
			}
		}
	}
	if rel, err := filepath.Rel(unlinked(base), unlinked(dir)); err == nil {
		return rel
	}
	return dir
}

// within tells whether dir is base or below it, whatever links lead to either.
func within(base, dir string) bool {
	rel, err := filepath.Rel(unlinked(base), unlinked(dir))
	return err == nil && filepath.IsLocal(rel)
}

// unlinked is the name without symbolic links, or the name where that cannot be told.
func unlinked(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}

// leaveOut leaves what the baseline has out of the answer. The run says what there is, also
// of what -since has left out.
func (t *tool) leaveOut(a *answer, run baseline.Run, o options, cfg *config.Config, wanted config.Checks) {
	if o.base == nil {
		return
	}
	l := looked{t: t, a: a, o: o, enabled: wanted.Enabled, excluded: cfg.Excluder(), codes: t.codes()}
	run.Rel, run.Exists, run.Looked = o.base.rel, o.base.exists, l.entry
	a.known = o.base.file.Match(run)
	fresh := identities(a.shown)
	isOld := func(f finding.Finding) bool { return !fresh[identityOf(f)] }
	a.known.Known = slices.DeleteFunc(a.known.Known, isOld)
	a.shown = slices.DeleteFunc(a.known.New, isOld)
	slices.SortStableFunc(a.shown, finding.Compare)
}

// An identity tells the findings of one run apart.
type identity struct {
	at            finding.Location
	code, message string
}

func identityOf(f finding.Finding) identity { return identity{f.Location, f.Code, f.Message} }

func identities(list []finding.Finding) map[identity]bool {
	out := map[identity]bool{}
	for _, f := range list {
		out[identityOf(f)] = true
	}
	return out
}

// freshLast puts the findings that -since leaves behind all others: where a baseline counts
// one of two equal findings, it is the old one that it stands for.
func freshLast(all, fresh []finding.Finding) []finding.Finding {
	isFresh := identities(fresh)
	var before, after []finding.Finding
	for _, f := range all {
		if isFresh[identityOf(f)] {
			after = append(after, f)
		} else {
			before = append(before, f)
		}
	}
	return slices.Concat(before, after)
}

// leftOf lists those of all findings that are in none of the answer's lists.
func (a *answer) leftOf(all []finding.Finding) []finding.Finding {
	told := slices.Concat(a.shown, bare(a.silenced))
	if a.known != nil {
		told = append(told, a.known.Known...)
	}
	isTold := identities(told)
	return slices.DeleteFunc(all, func(f finding.Finding) bool { return isTold[identityOf(f)] })
}

// maxTold is how many entries are told one by one where nobody asks for all.
const maxTold = 10

// tellBaseline says which entries no longer occur, and with -v what was left out.
func (t *tool) tellBaseline(a *answer, o options) {
	if a.known == nil {
		return
	}
	lines := changes(a.known)
	for i, line := range lines {
		if i == maxTold && !o.verbose && len(lines) > maxTold+1 {
			t.complain("and %d more; -v shows them all", len(lines)-i)
			break
		}
		t.complain("%s", line)
	}
	if len(lines) > 0 {
		t.complain("%s: %s; run resilint baseline prune", o.base.name, changed(a.known))
	}
	if !o.verbose {
		return
	}
	t.complain("%s: left out %s", o.base.name, count(len(a.known.Known), "finding"))
	if n := total(a.known.Unjudged); n > 0 {
		t.complain("%s: %s not found and not looked for: %s", o.base.name, entries(n), whyUnjudged(a, o))
	}
}

// whyUnjudged says why a run calls no entry fixed, or not all.
func whyUnjudged(a *answer, o options) string {
	switch {
	case len(a.res.Problems) > 0:
		return "the answer is not whole"
	case baseline.Tags(o.tags) != o.base.file.Tags:
		return "it was written with -tags " + quoteEmpty(o.base.file.Tags)
	}
	return "only a run over the whole module, with the checks and the confidence of the entry, tells"
}

func quoteEmpty(s string) string {
	if s == "" {
		return `""`
	}
	return s
}

// changes tells what has become of entries, a line each.
func changes(m *baseline.Match) []string {
	var out []string
	for _, g := range m.Gone {
		word := "fixed"
		if g.Silenced {
			word = "silenced by a comment"
		}
		out = append(out, word+": "+entryText(g.Entry))
	}
	for _, x := range m.Moved {
		out = append(out, "moved to "+x.To+": "+entryText(x.Entry))
	}
	return out
}

// entryText is an entry on a line.
func entryText(e baseline.Entry) string {
	parts := []string{e.File}
	if e.Func != "" {
		parts = append(parts, e.Func)
	}
	text := fmt.Sprintf("%s: %s (%s)", strings.Join(parts, ": "), e.Message, e.Code)
	if e.Count > 1 {
		text += fmt.Sprintf(", %d times", e.Count)
	}
	return text
}

// changed counts what has become of entries.
func changed(m *baseline.Match) string {
	var parts []string
	gone, silenced, moved := 0, 0, 0
	for _, g := range m.Gone {
		if g.Silenced {
			silenced += g.Entry.Count
		} else {
			gone += g.Entry.Count
		}
	}
	for _, x := range m.Moved {
		moved += x.Entry.Count
	}
	if gone > 0 {
		parts = append(parts, count(gone, "finding")+" no longer there")
	}
	if silenced > 0 {
		parts = append(parts, fmt.Sprintf("%d silenced", silenced))
	}
	if moved > 0 {
		parts = append(parts, fmt.Sprintf("%d moved", moved))
	}
	return strings.Join(parts, ", ")
}

func total(list []baseline.Entry) int {
	n := 0
	for _, e := range list {
		n += e.Count
	}
	return n
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
