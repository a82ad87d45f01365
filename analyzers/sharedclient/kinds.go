package sharedclient

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// defaults reports the calls through http.DefaultClient, one for each function and
// dependency.
func (c *checker) defaults(uses []*clients.DefaultUse) {
	type key struct {
		fn   *ssa.Function
		host string
	}
	seen := map[key]bool{}
	for _, d := range uses {
		k := key{flow.Named(d.Fn), d.Host}
		if seen[k] || c.foreign(d.Fn) || c.quiet(d.Call.Pos()) {
			continue
		}
		seen[k] = true
		conf := finding.High
		// A host that is data, called with a deadline that the caller decides, shares no more
		// than the connections to spare.
		if c.pkg.StartUp(d.Fn, d.Call) || d.Host == "" && c.eval.Forwards(d.Call) {
			conf = finding.Low
		}
		via := ""
		if d.Via != "" {
			via = ", which " + d.Via + " holds"
		}
		c.report(rule.Finding{
			Pos:        d.Call.Pos(),
			Kind:       "default",
			Confidence: conf,
			Message: fmt.Sprintf("%s calls%s through http.DefaultClient%s: the whole process shares it, with one timeout for all, by default none: %s; use a client of its own for this dependency",
				clients.FuncName(d.Fn), to(d.Host), via, arrows(d.Path)),
			Trace: d.Path,
		})
	}
}

// foreign tells whether fn is no part of a service: it helps tests, or only a command
// runs it that ends by itself.
func (c *checker) foreign(fn *ssa.Function) bool {
	return deadlines.TestHelper(fn) || c.pkg.Operator(fn)
}

func to(host string) string {
	if host == "" {
		return ""
	}
	return " " + host
}

// arrows names the functions on a path, outermost first.
func arrows(path []trace.Step) string {
	var names []string
	for i, s := range path {
		if i == 0 && s.Func != "" {
			names = append(names, s.Func)
		}
		if s.Note != "" {
			names = append(names, s.Note)
		}
	}
	return strings.Join(names, " → ")
}

// mutations reports the writes to the defaults, one for each function and default.
func (c *checker) mutations(writes []*clients.Mutation) {
	type key struct {
		fn   *ssa.Function
		name string
	}
	groups := map[key][]*clients.Mutation{}
	var order []key
	for _, m := range writes {
		if c.foreign(m.Fn) || c.quiet(m.Pos) {
			continue
		}
		k := key{flow.Named(m.Fn), m.Name}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], m)
	}
	for _, k := range order {
		c.mutation(groups[k])
	}
}

func (c *checker) mutation(ms []*clients.Mutation) {
	m := ms[0]
	conf := finding.High
	if !m.Sure {
		conf = finding.Medium
	}
	if c.pass.Pkg.Name() == "main" && c.pkg.StartUp(m.Fn, m.At) {
		conf = finding.Low
	}
	var fields []string
	var path []trace.Step
	for _, w := range ms {
		if w.Field != "" && !slices.Contains(fields, w.Field) {
			fields = append(fields, w.Field)
		}
		path = append(path, rule.Step(c.pass, trace.Store, w.Pos, clients.FuncName(w.Fn), strings.TrimSuffix(w.Name+"."+w.Field, ".")))
	}
	what := "replaces " + m.Name
	if len(fields) > 0 {
		what = "writes " + strings.Join(fields, ", ") + " of " + m.Name
	}
	fn := clients.FuncName(m.Fn)
	if m.Callee != "" {
		fn += " → " + m.Callee
	}
	fix := "Clone the transport and change the clone"
	if m.Name == "http.DefaultClient" {
		fix = "make a client of its own"
	}
	c.report(rule.Finding{
		Pos:        m.Pos,
		Kind:       "mutate",
		Confidence: conf,
		Message:    fmt.Sprintf("%s %s: every user of it in the process gets the change; %s", fn, what, fix),
		Trace:      trace.Join(nil, path),
	})
}

