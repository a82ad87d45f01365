package unboundedqueue

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/queues"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/size"
	"github.com/resilint/resilint/internal/statement"
)

// budget judges a channel of constant capacity by what its owner states of it: how long
// its callers wait, how long one item takes, and what part of the time it may use up.
func (c *checker) budget(s *queues.Site) {
	if s.Kind != queues.Capacity || s.Size < 1 || !s.Pos.IsValid() {
		return
	}
	st, ok := c.owner.Find(statement.Queue, s.Pos, homes(s.Make)...)
	if !ok {
		return
	}
	n, err := size.QueueLength(st.Timeout, st.Service, st.Safety)
	if err != nil || s.Size <= int64(n.Items) {
		return // what can't be read as a statement was told where it stands
	}
	k, _ := c.info.Kind("budget")
	rule.Report(c.pass, c.set, rule.Finding{
		Pos: s.Pos, Kind: k.Name, Severity: finding.Warning, Confidence: k.Confidence, Trace: s.Path,
		Message: fmt.Sprintf("%s has room for %d items, and its callers wait for no more than %v ÷ %v × %v = %d: what stands further back is served when nobody waits; make it %d or shorter",
			s.What, s.Size, st.Timeout, st.Service, st.Safety, n.Items, n.Items),
	})
}

// homes returns the fields and package variables that the channel is put into where it is
// made, in source order.
func homes(mk *ssa.MakeChan) []types.Object {
	if mk == nil || mk.Referrers() == nil {
		return nil
	}
	var out []types.Object
	for _, ref := range *mk.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok {
			continue
		}
		switch at := st.Addr.(type) {
		case *ssa.FieldAddr:
			out = append(out, flow.FieldVar(at))
		case *ssa.Global:
			out = append(out, at.Object())
		}
	}
	return out
}
