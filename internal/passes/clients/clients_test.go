package clients

import (
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/hosts"
	"github.com/resilint/resilint/internal/trace"
)

func TestFacts(t *testing.T) {
	dir, err := filepath.Abs("../../../analyzers/sharedclient/testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, New(catalogue.Builtin()), "app/store", "app/hosts")
}

func TestCodec(t *testing.T) {
	path := []trace.Step{{Kind: trace.Make, Func: "a.b", Pkg: "x/a", File: "a.go", Line: 3, Col: 4, Note: "sql.Open"}}
	m := Make{What: "sql.Open", Type: "sql.DB", Pool: true, Closed: true, Told: true, At: Place{"x/a", "a.go", 3, 4}, Path: path}
	in := &Func{
		Life:  Serves | Lasts,
		Fates: []Fate{{Param: 1, State: Used | Returned, Result: 0}},
		Results: []Result{{Index: 0, Kind: ResultFresh, Make: m}, {Index: 1, Kind: ResultDefault, Name: defaultClient},
			{Index: 2, Kind: ResultRef, Ref: Ref{Kind: RefParam, Path: "x.T.f|x.U.g"}}, {Index: 3, Kind: ResultClient}},
		Writes: []Write{{Param: 2, Field: "Timeout"}},
		Makes:  []Make{m},
		Uses:   []Use{{Client: Ref{Kind: RefNamed, Name: "x.C"}, URL: Ref{Kind: RefHost, Name: "h.example"}, Now: true, Path: path}},
		Home:   Home{What: "http.Client", At: Place{"x/a", "a.go", 1, 2}},
	}
	data, err := in.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	var out Func
	if err := out.GobDecode(data); err != nil || !reflect.DeepEqual(in, &out) {
		t.Errorf("got %+v, %v, want %+v", out, err, in)
	}
	for i := range data {
		_ = new(Func).GobDecode(data[:i]) // must not panic
	}
}

func TestHosts(t *testing.T) {
	for _, x := range []struct {
		front string
		all   bool
		host  string
	}{
		{"https://api.example.com/v1/", false, "api.example.com"},
		{"https://api.example.com", false, "api.example.com"},
		{"https://api.", false, ""},
		{"http://inventory", false, ""},
		{"http://inventory", true, "inventory"},
		{"http://u:p@Host.example:80?x", true, "host.example"},
		{"http://localhost:8080/", true, ""},
		{"/path", true, ""},
	} {
		if got := hostOf(x.front, x.all).host(); got != x.host {
			t.Errorf("hostOf(%q, %v) = %q, want %q", x.front, x.all, got, x.host)
		}
	}
	for _, x := range []struct {
		a, b string
		same bool
	}{
		{"api.foo.com", "uploads.foo.com", true},
		{"foo.com", "bar.com", false},
		{"www.googleapis.com", "google.com", true},
		{"a.internal", "b.internal", false},
		{"api.x.internal", "db.x.internal", false},
	} {
		if got := hosts.SameProvider(x.a, x.b); got != x.same {
			t.Errorf("hosts.SameProvider(%q, %q) = %v", x.a, x.b, got)
		}
	}
}
