package missingdeadline

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
)

// servesLocally tells whether the server at v is only served on listeners that nobody
// outside the machine can reach.
func (c *checker) servesLocally(v ssa.Value) bool {
	listeners, all := c.eval.ServedOn(v)
	if !all || len(listeners) == 0 {
		return false
	}
	return !slices.ContainsFunc(listeners, func(l ssa.Value) bool { return !c.eval.LocalListener(l, loopback) })
}

// loopback tells whether an address, or the constant start of one, is of this machine.
func loopback(addr string) bool {
	return strings.HasPrefix(addr, "127.") || strings.HasPrefix(addr, "localhost") || strings.HasPrefix(addr, "[::1]")
}

// embeddedServers judges the servers that are fields by value, embedded or not. Where
// one is copied from a literal, that literal is judged on its own.
func (c *checker) embeddedServers(p *deadlines.Package) {
	for _, f := range c.eval.ValueFields("net/http", "Server") {
		if len(p.Index.FieldStores(f)) > 0 {
			continue
		}
		var first ssa.Value
		for _, fa := range p.Index.FieldAddrs(f) {
			if c.eval.Bounds(fa) || c.servesLocally(fa) || local(c.eval.Stored(fa, "Addr")) {
				first = nil
				break
			}
			made := len(c.eval.Stored(fa, "Addr"))+len(c.eval.Stored(fa, "Handler")) > 0
			if first == nil && made && !deadlines.TestHelper(fa.Parent()) {
				first = fa
			}
		}
		if first != nil {
			c.server(first, first.Parent(), p)
		}
	}
}
