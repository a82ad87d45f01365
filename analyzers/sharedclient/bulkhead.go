package sharedclient

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// bulkheads reports the limiters, semaphores and pools that callers of several
// dependencies wait at: around the calls themselves, or inside a client that calls
// several.
func (c *checker) bulkheads(shared []*clients.Shared) {
	told := map[token.Pos]bool{}
	for _, b := range c.deps.Bulkheads() {
		if b.Fn != nil && c.foreign(b.Fn) {
			continue
		}
		told[b.Pos] = true
		var names, users []string
		path := []trace.Step{rule.Step(c.pass, trace.Make, b.Pos, funcName(b.Fn), b.What)}
		for _, d := range b.Deps {
			names, users = append(names, d.Name), append(users, d.User)
			if len(path) < trace.MaxSteps && len(d.Path) > 0 {
				path = append(path, d.Path[0])
			}
		}
		c.bulkhead(b.Pos, gate(b.Kind), b.What, names, users, path)
	}
	for _, s := range shared {
		if s.Value == nil || s.Fn != nil && c.foreign(s.Fn) {
			continue
		}
		for _, hook := range hooks(s.Value) {
			for _, m := range c.deps.Holds(hook) {
				if told[m.Pos] {
					continue
				}
				told[m.Pos] = true
				names, users, path := sharers(s)
				path = append([]trace.Step{rule.Step(c.pass, trace.Make, m.Pos, funcName(m.Fn), m.Ref.Name)}, path...)
				c.bulkhead(m.Pos, "limiter", m.Ref.Name, names, users, path)
			}
		}
	}
	c.renewals(told)
}

func funcName(fn *ssa.Function) string {
	if fn == nil {
		return ""
	}
	return clients.FuncName(fn)
}

func gate(k dependency.GateKind) string {
	switch k {
	case dependency.Semaphore:
		return "semaphore"
	case dependency.Workers:
		return "worker pool"
	}
	return "limiter"
}

func sharers(s *clients.Shared) (names, users []string, path []trace.Step) {
	for _, d := range s.Deps {
		names, users = append(names, d.Name), append(users, d.Users[0])
		if len(path) < trace.MaxSteps-1 && len(d.Path) > 0 {
			path = append(path, d.Path[0])
		}
	}
	return names, users, path
}

func (c *checker) bulkhead(pos token.Pos, kind, what string, names, users []string, path []trace.Step) {
	if what != "" {
		what = " (" + what + ")"
	}
	c.report(rule.Finding{
		Pos: pos, Kind: "bulkhead", Confidence: finding.High,
		Message: fmt.Sprintf("one %s%s stands before %s, in %s: while calls to a slow one fill it, calls to the others wait; give each a %s of its own",
			kind, what, list(names), list(users), kind),
		Trace: path,
	})
}

// hooks lists what a client is given that runs with each of its calls: functions, and the
// round tripper that wraps its transport.
func hooks(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value, depth int)
	walk = func(v ssa.Value, depth int) {
		if seen[v] || v.Referrers() == nil || depth > 12 {
			return
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Call:
				if ssacall.Receiver(ref.Common()) != v {
					continue
				}
				for _, a := range ref.Common().Args {
					switch f := a.(type) {
					case *ssa.MakeClosure, *ssa.Function:
						out = append(out, f)
					case *ssa.ChangeType:
						out = append(out, f.X)
					case *ssa.MakeInterface:
						if gotype.Name(f.Type()) == "net/http.RoundTripper" {
							out = append(out, f.X)
						}
					}
				}
				if gotype.Name(ref.Type()) == gotype.Name(v.Type()) {
					walk(ref, depth+1)
				}
			case *ssa.FieldAddr:
				if flow.FieldVar(ref).Name() != "Transport" {
					continue
				}
				for _, r := range *ref.Referrers() {
					if st, ok := r.(*ssa.Store); ok {
						out = append(out, st.Val)
					}
				}
			}
		}
	}
	walk(v, 0)
	return out
}

