package analyzers_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/rule/ruletest"
)

var word = regexp.MustCompile(`^[a-z]+$`)

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	var all []*analysis.Analyzer
	for _, r := range analyzers.All() {
		if !word.MatchString(r.Name) || seen[r.Name] {
			t.Errorf("%q is no name of a rule, or is there twice", r.Name)
		}
		seen[r.Name] = true
		checkPage(t, r.Info)
		checkKinds(t, r.Info)
		a := r.New()
		all = append(all, a)
		if a.Name != r.Name || a.ResultType != reflect.TypeFor[*finding.Set]() || len(a.FactTypes) > 0 {
			t.Errorf("%s: its analyzer has another name, gives no *finding.Set, or has facts", r.Name)
		}
	}
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
}

func checkPage(t *testing.T, info rule.Info) {
	for _, s := range rule.Sections(info.Doc) {
		kind, ok := strings.CutPrefix(s.Heading, rule.KindHeading(""))
		if _, known := info.Kind(kind); ok && !known {
			t.Errorf("%s: there is a page about %q, which is no kind", info.Name, kind)
		}
	}
	ruletest.Page(t, info.Name, rule.PageFor(info.Doc, ""))
}

func checkKinds(t *testing.T, info rule.Info) {
	if len(info.Kinds) == 0 {
		t.Errorf("%s has no kinds", info.Name)
	}
	seen := map[string]bool{}
	for _, k := range info.Kinds {
		code := info.Code(k)
		if !word.MatchString(k.Name) || seen[k.Name] {
			t.Errorf("%s is no name of a kind, or is there twice", code)
		}
		seen[k.Name] = true
		if !strings.Contains(info.Doc, k.Name) {
			t.Errorf("%s: the page does not name the kind", code)
		}
		if k.Summary == "" || strings.HasSuffix(k.Summary, ".") || strings.Contains(k.Summary, "\n") {
			t.Errorf("%s: the summary is not one line without a full stop: %q", code, k.Summary)
		}
		if !slices.Contains([]finding.Severity{finding.Error, finding.Warning, finding.Info}, k.Severity) {
			t.Errorf("%s: severity %q", code, k.Severity)
		}
		if k.Confidence.Rank() > finding.Low.Rank() || (k.Default == rule.Low) != (k.Confidence == finding.Low) {
			t.Errorf("%s: confidence %q does not fit default %q", code, k.Confidence, k.Default)
		}
		if !slices.Contains([]rule.Default{rule.On, rule.Low, rule.Opt}, k.Default) {
			t.Errorf("%s: default %q", code, k.Default)
		}
	}
}
