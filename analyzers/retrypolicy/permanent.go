package retrypolicy

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// permanent reports a retry that goes on where it is known that no attempt can succeed:
// after the end of the context that the operation gets, and on an answer that says that
// the request itself is wrong.
func (c *checker) permanent(l *layer) {
	if l.loop == nil {
		c.libraryPermanent(l)
		return
	}
	if l.loop.Optimistic || l.loop.Recursion || few(l.loop.Attempts) {
		return
	}
	ctx := c.passed(l)
	switch {
	case !l.loop.Classifies && l.loop.Pause.Any && c.noRows(l) && !expects(l.fn):
		c.reportNoRows(l)
	case l.loop.Refused && l.leaves() && !startName(flow.Named(l.fn).Name()):
		c.report(l, rule.Finding{Pos: l.pos, Kind: "permanent", Confidence: finding.High, Message: fmt.Sprintf(
			"%s repeats %s %s on answers such as 400 and 404 as well, which the same request gets again; end it on a client error other than 408 and 429",
			name(l.fn), l.what(), times(l.loop.Attempts))})
	case ctx != "" && !l.loop.Ctx && !l.loop.Classifies && l.loop.Pause.Any && len(l.loop.Pause.Sleep) == 0 && (l.leaves() || c.remote(l)):
		c.report(l, rule.Finding{Pos: l.pos, Kind: "permanent", Confidence: finding.High, Message: fmt.Sprintf(
			"%s goes on after %s has ended and repeats %s %s whatever the error is: an attempt on an ended context fails at once, and what is refused or missing is so the next time; end it when %s.Err() is not nil, and on errors that repeating does not mend",
			name(l.fn), ctx, l.what(), times(l.loop.Attempts), ctx)})
	}
}

// passed names the context of the function that all operations of the retry get, or gives
// "" where one of them gets none, or one that it makes anew.
func (c *checker) passed(l *layer) string {
	out := ""
	for _, op := range l.loop.Ops {
		found := ""
		for _, a := range ssacall.Args(op.Common()) {
			if !gotype.IsContext(a.Type()) {
				continue
			}
			p, ok := a.(*ssa.Parameter)
			if !ok || p.Parent() != l.fn {
				return ""
			}
			found = p.Name()
		}
		if found == "" {
			return ""
		}
		out = found
	}
	return out
}
