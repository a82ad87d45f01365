package breakerorder

import (
	"fmt"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/trial"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// config reports settings by which a breaker opens at once, or never.
func (c *checker) config() {
	for _, s := range c.settings {
		switch s.typ {
		case hystrix + ".CommandConfig":
			c.hystrixConfig(s)
		default:
			c.trip(s)
			c.durations(s)
		}
	}
	for _, fn := range c.x.SSA.Funcs {
		for _, s := range c.x.Sites(fn) {
			if call, ok := s.CallInstruction.(*ssa.Call); ok && s.Fn != nil {
				c.constructor(fn, call, s.Fn)
			}
		}
	}
}

func (c *checker) wrong(fn *ssa.Function, pos token.Pos, conf finding.Confidence, what, format string, args ...any) {
	c.report(rule.Finding{Pos: pos, Kind: "config", Confidence: conf, Message: fmt.Sprintf(format, args...),
		Trace: []trace.Step{c.step(trace.Make, pos, fn, what)}})
}

// A verdict is what a trip function says of some counts.
type verdict struct{ yes, sure bool }

// tripped asks the trip function fn for its word on n failures of total requests, the last
// run of which failed.
func (c *checker) tripped(fn *ssa.Function, total, failed int64) verdict {
	if len(fn.Params) == 0 {
		return verdict{}
	}
	p := fn.Params[len(fn.Params)-1]
	counts := trial.New(p.Type(), map[string]trial.Value{
		"Requests": total, "TotalFailures": failed, "TotalSuccesses": total - failed, "ConsecutiveFailures": failed,
	})
	args := make([]trial.Value, len(fn.Params))
	args[len(args)-1] = counts
	var v verdict
	for i, o := range c.pkg.Machine().Run(fn, args, nil) {
		if o.End != trial.Returned || len(o.Results) != 1 {
			return verdict{}
		}
		yes, ok := o.Results[0].(bool)
		if !ok || i > 0 && yes != v.yes {
			return verdict{}
		}
		v = verdict{yes, true}
	}
	return v
}

// many stands for so many requests that one failure among them is no reason to open.
const many = 100_000

// trip judges gobreaker's ReadyToTrip by what it says of a few counts.
func (c *checker) trip(s *settings) {
	st := s.fields["ReadyToTrip"]
	if st == nil {
		return
	}
	fns, known := c.functions(st.Val, 0)
	if !known || len(fns) == 0 {
		return
	}
	for _, fn := range fns {
		switch first := c.tripped(fn, 1, 1); {
		case first.yes && first.sure:
			if v := c.tripped(fn, many, 1); v.sure && !v.yes {
				c.wrong(s.fn, at(st), finding.High, "ReadyToTrip",
					"ReadyToTrip of the breaker%s judges by a share of failures with no minimum of requests: 1 failure of 1 request opens it; ask for a number of requests first, as c.Requests >= 20 && …", s.text("Name"))
				return
			}
		case c.never(fn):
			c.wrong(s.fn, at(st), finding.High, "ReadyToTrip",
				"ReadyToTrip of the breaker%s is true for no counts, not where every request has failed: the breaker never opens", s.text("Name"))
			return
		case c.whole(fn):
			c.wrong(s.fn, at(st), finding.High, "ReadyToTrip",
				"ReadyToTrip of the breaker%s divides whole numbers, so that the share of failures is 0 until every request has failed: with 999 failures of 1000 the breaker stays closed; convert to float64 before the division", s.text("Name"))
			return
		}
	}
}

// never tells whether the trip function says no where all of any number of requests have
// failed, though it looks at the counts.
func (c *checker) never(fn *ssa.Function) bool {
	for _, n := range []int64{1, 2, 3, 5, 8, 10, 20, 50, 100, 1000, 10_000, 1_000_000, 1 << 31} {
		if v := c.tripped(fn, n, n); v.yes || !v.sure {
			return false
		}
	}
	return compares(fn)
}

func compares(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.BinOp); ok {
				return true
			}
		}
	}
	return false
}

