package catalogue

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/strictyaml"
)

// sets reads what the options of a retry do.
func (r *reader) sets(n *yaml.Node) []Set {
	if n.Kind != yaml.SequenceNode {
		r.Fail(n, "sets is %s; write a list of mappings", strictyaml.Kind(n))
		return nil
	}
	var out []Set
	for _, v := range n.Content {
		// A setting that several symbols make is written once.
		for _, s := range r.set(v) {
			if slices.ContainsFunc(out, func(o Set) bool { return o.By == s.By && o.Means == s.Means }) {
				r.Fail(v, "%s means %s twice; write it once", s.By, s.Means)
				continue
			}
			out = append(out, s)
		}
	}
	return out
}

func (r *reader) set(n *yaml.Node) []Set {
	var s Set
	var by []string
	r.Pairs(n, "the set", keysSet, func(k string, v *yaml.Node) {
		switch k {
		case "by":
			by = r.globRefs(v, "by")
		case "means":
			s.Means = Means(r.Word(v, "means", wordsMeans))
		case "arg":
			s.Arg = r.index(v, "set")
		case "n":
			i, err := strconv.Atoi(v.Value)
			if err != nil || i <= 0 {
				r.Fail(v, "n is %s; write a positive number", strictyaml.Kind(v))
			}
			s.N = i
		case "zero":
			s.Zero = r.meant(v, "set zero")
		case "neg":
			s.Neg = r.meant(v, "set neg")
		}
	})
	if n.Kind == yaml.MappingNode && (len(by) == 0 || s.Means == "") {
		r.Fail(n, "the set is incomplete; write by and means")
		return nil
	}
	out := make([]Set, len(by))
	for i, b := range by {
		out[i] = s
		out[i].By = b
	}
	return out
}

// globRefs is refs, where the package of a field may be a glob: a library with one
// package a service has the same setting in each.
func (r *reader) globRefs(n *yaml.Node, what string) []string {
	var out []string
	r.Each(n, what, func(v *yaml.Node) {
		if s := v.Value; strings.HasPrefix(s, "field:") && strings.Contains(s, "*") {
			if checked, ok := checkRef(unglob.Replace(s)); ok && checked == unglob.Replace(s) {
				out = append(out, s)
				return
			}
		}
		out = append(out, r.refs(&yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{v}, Line: v.Line}, what)...)
	})
	return out
}

// A Knob is a setting of a retry layer with the entry that it belongs to.
type Knob struct {
	Entry *Entry
	Set
}

// AllSets lists the settings of a retry entry: those of its attempts, time and disable, and
// its sets. A later one for the same symbol takes the place of an earlier one.
func (e *Entry) AllSets() []Set {
	if e.Kind != KindRetry {
		return nil
	}
	var out []Set
	add := func(s Set) {
		same := func(o Set) bool { return o.By == s.By && (o.Means == s.Means || o.Counts() && s.Counts()) }
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i] = s
			return
		}
		out = append(out, s)
	}
	means := MeansTotal
	if e.Attempts.Counts == string(MeansRetries) {
		means = MeansRetries
	}
	for _, ref := range e.Disable {
		if !slices.Contains(e.Attempts.From, ref) {
			add(Set{By: ref, Means: MeansOnce})
		}
	}
	for _, ref := range e.Attempts.From {
		add(Set{By: ref, Means: means, Zero: e.Attempts.Zero, Neg: e.Attempts.Neg})
	}
	for _, ref := range e.Time.From {
		add(Set{By: ref, Means: MeansTime})
	}
	for _, ref := range e.Ctx.From {
		add(Set{By: ref, Means: MeansCtx})
	}
	for _, s := range e.Sets {
		add(s)
	}
	return out
}

// Counts tells whether the setting decides the number of attempts.
func (s Set) Counts() bool {
	switch s.Means {
	case MeansTotal, MeansRetries, MeansLength, MeansOnce, MeansSwitch, MeansForever:
		return true
	}
	return false
}

