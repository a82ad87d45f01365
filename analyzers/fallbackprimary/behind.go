package fallbackprimary

import (
	"fmt"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/rule"
)

// behind reports a fallback through another interface, or another field of one, than its
// primary's. It is a finding where the program puts one value behind both, or where what
// stands behind each calls the same host.
func (c *checker) behind(first, second *call, key dependency.Ref) {
	a, b := c.deps.Hole(first.Call, first.meets[0]), c.deps.Hole(second.Call, second.meets[0])
	hosts := strings.HasPrefix(a, finding.HostMark) && strings.HasPrefix(b, finding.HostMark)
	if a == "" || b == "" || hosts || c.quiet(second.Pos()) || c.breaker(first.Call) != nil {
		return
	}
	rule.Report(c.pass, c.set, rule.Finding{
		Pos: second.Pos(), Kind: "same", Severity: finding.Warning, Confidence: finding.High,
		Message: fmt.Sprintf("when %s fails, %s calls the same dependency again (%s): %s; an outage takes both; tell what is an answer, like not found, from a failure first, and answer a failure from what does not need it",
			name(first.Call), clients.FuncName(second.Parent()), label(key, second), arrows(second)),
		Trace: c.path(first, second),
		If:    finding.AlikePrefix + a + "|" + b,
	})
}
