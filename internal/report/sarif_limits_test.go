package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// TestSARIFResults: of more results than code scanning takes, the most severe stay, and the
// run says so.
func TestSARIFResults(t *testing.T) {
	var in Input
	add := func(n int, s finding.Severity) (out []finding.Finding) {
		for i := range n {
			out = append(out, finding.Finding{Code: "a/b", Severity: s, Message: "m", Location: finding.Location{File: "/m/" + string(s) + ".go", Line: i + 1}})
		}
		return out
	}
	in.Findings = append(add(3, finding.Error), add(maxResults-2, finding.Warning)...)
	in.Known = add(2, finding.Error)
	in.Silenced = []Silenced{{Finding: in.Known[0], By: []Comment{{Reason: "r"}}}}
	in.Baseline = "b.yml"
	var b bytes.Buffer
	if err := (sarifFormat{}).Write(&b, in); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Runs []struct {
			Results []struct {
				Level        string
				Suppressions []any
				Locations    []any
			}
			Invocations []sarifInvocation
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	run := doc.Runs[0]
	if len(run.Results) != maxResults || !run.Invocations[0].ExecutionSuccessful {
		t.Errorf("%d results, success %v", len(run.Results), run.Invocations[0].ExecutionSuccessful)
	}
	errors := 0
	for _, r := range run.Results {
		if r.Level == "error" {
			errors++
		}
		if len(r.Suppressions) > 0 || len(r.Locations) != 1 {
			t.Fatal("what is silenced stays, and what is shown goes; or a result has no place")
		}
	}
	if errors != 3 {
		t.Errorf("%d errors", errors)
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 1 || !strings.HasPrefix(notes[0].Message.Text, "4 results left out, the least severe: code scanning takes 25000 results and 10 MB") {
		t.Errorf("%+v", notes)
	}
}

// TestSARIFUpload: what is silenced or known is no alert.
func TestSARIFUpload(t *testing.T) {
	f := finding.Finding{Code: "a/b", Message: "m", Location: finding.Location{File: "/m/a.go", Line: 1}}
	in := Input{Known: []finding.Finding{f}, Silenced: []Silenced{{Finding: f}}, Findings: []finding.Finding{f}, Baseline: "b.yml"}
	for upload, want := range map[bool]int{true: 1, false: 3} {
		var b bytes.Buffer
		if err := (sarifFormat{upload}).Write(&b, in); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(b.String(), `"ruleId"`); got != want {
			t.Errorf("upload %v: %d results", upload, got)
		}
		if got := strings.Contains(b.String(), `"justification": "in the baseline b.yml"`); got == upload {
			t.Errorf("upload %v: external suppressions %v", upload, got)
		}
	}
}

func TestFitting(t *testing.T) {
	if got := fitting(make([]byte, maxUpload), 7); got != 7 {
		t.Errorf("a small text: %d", got)
	}
	if got := fitting(bytes.Repeat([]byte("a result "), maxUpload/4), 7); got != 7 {
		t.Errorf("a text that compresses: %d", got)
	}
	noise := make([]byte, 2*maxUpload)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	if got := fitting(noise, 1000); got < 400 || got > 500 {
		t.Errorf("twice as much as is taken: %d of 1000", got)
	}
	for _, n := range []int{0, 1} {
		if got := fitting(noise, n); got != 0 {
			t.Errorf("no results fit: %d", got)
		}
	}
}

// TestLimits: the rest of what code scanning limits.
func TestLimits(t *testing.T) {
	var steps []trace.Step
	for i := range 2000 {
		steps = append(steps, trace.Step{Path: "/m/a.go", Line: i})
	}
	s := &sarifWriter{src: newSources(Input{})}
	res := s.result(finding.Finding{Code: "a/b", Message: "m", Trace: steps, Location: finding.Location{File: "/m/a.go", Line: 1}})
	if n := len(res.RelatedLocations); n != maxShown {
		t.Errorf("%d related locations", n)
	}
	flow := res.CodeFlows[0].ThreadFlows[0].Locations
	if len(flow) != maxShown || flow[maxShown-1].Location.PhysicalLocation.Region.StartLine != 1999 {
		t.Errorf("%d locations of a flow, and not both ends", len(flow))
	}
	if s.result(finding.Finding{Code: "a/b"}).Locations[0].PhysicalLocation == nil {
		t.Error("a result that is nowhere")
	}
}