// Knobs returns what the setting ref, spelt as in Set.By, does to retry layers.
func (c *Catalogue) Knobs(ref string) []Knob {
	k := c.known(refPkg(ref))
	if k == nil {
		return nil
	}
	var out []Knob
	for _, f := range k.named {
		out = append(out, f.knobs[ref]...)
		for _, g := range f.globKnobs {
			if refMatches(g.By, ref) {
				out = append(out, g)
			}
		}
	}
	return out
}

// RetrySymbols lists the functions, methods and types of package path that set or make
// retry layers, as "func:FullName" and "type:pkg.T", sorted. The slice is shared: do not change
// it.
func (c *Catalogue) RetrySymbols(path string) []string {
	k := c.known(path)
	if k == nil {
		return nil
	}
	k.symbolsOnce.Do(func() {
		k.symbols = k.list(func(f *family) []string { return f.retrySymbols(path) })
	})
	return k.symbols
}

// retrySymbols are those of the family's that stand in package path.
func (f *family) retrySymbols(path string) []string {
	var out []string
	for ref := range f.knobs {
		if (strings.HasPrefix(ref, "func:") || strings.HasPrefix(ref, "type:")) && refPkg(ref) == path {
			out = append(out, ref)
		}
	}
	for _, e := range f.entries {
		if e.Kind != KindRetry || e.Mode == "wrap" || e.Mode == "loop" {
			continue
		}
		for _, name := range e.Names.Sym {
			if y, err := parseSymbol(name); err == nil && y.pkg == path {
				out = append(out, "func:"+name)
			}
		}
		for _, name := range e.Names.Lit {
			if p, _, err := splitType(name); err == nil && p == path {
				out = append(out, "type:"+name)
			}
		}
	}
	return out
}

// HasRetries tells whether the catalogue knows a retry, or a setting of one, in package
// path.
func (c *Catalogue) HasRetries(path string) bool {
	k := c.known(path)
	return k != nil && k.retries
}

// retriesIn is HasRetries for the family.
func (f *family) retriesIn(path string) bool {
	return slices.ContainsFunc(f.retryPkgs, func(p string) bool { return pkgMatches(p, path) })
}

// LayerName is what a reader calls the layer, and what tells it from another library's:
// Name, or the last part of the path of the package that has it.
func (e *Entry) LayerName() string {
	if e.Name != "" {
		return e.Name
	}
	for _, p := range e.Names.packages(nil) {
		return path.Base(versionTail.ReplaceAllString(strings.TrimSuffix(p, "/..."), ""))
	}
	return e.Family
}

var versionTail = regexp.MustCompile(`[./]v[0-9]+$`)

// keep notes the settings of a retry entry, and the packages that it has to do with.
func (f *family) keep(e *Entry) {
	if e.Kind != KindRetry {
		return
	}
	f.retryPkgs = append(f.retryPkgs, e.Names.packages(nil)...)
	for _, k := range e.AllSets() {
		f.retryPkgs = append(f.retryPkgs, refPkg(k.By))
		if isGlob(refPkg(k.By)) {
			f.globKnobs = append(f.globKnobs, Knob{Entry: e, Set: k})
			continue
		}
		f.knobs[k.By] = append(f.knobs[k.By], Knob{Entry: e, Set: k})
	}
}

// refMatches tells whether ref fits the pattern, a reference whose package is a glob.
func refMatches(pattern, ref string) bool {
	pp, rp := refPkg(pattern), refPkg(ref)
	return rp != "" && pkgMatches(pp, rp) && strings.Replace(pattern, pp, "", 1) == strings.Replace(ref, rp, "", 1)
}

// pkgMatches tells whether path fits the pattern of an index line.
func pkgMatches(pattern, path string) bool {
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == base || strings.HasPrefix(path, base+"/")
	}
	return pattern == path || strings.ContainsAny(pattern, "*?") && globMatch(pattern, path)
}
