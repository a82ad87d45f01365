package sharedclient_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/sharedclient"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
)

func rule() *analysis.Analyzer {
	return sharedclient.New(sharedclient.Options{}, passes.New(catalogue.Builtin()))
}

func TestKinds(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), rule(), "basic", "more", "quiet", "quietmore", "oneshot", "login", "service", "worker", "commands", "notmain", "behind")
}

func sets(t *testing.T, pkgs ...string) []*finding.Set {
	var out []*finding.Set
	for _, r := range analysistest.Run(t, analysistest.TestData(), rule(), pkgs...) {
		out = append(out, r.Result.(*finding.Set))
	}
	return out
}

func TestNotes(t *testing.T) {
	for i, s := range sets(t, "oneshot", "login", "service", "worker", "commands", "quiet") {
		want := [][]string{{"main oneshot"}, {"main oneshot"}, {"main service"}, {"main service"}, {"main service"}, nil}[i]
		if !slices.Equal(s.Notes, want) {
			t.Errorf("notes %q, want %q", s.Notes, want)
		}
	}
}

// What only a command reaches that ends by itself is not even shown on request.
func TestOperators(t *testing.T) {
	for i, s := range sets(t, "commands", "notmain") {
		if want := []int{1, 0}[i]; len(s.Findings) != want {
			t.Errorf("%d findings, want %d: %v", len(s.Findings), want, s.Findings)
		}
	}
}

// What happens when a program starts is only shown on request.
func TestStartUp(t *testing.T) {
	low := 0
	for _, f := range sets(t, "service")[0].Findings {
		if f.Code == "sharedclient/mutate" && f.Confidence == finding.Low {
			low++
		}
	}
	if low != 1 {
		t.Errorf("%d findings about main's start, want 1", low)
	}
}

// The handler is in one package, the pool is made in another: the making is the place.
func TestAcrossPackages(t *testing.T) {
	var got []string
	for _, s := range sets(t, "app/web") {
		for _, f := range s.Findings {
			got = append(got, f.Code+" "+f.Location.Pkg+" "+f.Message[:strings.IndexByte(f.Message, ';')])
			if len(f.Trace) == 0 || len(f.Trace) > 8 {
				t.Errorf("%s: %d steps", f.Code, len(f.Trace))
			}
		}
	}
	want := []string{
		"sharedclient/percall app/store each request opens and closes a sql.DB of its own: store.Open → sql.Open",
		"sharedclient/shared app/store one client in Shared (http.Client) calls weather.example.org and news.example.com, from hosts.Weather and main.handle: they share its timeout, redirect, cookie, TLS, proxy and idle-connection settings, and no limit can be set for one alone",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What few would act on is only shown on request, and a client that an accessor hands out
// is judged when all packages are known.
func TestLowAndAccessor(t *testing.T) {
	all := sets(t, "behind", "borrow/engine", "borrow/geo")
	var got []string
	for _, f := range all[0].Findings {
		if f.Confidence == finding.Low {
			got = append(got, f.Code)
		}
	}
	slices.Sort(got)
	want := []string{"sharedclient/library", "sharedclient/size", "sharedclient/transport"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if f := all[1].Findings; len(f) != 1 || f[0].If != "calls (borrow/core.Engine).HTTP" {
		t.Errorf("findings %v", f)
	}
	if want := []string{"calls (borrow/core.Engine).HTTP geo.example.com geo.Where"}; !slices.Equal(all[2].Notes, want) {
		t.Errorf("notes %q, want %q", all[2].Notes, want)
	}
}
