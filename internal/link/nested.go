package link

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/nest"
	"github.com/resilint/resilint/internal/passes/wiring"
	"github.com/resilint/resilint/internal/trace"
)

// maxDepth bounds the interfaces on the way of one chain, maxChains the chains of one place.
// and maxAny the types of which one is taken for what stands at a place that is not followed.
const (
	maxDepth  = 4
	maxChains = 64
	maxAny    = 3
)

// A joined is a chain with what was put behind the interfaces on its way.
type joined struct {
	nest.Chain
	puts []int
}

// nested judges the chains of a finding with what stands behind the interfaces that they end
// in. The worst speaks for all. It tells whether there is a finding.
func (p *Program) nested(pkg int, f *finding.Finding, by int) (at wiring.Put, ok bool) {
	open, well := nest.DecodeOpen(f.Nest)
	stands := f.If != finding.IfNested
	if !well {
		return at, stands
	}
	var worst nest.Verdict
	var chain joined
	for _, c := range open.Chains {
		for _, j := range p.join(pkg, c, map[method]bool{}, 0) {
			v, bad := open.Limits.Judge(j.Chain)
			if bad && (by < 0 || p.puts2(j.puts, by) >= 0) && (worst.Kind == "" || worse(v, worst)) {
				worst, chain = v, j
			}
		}
	}
	if worst.Kind == "" || stands && (worst.Confidence.Rank() > f.Confidence.Rank() || worst.Severity != finding.Error || f.Severity == finding.Error) {
		return at, stands && by < 0
	}
	rule, _, _ := strings.Cut(f.Code, "/")
	f.Code, f.Severity, f.Confidence, f.Message, f.Trace = rule+"/"+worst.Kind, worst.Severity, worst.Confidence, worst.Message, chain.Path
	return p.puts[chain.puts[max(p.puts2(chain.puts, by), 0)]].Put, true
}

// puts2 is the place in a list of puts of the first that is the package's, or -1.
func (p *Program) puts2(puts []int, pkg int) int {
	for i, x := range puts {
		if p.puts[x].pkg == pkg {
			return i
		}
	}
	return -1
}

// worse orders verdicts: by what is shown, then by severity, then by number.
func worse(a, b nest.Verdict) bool {
	if x, y := a.Confidence == finding.Low, b.Confidence == finding.Low; x != y {
		return y
	}
	if a.Severity != b.Severity {
		return a.Severity == finding.Error
	}
	return b.Total.Less(a.Total)
}

// join completes a chain of the package that ends in a hole with all that may stand there.
func (p *Program) join(pkg int, c nest.Chain, seen map[method]bool, depth int) []joined {
	if depth == maxDepth {
		return nil
	}
	var out []joined
	for _, x := range p.behind(pkg, implement.ParseHole(c.Hole)) {
		if x.of > 1 && c.Maybe || x.any && x.of > maxAny {
			break // one guess may be right, two hardly
		}
		if x.hole != "" {
			outer := p.through(c, x, nest.Chain{Callee: c.Callee, Hole: x.hole})
			out = append(out, p.deeper(p.puts[x.put].pkg, outer, x, seen, depth)...)
			continue
		}
		if seen[x.m] {
			continue
		}
		seen[x.m] = true
		for _, l := range p.layered[x.m] {
			if !p.share(pkg, l.pkg) {
				continue
			}
			for _, inner := range l.chains {
				j := p.through(c, x, inner)
				if inner.Hole == "" {
					out = append(out, joined{j, []int{x.put}})
					continue
				}
				out = append(out, p.deeper(l.pkg, j, x, seen, depth)...)
			}
		}
		delete(seen, x.m)
		if len(out) > maxChains {
			return out[:maxChains]
		}
	}
	return out
}

// deeper completes a chain that went through x and ends in another hole.
func (p *Program) deeper(pkg int, c nest.Chain, x impl, seen map[method]bool, depth int) []joined {
	out := p.join(pkg, c, seen, depth+1)
	for i := range out {
		out[i].puts = append([]int{x.put}, out[i].puts...)
	}
	return out
}

// through puts the chain inner, of what stands behind an interface, in the place of the hole
// that outer ends in.
func (p *Program) through(outer nest.Chain, x impl, inner nest.Chain) nest.Chain {
	put := p.puts[x.put]
	iface := outer.Callee[:max(strings.LastIndexByte(outer.Callee, '.'), 0)]
	what := put.Name + " behind " + iface
	if x.of > 1 {
		what = fmt.Sprintf("%s, one of %d, behind %s", put.Name, x.of, iface)
	}
	out := inner
	out.Factors = append(outer.Factors[:len(outer.Factors):len(outer.Factors)], inner.Factors...)
	out.Behind = append(outer.Behind[:len(outer.Behind):len(outer.Behind)], what)
	out.Maybe = outer.Maybe || inner.Maybe || x.of > 1
	out.Path = trace.Join(append(outer.Path[:len(outer.Path):len(outer.Path)], put.At), inner.Path)
	return out
}

// Told drops the findings of layers joined through interfaces that the package tells itself
// which puts the inner layer there, as one does that hands its client to a wrapper.
func Told(findings []finding.Finding) []finding.Finding {
	local := map[string]bool{}
	for _, f := range findings {
		if strings.HasSuffix(f.Message, nest.Advice) && !strings.Contains(f.Message, nest.With) {
			local[filepath.Dir(f.Location.File)+" "+outermost(f.Message)] = true
		}
	}
	return slices.DeleteFunc(findings, func(f finding.Finding) bool {
		if !strings.HasSuffix(f.Message, nest.Advice) || !strings.Contains(f.Message, nest.With) {
			return false
		}
		return slices.ContainsFunc(f.Trace, func(s trace.Step) bool {
			return s.Kind == trace.Store && s.Path != "" && filepath.Dir(s.Path) != filepath.Dir(f.Location.File) && local[filepath.Dir(s.Path)+" "+outermost(f.Message)]
		})
	})
}

// outermost is the first layer that a message names.
func outermost(message string) string {
	_, chain, _ := strings.Cut(message, ": ")
	layer, _, _ := strings.Cut(chain, " → ")
	return layer
}
