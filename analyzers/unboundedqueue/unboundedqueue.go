package unboundedqueue

import (
	"embed"
	"fmt"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/queues"
	"github.com/resilint/resilint/internal/rule"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	on := func(name, summary string) rule.Kind {
		return rule.Kind{Name: name, Summary: summary, Severity: finding.Warning, Confidence: finding.Medium, Default: rule.On}
	}
	low := func(name, summary string) rule.Kind {
		return rule.Kind{Name: name, Summary: summary, Severity: finding.Info, Confidence: finding.Low, Default: rule.Low}
	}
	return rule.Info{Name: "unboundedqueue", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		on("slice", "a slice or list that one party fills and another empties has no limit"),
		on("channel", "a channel has no end, or its bound is undone by a goroutine that moves its items to a slice"),
		on("send", "a goroutine is started for each item only to send it"),
		on("spawn", "a goroutine or task is started for each event with no slot taken"),
		on("library", "the limit of a library's queue or pool is switched off"),
		on("capacity", "a channel's capacity is absurd, or a request sets it"),
		on("pending", "a call that times out never leaves the map of calls in flight"),
		on("block", "a request waits for room in a queue with no way out"),
		low("stale", "work is taken from a queue without asking whether its caller still waits"),
		low("read", "a loop reads a backlog with no limit of rows"),
		low("pool", "a connection pool has no cap"),
		{Name: "budget", Summary: "a queue is longer than its callers' patience", Severity: finding.Warning, Confidence: finding.High, Default: rule.Opt},
	}}
}

// Options of the rule.
type Options struct {
	// Capacity is the least constant capacity of a channel that is reported.
	Capacity int `yaml:"capacity"`
}

// Defaults are the options of a user who has set none.
func Defaults() Options { return Options{Capacity: 100_000} }

// Validate tells what is wrong with the options.
func (o Options) Validate() error {
	if o.Capacity < 2 {
		return fmt.Errorf("capacity is %d; write the least capacity that is too large, such as 100000", o.Capacity)
	}
	return nil
}

// New returns the rule. Its result is a *finding.Set.
func New(o Options, p *passes.Set) *analysis.Analyzer {
	info := Info() // whose pages take time to read
	return &analysis.Analyzer{
		Name:       "unboundedqueue",
		Doc:        rule.PageFor(info.Doc, ""),
		Requires:   []*analysis.Analyzer{p.Queues, p.Clients, p.Deadlines, p.Owner},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{pass: pass, opts: o, info: info, set: &finding.Set{}, quiet: rule.Quiet(pass)}
			c.support = deadlines.TestSupport(pass)
			c.eval = pass.ResultOf[p.Deadlines].(*deadlines.Package).Eval
			c.owner = pass.ResultOf[p.Owner].(*owner.Package)
			c.clients = pass.ResultOf[p.Clients].(*clients.Package)
			c.run(pass.ResultOf[p.Queues].(*queues.Package))
			return c.set, nil
		},
	}
}

// A checker judges one package.
type checker struct {
	pass    *analysis.Pass
	opts    Options
	info    rule.Info
	set     *finding.Set
	clients *clients.Package
	eval    *deadlines.Eval
	owner   *owner.Package
	quiet   func(token.Pos) bool
	support func(token.Pos) bool
}

func (c *checker) run(p *queues.Package) {
	c.eval.Lock() // in the same order as every rule
	defer c.eval.Unlock()
	c.clients.Lock()
	defer c.clients.Unlock()
	if p.Index == nil || c.clients.Main == clients.MainOneshot || outside.TestPath(c.pass.Pkg.Path()) || strings.HasSuffix(c.pass.Pkg.Name(), "test") {
		return
	}
	seen := map[token.Pos]bool{}
	for _, s := range merge(p.Sites) {
		c.budget(s)
		if s.Kind == queues.Capacity && s.Size >= 0 && s.Size < int64(c.opts.Capacity) {
			continue
		}
		if s.Pos.IsValid() && (c.quiet(s.Pos) || c.support(s.Pos) || seen[s.Pos] || c.clients.Operator(s.Fn)) {
			continue
		}
		seen[s.Pos] = s.Pos.IsValid()
		c.report(s)
	}
}

func (c *checker) report(s *queues.Site) {
	k, ok := c.info.Kind(string(s.Kind))
	if !ok {
		return
	}
	f := rule.Finding{Pos: s.Pos, Kind: k.Name, Severity: k.Severity, Confidence: k.Confidence, Message: message(s), Trace: s.Path}
	if !s.Pos.IsValid() {
		f.Message = message(elsewhere(s))
		f.At = &finding.Location{Pkg: s.At.Pkg, File: s.At.File, Line: s.At.Line, Column: s.At.Col}
	}
	if s.Kind == queues.Block && s.Send != nil {
		f.Fix = c.selectFix(s.Send)
	}
	rule.Report(c.pass, c.set, f)
}

// merge joins the goroutines that requests start and that wait for the same thing: one
// slow dependency is one cause, however many handlers reach it.
func merge(sites []*queues.Site) []*queues.Site {
	first := map[string]*queues.Site{}
	var out []*queues.Site
	for _, s := range sites {
		if s.Kind != queues.Spawn || !s.Pos.IsValid() || !strings.HasPrefix(s.By, "each request") {
			out = append(out, s)
			continue
		}
		key := s.What + " " + s.To
		if f := first[key]; f != nil {
			f.More++
			continue
		}
		own := *s // the pass's result is not the rule's to change
		first[key] = &own
		out = append(out, &own)
	}
	return out
}

// elsewhere is a site of another package as its message tells of it: the same whatever
// leads there, so that it is shown once. The path tells the rest.
func elsewhere(s *queues.Site) *queues.Site {
	own := *s
	own.By, own.Path = "each event that leads to it", nil
	if s.Kind == queues.Block {
		own.By = "each request that leads to it"
	}
	return &own
}
