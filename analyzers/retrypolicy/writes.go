package retrypolicy

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// writes reports requests that create something and that are repeated, by a loop or by
// the client, with nothing by which the far side would know them again.
func (c *checker) writes() {
	for _, l := range c.layers() {
		if l.loop != nil && l.loop.Optimistic || few(l.count()) || c.skip(l) {
			continue
		}
		what := ""
		switch {
		case l.loop != nil && l.chain.Writes:
			what = l.what()
		case l.loop != nil && !l.loop.Recursion || l.loop == nil && (l.lib.Again == catalogue.AgainError || l.lib.Again == catalogue.AgainMarked):
			what = c.write(l)
		}
		if what != "" {
			c.report(l, rule.Finding{Pos: l.pos, Kind: "nonidempotent", Severity: finding.Info, Confidence: finding.Low, Message: fmt.Sprintf(
				"%s repeats %s: when an attempt fails it is not known whether it was carried out, and the next one does it twice; send a key by which the far side knows it again",
				l.who(), what)})
		}
	}
	for _, fn := range c.x.SSA.Funcs {
		for _, s := range c.x.Sites(fn) {
			if call, ok := s.CallInstruction.(*ssa.Call); ok {
				c.post(fn, s, call)
			}
		}
	}
}

func (c *checker) skip(l *layer) bool { return c.quiet(l.pos) || c.support(l.pos) }

// post judges a call that sends a request through a client that repeats any method.
func (c *checker) post(fn *ssa.Function, s flow.Site, call *ssa.Call) {
	entries := c.cat.RetriesAt(s.Target)
	if len(entries) == 0 || entries[0].Mode != "client" && entries[0].Mode != "implicit" || c.quiet(s.Pos()) || c.support(s.Pos()) {
		return
	}
	made := c.makes(call)
	if made == nil || !c.creates(made) || keyed(fn) {
		return
	}
	client := ssacall.Receiver(&call.Call)
	if client == nil {
		return
	}
	for _, lay := range c.eval.Stands(client).Layers {
		if few(lay.Attempts) && lay.Attempts.N < 2 || lay.Entry == nil || lay.Again != catalogue.AgainError {
			continue
		}
		l := &layer{fn: fn, pos: s.Pos(), lib: lay, chain: retries.Chain{Callee: s.Fn.Name()}}
		c.report(l, rule.Finding{Pos: s.Pos(), Kind: "nonidempotent", Severity: finding.Info, Confidence: finding.Low, Message: fmt.Sprintf(
			"%s sends a POST %s: when an answer gets lost it is not known whether the request was carried out, and the next attempt does it twice; send a key by which the far side knows it again, or send it once",
			lay.Name, times(lay.Attempts))})
		return
	}
}

// makes returns the call that made the request that call sends, or nil.
func (c *checker) makes(call *ssa.Call) *ssa.Call {
	for _, a := range call.Call.Args {
		if made := c.maker(a); made != nil {
			if obj, _ := ssacall.Target(&made.Call); strings.HasPrefix(obj.Name(), "NewRequest") {
				return made
			}
		}
	}
	return nil
}

// maker returns the call that made the request v, of which it may be a copy with another
// context, or nil.
func (c *checker) maker(v ssa.Value) *ssa.Call {
	for range 4 {
		made, ok := origin(c.x.Resolve(v)).(*ssa.Call)
		if !ok {
			return nil
		}
		obj, _ := ssacall.Target(&made.Call)
		if obj == nil {
			return nil
		}
		if obj.Name() != "WithContext" && obj.Name() != "Clone" {
			return made
		}
		if v = ssacall.Receiver(&made.Call); v == nil {
			return nil
		}
	}
	return nil
}

// creates tells whether the request that made makes is a POST, here or for one of the
// callers that say which method it has.
func (c *checker) creates(made *ssa.Call) bool {
	for _, a := range made.Call.Args {
		if text(a) == "POST" {
			return true
		}
		p, ok := a.(*ssa.Parameter)
		if !ok || gotype.Name(p.Type()) != "" {
			continue
		}
		i := ssacall.ParamIndex(p)
		for _, call := range c.x.Callers(flow.Origin(p.Parent())) {
			if args := ssacall.Args(call.Common()); i < len(args) && text(args[i]) == "POST" {
				return true
			}
		}
	}
	return false
}

// keyed tells whether fn names a header by which a request is known again.
func keyed(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				if *op == nil {
					continue
				}
				low := strings.ToLower(text(*op))
				if strings.Contains(low, "idempoten") || strings.Contains(low, "request-id") {
					return true
				}
			}
		}
	}
	return false
}
