package resolve

import (
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/catalogue"
)

// TestEntry holds the messages about entries that are wrong, each in one way: they begin
// with the line, and name what is nearest. The test of verify/ has more of them.
func TestEntry(t *testing.T) {
	const outbound = "- kind: outbound\n  default_timeout: none\n  dep: none\n"
	cases := []struct{ entry, want string }{
		{outbound + "  sym: net/http.Get\n  ctx: none\n", ""},
		{outbound + "  sym: net/http.Gett\n  ctx: none\n", "no function net/http.Gett; did you mean net/http.Get?"},
		{outbound + "  sym: net/http.PostForms\n  ctx: none\n", "no function net/http.PostForms; did you mean net/http.PostForm?"},
		{outbound + "  sym: (net/http.Client).Do\n  ctx: none\n", "no function (net/http.Client).Do; did you mean (*net/http.Client).Do?"},
		{outbound + "  sym: (*net/http.Client).Doo\n  ctx: none\n", "no function (*net/http.Client).Doo; did you mean (*net/http.Client).Do?"},
		{outbound + "  sym: net/http.Get\n  ctx: 0\n", "ctx: parameter 0 is of type string, not context.Context; the parameters are 0 string"},
		{outbound + "  sym: net/http.Get\n  ctx: 4\n", "ctx is parameter 4 of 1; the parameters are 0 string"},
		{outbound + "  sym: net/http.Get\n  ctx: recv\n", "ctx is the receiver, and the function has none"},
		{outbound + "  sym: (*net/http.Client).CloseIdleConnections\n  ctx: 0\n", "ctx is parameter 0 of 0; there are none"},
		{outbound + "  sym: (*net/http.Client).Get\n  ctx: none\n  bound: [\"field:net/http.Client.TimeOut\"]\n",
			"field:net/http.Client.TimeOut does not resolve; did you mean net/http.Client.Timeout?"},
		{outbound + "  match: {recv: \"*net/http.Client\", methods: [Gett, Head]}\n  ctx: none\n",
			"no method Gett on *net/http.Client; did you mean (*net/http.Client).Get?"},
		{"- kind: client_new\n  lit: net/http.Clent\n", "no type net/http.Clent; did you mean net/http.Client?"},
		{"- kind: client_new\n  var: net/http.DefaultClients\n", "no variable net/http.DefaultClients; did you mean net/http.DefaultClient?"},
		{"- kind: client_new\n  sym: net/http.NewServeMux\n  makes: \"*net/http.Client\"\n", "makes *net/http.Client; the results are *net/http.ServeMux"},
	}
	u, err := Load(t.Context(), Query{}, []string{"net/http"})
	if err != nil {
		t.Fatal(err)
	}
	if !u.Pkgs["net/http"].Whole() {
		t.Fatal("net/http is not whole:", u.Pkgs["net/http"].Errs)
	}
	for _, tt := range cases {
		es, err := catalogue.Parse("m.yml", []byte("\n"+tt.entry))
		if err != nil {
			t.Fatal(err)
		}
		c := NewChecker(u)
		c.Entry(es[0])
		got := strings.Join(c.Errs, "\n")
		if tt.want == "" && got == "" || len(c.Errs) == 1 && strings.HasPrefix(got, "m.yml:2: ") && strings.HasSuffix(got, tt.want) {
			continue
		}
		t.Errorf("%s\ngot  %s\nwant %s", tt.entry, got, tt.want)
	}
}

func TestLoadMissing(t *testing.T) {
	u, err := Load(t.Context(), Query{}, []string{"net/htp", "errors"})
	if err != nil {
		t.Fatal(err)
	}
	if p := u.Pkgs["net/htp"]; p.Whole() || p == nil || p.Error == nil {
		t.Errorf("net/htp is %+v", p)
	}
	if !u.Pkgs["errors"].Whole() {
		t.Error("errors is not whole")
	}
}