// whole tells whether the trip function turns the result of an integer division into a
// fraction, and so only opens where everything failed.
func (c *checker) whole(fn *ssa.Function) bool {
	cut := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			conv, ok := in.(*ssa.Convert)
			if !ok || !isKind(conv.Type(), types.IsFloat) {
				continue
			}
			div, ok := conv.X.(*ssa.BinOp)
			cut = cut || ok && div.Op == token.QUO && isKind(div.Type(), types.IsInteger)
		}
	}
	if !cut {
		return false
	}
	all, most := c.tripped(fn, 1000, 1000), c.tripped(fn, 1000, 999)
	return all.sure && most.sure && all.yes && !most.yes
}

func isKind(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// durations judges gobreaker's numbers.
func (c *checker) durations(s *settings) {
	for _, f := range []struct{ name, what string }{
		{"Interval", "the counts are cleared before a second failure can come, so that the breaker never opens"},
		{"Timeout", "the breaker is half-open again before anything can recover"},
	} {
		st := s.fields[f.name]
		if st == nil {
			continue
		}
		if n, ok := c.number(st.Val); ok && n > 0 && n < float64(time.Millisecond) {
			c.wrong(s.fn, at(st), finding.High, f.name, "%s of the breaker%s is %v: %s; was another unit meant, as %v * time.Second?",
				f.name, s.text("Name"), time.Duration(n), f.what, n)
		}
	}
	if st := s.fields["MaxRequests"]; st != nil {
		if n, ok := c.number(st.Val); ok && n >= many {
			c.wrong(s.fn, at(st), finding.High, "MaxRequests",
				"MaxRequests of the breaker%s is %.0f: half-open it lets everything through to a dependency that may still be down; 1 to 10 are enough to see whether it is back", s.text("Name"), n)
		}
	}
}

// hystrixConfig judges hystrix's numbers: its times are in milliseconds.
func (c *checker) hystrixConfig(s *settings) {
	for _, st := range s.order {
		field := flow.FieldVar(st.Addr.(*ssa.FieldAddr)).Name()
		n, ok := c.number(st.Val)
		if !ok {
			continue
		}
		switch {
		case (field == "Timeout" || field == "SleepWindow") && n >= float64(24*time.Hour/time.Millisecond):
			c.wrong(s.fn, at(st), finding.High, field, "%s is a number of milliseconds, and %.0f of them are %.0f days: was a time.Duration converted without a division by time.Millisecond?",
				field, n, n/float64(24*time.Hour/time.Millisecond))
		case field == "ErrorPercentThreshold" && n > 100:
			c.wrong(s.fn, at(st), finding.High, field, "ErrorPercentThreshold is %.0f percent: the circuit never opens", n)
		case field == "RequestVolumeThreshold" && n == 1:
			c.wrong(s.fn, at(st), finding.High, field, "RequestVolumeThreshold is 1: in a quiet moment 1 failure of 1 request opens the circuit; the default is 20")
		}
	}
}

// constructor judges the numbers that a breaker is made with.
func (c *checker) constructor(fn *ssa.Function, call *ssa.Call, obj *types.Func) {
	switch gotype.Path(obj) {
	case rubyist, eapache, failsafeCB:
	default:
		return
	}
	arg := func(i int) (float64, bool) {
		args := call.Call.Args
		if i >= len(args) {
			return 0, false
		}
		return c.number(args[i])
	}
	switch obj.Pkg().Path() + "." + obj.Name() {
	case rubyist + ".NewRateBreaker":
		if n, ok := arg(1); ok && n <= 1 {
			c.wrong(fn, call.Pos(), finding.High, "NewRateBreaker", "the rate breaker asks for %.0f samples: 1 failure of 1 call opens it", n)
		}
	case rubyist + ".NewBreaker":
		if !c.trips(call) {
			c.wrong(fn, call.Pos(), finding.High, "NewBreaker", "NewBreaker has no trip function, and nothing calls Trip or Break: the breaker never opens; use NewThresholdBreaker, NewConsecutiveBreaker or NewRateBreaker")
		}
	case eapache + ".New":
		if n, ok := arg(0); ok && n <= 0 {
			c.wrong(fn, call.Pos(), finding.High, "New", "the error threshold is %.0f: the count of errors never meets it, and the breaker never opens", n)
		}
		if n, ok := arg(1); ok && n <= 0 {
			c.wrong(fn, call.Pos(), finding.High, "New", "the success threshold is %.0f: the count of successes never meets it, and half-open the breaker never closes again", n)
		}
	case failsafeCB + ".NewWithDefaults":
		c.wrong(fn, call.Pos(), finding.High, "NewWithDefaults", "a breaker with defaults opens for a minute after a single failure; set WithFailureRateThreshold or WithFailureThresholdRatio")
	case failsafeCB + ".Build":
		c.failsafeBuild(fn, call)
	case failsafeCB + ".WithFailureRateThreshold":
		if n, ok := arg(c.first(call) + 1); ok && n <= 1 {
			c.wrong(fn, call.Pos(), finding.High, "WithFailureRateThreshold", "the rate is judged from %.0f executions on: 1 failure of 1 execution opens the breaker", n)
		}
	case failsafeCB + ".WithFailureThresholdRatio":
		n, ok := arg(c.first(call))
		m, ok2 := arg(c.first(call) + 1)
		if ok && ok2 && n > m {
			c.wrong(fn, call.Pos(), finding.High, "WithFailureThresholdRatio", "%.0f failures are asked for among the last %.0f executions: the breaker never opens", n, m)
		}
	}
}

// first is the index of the first argument after a receiver.
func (c *checker) first(call *ssa.Call) int {
	if !call.Call.IsInvoke() && call.Call.Signature().Recv() != nil {
		return 1
	}
	return 0
}

// trips tells whether a breaker made by hand may be opened by hand: it leaves the package
// or somebody calls Trip, Break or Fail on it.
func (c *checker) trips(made *ssa.Call) bool {
	for _, v := range c.x.Aliases(made) {
		for _, u := range c.x.Uses(v) {
			switch u := u.(type) {
			case *ssa.Return:
				return true
			case *ssa.Store:
				if fa, ok := u.Addr.(*ssa.FieldAddr); ok && u.Val == v {
					f := flow.FieldVar(fa)
					if f.Exported() || f.Name() == "ShouldTrip" {
						return true
					}
				}
			case *ssa.FieldAddr:
				if flow.FieldVar(u).Name() == "ShouldTrip" {
					return true
				}
			case ssa.CallInstruction:
				obj, _ := ssacall.Target(u.Common())
				if obj == nil || ssacall.Receiver(u.Common()) != v {
					return true
				}
				switch obj.Name() {
				case "Trip", "Break":
					return true
				}
			}
		}
	}
	return false
}

// failsafeBuild reports a builder on which nothing says when the breaker opens.
func (c *checker) failsafeBuild(fn *ssa.Function, call *ssa.Call) {
	v := ssacall.Receiver(call.Common())
	for range 12 {
		leaves := c.x.Resolve(v)
		if len(leaves) != 1 || leaves[0].Kind != flow.Call {
			return
		}
		in := leaves[0].Value.(*ssa.Call)
		for _, u := range c.x.Uses(in) {
			if other, ok := u.(*ssa.Call); ok && other != call && c.thresholdCall(other) {
				return
			}
		}
		obj, _ := ssacall.Target(in.Common())
		if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != failsafeCB {
			return
		}
		if c.thresholdCall(in) {
			return
		}
		if obj.Name() == "NewBuilder" {
			c.wrong(fn, in.Pos(), finding.High, "NewBuilder", "nothing says how many failures open the breaker, and the default is 1: it opens for %s after a single failure; set WithFailureRateThreshold or WithFailureThresholdRatio", "its whole delay")
			return
		}
		v = ssacall.Receiver(in.Common())
		if v == nil {
			return
		}
	}
}

func (c *checker) thresholdCall(call *ssa.Call) bool {
	obj, _ := ssacall.Target(call.Common())
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != failsafeCB {
		return false
	}
	switch obj.Name() {
	case "WithFailureThreshold", "WithFailureThresholdRatio", "WithFailureThresholdPeriod", "WithFailureRateThreshold":
		return true
	}
	return false
}
