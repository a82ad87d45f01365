package sharedclient

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// accessors notes the calls through clients that methods of interfaces give, and reports
// the clients that others get so, on the condition that the program calls two
// dependencies through them.
func (c *checker) accessors(p *clients.Package) {
	for _, a := range p.AccessorCalls() {
		c.set.Notes = append(c.set.Notes, fmt.Sprintf("%s%s %s %s", finding.CallsPrefix, a.Accessor, a.Host, a.User))
	}
	for _, a := range p.Accessors() {
		if c.foreign(a.Fn) {
			continue
		}
		c.report(rule.Finding{
			Pos: a.Pos, Kind: "shared", Confidence: finding.Medium,
			Message: fmt.Sprintf("one client in %s (%s) is handed out by an accessor and calls several dependencies: they share its timeout, redirect, cookie, TLS, proxy and idle-connection settings, and no limit can be set for one alone; make a client for each",
				a.Home, a.What),
			Trace: []trace.Step{rule.Step(c.pass, trace.Make, a.Pos, clients.FuncName(a.Fn), a.What)},
			If:    finding.CallsPrefix + strings.Join(a.Names, " "),
		})
	}
}

// transports reports the transports that the clients of several dependencies share.
func (c *checker) transports(all []*clients.SharedTransport) {
	for _, t := range all {
		if c.foreign(t.Fn) {
			continue
		}
		var names []string
		path := []trace.Step{rule.Step(c.pass, trace.Make, t.Pos, clients.FuncName(t.Fn), t.Home)}
		for _, d := range t.Deps {
			names = append(names, d.Name)
			if len(path) < trace.MaxSteps && len(d.Path) > 0 {
				path = append(path, d.Path[0])
			}
		}
		home := t.Home
		if strings.Contains(home, ":") {
			home = "http.Transport"
		}
		c.report(rule.Finding{
			Pos: t.Pos, Kind: "transport", Confidence: finding.Low,
			Message: fmt.Sprintf("one transport (%s) is behind the clients of %s: they share its dialer, TLS, proxy and limits, one budget of idle connections, and CloseIdleConnections; clone it for each client",
				home, list(names)),
			Trace: path,
		})
	}
}

// library reports the constructors of a library that fall back to http.DefaultClient.
func (c *checker) library(all []clients.LibraryDefault) {
	seen := map[*ssa.Function]bool{}
	for _, l := range all {
		if c.foreign(l.Fn) || seen[l.Fn] {
			continue
		}
		seen[l.Fn] = true
		name := clients.FuncName(l.Fn)
		c.report(rule.Finding{
			Pos: l.Pos, Kind: "library", Confidence: finding.Low,
			Message: fmt.Sprintf("%s falls back to http.DefaultClient in %s: who brings no client gets one without a timeout, which the whole process shares and anybody may change; make a client with a timeout there",
				name, l.Field),
			Trace: []trace.Step{rule.Step(c.pass, trace.Store, l.Pos, name, l.Field)},
		})
	}
}

// policies reports the timeouts that clients of different dependencies have from one
// place.
func (c *checker) policies(all []*clients.SamePolicy) {
	for _, x := range all {
		var names []string
		for _, d := range x.Deps {
			names = append(names, d.Name)
		}
		c.report(rule.Finding{
			Pos: x.Pos, Kind: "policy", Severity: finding.Info, Confidence: finding.Medium,
			Message: fmt.Sprintf("the clients of %s all wait as long as %s says: the slowest decides for all, and 20 places held for 3 s pass 6.7 calls a second, for 0.5 s 40; give each dependency the time that its own answers take",
				list(names), x.Var.Name()),
			Trace: []trace.Step{rule.Step(c.pass, trace.Make, x.Pos, "", x.Var.Name())},
		})
	}
}