// drops reports the transports and pools that are made for each call and not kept.
func (c *checker) drops(drops []*clients.Drop) {
	for _, d := range drops {
		if c.pkg.Operator(d.Fn) {
			continue
		}
		abroad := d.Make.At.Pkg != c.pass.Pkg.Path()
		f := rule.Finding{Pos: d.Pos, Kind: "percall", Confidence: finding.High, Message: dropMessage(d, abroad), Trace: d.Make.Path}
		if !d.Request && !d.PerCall {
			f.Confidence = finding.Medium
		}
		if d.Request {
			f.Trace = trace.Join([]trace.Step{rule.Step(c.pass, trace.Entry, d.Fn.Pos(), clients.FuncName(d.Fn), "")}, f.Trace)
		}
		if abroad {
			f.Pos, f.At = 0, location(d.Make.At)
		}
		c.report(f)
	}
}

// dropMessage says what is made how often, and by which functions. Where the making is
// in another package the message names the functions of that package only, so that all
// who report it say the same and a reader sees it once; the trace has the rest.
func dropMessage(d *clients.Drop, abroad bool) string {
	names := d.Chain
	if abroad && len(names) > 2 {
		names = names[len(names)-2:]
	}
	each := "each call of " + names[0]
	if d.Request {
		each = "each request"
	}
	chain := strings.Join(names, " → ")
	switch {
	case !d.Make.Pool:
		return fmt.Sprintf("%s makes a transport, with connections of its own, that nothing keeps or closes: %s; make it once and keep it", each, chain)
	case d.Make.Closed:
		return fmt.Sprintf("%s opens and closes a %s of its own: %s; open it once when the program starts and share it", each, d.Make.Type, chain)
	}
	return fmt.Sprintf("%s makes a %s that nothing keeps or closes: %s; open it once when the program starts and share it", each, d.Make.Type, chain)
}

// shared reports the clients that two or more dependencies share.
func (c *checker) shared(all []*clients.Shared) {
	for _, s := range all {
		if s.Fn != nil && c.foreign(s.Fn) {
			continue
		}
		conf := finding.High
		if !s.Sure {
			conf = finding.Medium
		}
		var names, users []string
		path := []trace.Step{c.made(s)}
		for _, d := range s.Deps {
			names = append(names, d.Name)
			users = append(users, d.Users[0])
			if len(path) < trace.MaxSteps && len(d.Path) > 0 {
				path = append(path, d.Path[0])
			}
		}
		home := ""
		if s.Home != "" {
			home = " in " + s.Home
		}
		f := rule.Finding{
			Pos:        s.Pos,
			Kind:       "shared",
			Confidence: conf,
			Message: fmt.Sprintf("one client%s (%s) calls %s, from %s: they share its timeout, redirect, cookie, TLS, proxy and idle-connection settings, and no limit can be set for one alone; make a client for each",
				home, s.What, list(names), list(users)),
			Trace: path,
		}
		if s.Fn == nil {
			f.At = location(s.At)
		}
		c.report(f)
	}
}

// made is the step at which the client is made.
func (c *checker) made(s *clients.Shared) trace.Step {
	if s.Fn == nil {
		return trace.Step{Kind: trace.Make, Pkg: s.At.Pkg, File: s.At.File, Line: s.At.Line, Col: s.At.Col, Note: s.What}
	}
	return rule.Step(c.pass, trace.Make, s.Pos, clients.FuncName(s.Fn), s.What)
}

func location(p clients.Place) *finding.Location {
	return &finding.Location{Pkg: p.Pkg, File: p.File, Line: p.Line, Column: p.Col}
}

// list writes names as a reader would, the first four of them.
func list(names []string) string {
	var out []string
	for _, n := range names {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	if n := len(out); n > 4 {
		return strings.Join(out[:4], ", ") + fmt.Sprintf(" and %d more", n-4)
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}