// leaseMakers make a client that must renew a lease in time.
var leaseMakers = []string{
	"sigs.k8s.io/controller-runtime.NewManager", "sigs.k8s.io/controller-runtime/pkg/manager.New",
	"k8s.io/client-go/tools/leaderelection/resourcelock.NewFromKubeconfig",
}

// renewals reports a limiter that is put into the configuration of Kubernetes clients of
// which one renews the lease of a leader: a copy of the configuration shares the pointer.
func (c *checker) renewals(told map[token.Pos]bool) {
	if !slices.ContainsFunc(leaseMakers, func(full string) bool { return c.imports(full[:strings.LastIndexByte(full, '.')]) }) {
		return
	}
	for _, fn := range c.pkg.Index.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if !ok || flow.FieldVar(fa).Name() != "RateLimiter" || gotype.Name(fa.X.Type()) != "k8s.io/client-go/rest.Config" || ssacall.IsNil(st.Val) {
					continue
				}
				lease, others := c.makers(fn, fa.X)
				if lease == "" || len(others) == 0 && !elects(fn) || told[st.Pos()] || c.foreign(fn) {
					continue
				}
				c.report(rule.Finding{
					Pos: st.Pos(), Kind: "bulkhead", Confidence: finding.High,
					Message: fmt.Sprintf("one limiter in a rest.Config stands before all clients of %s: a copy of the configuration keeps the pointer, so the renewal of the leader's lease waits behind all other calls; set QPS and Burst, or give the leader election a configuration of its own",
						strings.Join(append(others, lease), " and ")),
					Trace: []trace.Step{rule.Step(c.pass, trace.Store, st.Pos(), clients.FuncName(fn), "rest.Config.RateLimiter")},
				})
			}
		}
	}
}

// imports tells whether the package can name what the package of that path declares.
func (c *checker) imports(path string) bool {
	return slices.ContainsFunc(c.pass.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == path })
}

// makers names the functions that make clients of the configuration at v: the one that
// makes a manager with a leader's lease, and the others.
func (c *checker) makers(fn *ssa.Function, v ssa.Value) (lease string, others []string) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			k, ok := in.(*ssa.Call)
			if !ok || !slices.Contains(k.Common().Args, v) {
				continue
			}
			full := calleeName(k.Common())
			short := full[strings.LastIndexByte(full, '/')+1:]
			switch {
			case slices.Contains(leaseMakers, full):
				if !ownLeaseConfig(fn) {
					lease = short
				}
			case strings.Contains(full, ".New"):
				others = append(others, short)
			}
		}
	}
	return lease, others
}

// elects tells whether the function asks for a leader election.
func elects(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			fa, ok := in.(*ssa.FieldAddr)
			if !ok || flow.FieldVar(fa).Name() != "LeaderElection" {
				continue
			}
			for _, r := range *fa.Referrers() {
				if st, ok := r.(*ssa.Store); ok && constFalse(st.Val) {
					return false
				}
			}
			return true
		}
	}
	return false
}

func constFalse(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.ExactString() == "false"
}

// calleeName names the function, or the package variable with a function, that is called.
func calleeName(com *ssa.CallCommon) string {
	if obj, _ := ssacall.Target(com); obj != nil {
		return obj.FullName()
	}
	if u, ok := com.Value.(*ssa.UnOp); ok {
		if g, ok := u.X.(*ssa.Global); ok && g.Pkg != nil {
			return g.Pkg.Pkg.Path() + "." + g.Name()
		}
	}
	return ""
}

// ownLeaseConfig tells whether the leader election gets a configuration of its own.
func ownLeaseConfig(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if fa, ok := in.(*ssa.FieldAddr); ok && flow.FieldVar(fa).Name() == "LeaderElectionConfig" {
				return true
			}
		}
	}
	return false
}
