package report

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"slices"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// Code scanning at GitHub refuses a file that is beyond these limits. Of the others that it
// has we stay far below: 20 tags and 25,000 rules in a run, 1,000 locations of a result.
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/troubleshoot-sarif-uploads/results-exceed-limit
const (
	maxResults = 25_000
	maxUpload  = 10_000_000 // bytes, compressed
	maxShown   = 100        // of the locations of a result that are shown
)

// mostSevere keeps at most so many items, by place, and tells how many it leaves out: first
// what is silenced or known, then the least severe and the least sure.
func mostSevere(items []sarifItem, most int) (kept []sarifItem, left int) {
	if len(items) <= most {
		return items, 0
	}
	quiet := func(x sarifItem) int {
		if x.known || len(x.by) > 0 {
			return 1
		}
		return 0
	}
	kept = slices.Clone(items)
	slices.SortStableFunc(kept, func(a, b sarifItem) int {
		return cmp.Or(cmp.Compare(quiet(a), quiet(b)), compareSeverity(a.f, b.f))
	})
	kept = kept[:most]
	slices.SortStableFunc(kept, compareItems)
	return kept, len(items) - most
}

// fitting tells of how many results a document may be, where it has n and this text: n where
// it is small enough, and otherwise fewer.
func fitting(text []byte, n int) int {
	if len(text) <= maxUpload {
		return n // it does not grow
	}
	var size counter
	z := gzip.NewWriter(&size)
	_, err := z.Write(text)
	if err = cmp.Or(err, z.Close()); err != nil || size <= maxUpload {
		return n // a counter gives no errors
	}
	return min(n*9/10, int(float64(n)*0.95*maxUpload/float64(size)))
}

// A counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// clipSteps keeps the ends of a path that is longer than what is shown.
func clipSteps(steps []trace.Step) []trace.Step {
	if len(steps) <= maxShown {
		return steps
	}
	return append(slices.Clone(steps[:maxShown/2]), steps[len(steps)-maxShown/2:]...)
}

// invocation says how the run went: what could not be done makes it no success, since
// findings may be missing. What was left out for want of room is no failure.
func (s *sarifWriter) invocation(left int) sarifInvocation {
	inv := sarifInvocation{ExecutionSuccessful: len(s.in.Problems) == 0}
	for _, p := range s.in.Problems {
		n := sarifNotification{Level: "error", Message: sarifMessage{Text: plain(p.Message)}}
		at := s.location(placeOf(p.Pos), finding.Location{})
		if p.Pkg != "" {
			at.LogicalLocations = []sarifLogicalLocation{{p.Pkg, "package"}}
		}
		if at.PhysicalLocation != nil || p.Pkg != "" {
			n.Locations = []sarifLocation{at}
		}
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, n)
	}
	for _, w := range s.in.Warnings {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications,
			sarifNotification{Level: "warning", Message: sarifMessage{Text: plain(w)}})
	}
	if left > 0 {
		text := fmt.Sprintf("%s left out, the least severe: code scanning takes %d results and %d MB", counted(left, "result"), maxResults, maxUpload/1_000_000)
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications,
			sarifNotification{Level: "warning", Message: sarifMessage{Text: text}})
	}
	return inv
}
