package fallbackprimary

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// option reports a fallback that is an option of a client, where it calls a host that the
// package calls through clients of that library.
func (c *checker) option(v *ssa.Call, en *catalogue.Entry) {
	fb := ssacall.At(v.Common(), en.Fallback)
	obj, _ := ssacall.Target(v.Common())
	if fb == nil || obj.Pkg() == nil {
		return
	}
	meets, more := c.deps.Ran(fb)
	key := only(c.deps, meets, more)
	if key.Root != dependency.Host || !slices.Contains(c.hostsOf(obj.Pkg().Path()), key.Name) {
		return
	}
	pos := c.leaves(fb)
	if !pos.IsValid() {
		pos = v.Pos()
	}
	fn := clients.FuncName(v.Parent())
	c.report(rule.Finding{
		Pos: pos, Kind: "policy", Confidence: finding.High,
		Message: fmt.Sprintf("the fallback that %s gives by %s calls %s, which its client calls, too, and does so while the circuit is open: %s; answer from what does not need it",
			fn, name(v), key.Name, chain(fn, meets[0].Path)),
		Trace: trace.Join([]trace.Step{rule.Step(c.pass, trace.Call, v.Pos(), fn, name(v))}, meets[0].Path),
	})
}

// hostsOf lists the constant hosts that the package calls through types of the library.
func (c *checker) hostsOf(library string) []string {
	var out []string
	for _, k := range c.deps.Calls() {
		r := ssacall.Receiver(k.Call.Common())
		if r == nil || !strings.HasPrefix(gotype.Name(r.Type()), library+".") {
			continue
		}
		for _, m := range k.Meets {
			if m.Addr.Root == dependency.Host {
				out = append(out, m.Addr.Name)
			}
		}
	}
	return out
}
