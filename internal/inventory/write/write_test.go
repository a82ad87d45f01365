package write_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/inventory/write"
)

// sample is a map in which two dependencies stand behind one semaphore, with names that are
// markup where nobody takes care.
func sample() *inventory.Map {
	at := inventory.Spot{File: "a/a.go", Line: 7, Col: 2}
	return &inventory.Map{
		Programs: []string{"example.com/a"},
		Entries: []inventory.Entry{
			{ID: "a.Quick", Kind: inventory.HTTP, Name: "a.Quick", Route: "GET /quick", At: at, Programs: []string{}},
			{ID: "a.Slow", Kind: inventory.HTTP, Name: "a.Slow", Route: `GET /<b>"slow"`, At: at, Programs: []string{}},
		},
		Dependencies: []inventory.Dependency{
			{ID: "quick.internal", Name: "quick.internal", Library: "net/http", Known: "host", Sites: []inventory.Site{{Func: "a.get", Callee: "http.Client.Do", At: at}}},
			{ID: `sql.Open("<script>")`, Name: `sql.Open("<script>")`, Library: "database/sql", Known: "client", Sites: []inventory.Site{{Func: "a.save", Callee: "sql.DB.Exec", At: at}}},
		},
		Resources: []inventory.Resource{
			{ID: "semaphore a.places", Kind: "semaphore", Name: "a.places", Made: "make(chan, 10)", At: at, Shared: true, Couples: true,
				Dependencies: []string{"quick.internal", `sql.Open("<script>")`}, Entries: []string{"a.Quick", "a.Slow"}},
		},
		Routes: []inventory.Route{
			{Entry: "a.Quick", Dependency: "quick.internal", Gates: []string{"semaphore a.places"}, Attempts: "1", Deadline: inventory.Limit{State: "set", Seconds: 0.25, By: "client"},
				Retries: []inventory.Retry{}, Fallback: []string{}, Steps: []inventory.Step{{Func: "a.Quick", At: at}}},
			{Entry: "a.Slow", Dependency: `sql.Open("<script>")`, Gates: []string{"semaphore a.places"}, Attempts: "3", Deadline: inventory.Limit{State: "none"},
				Retries: []inventory.Retry{{In: "a.save", By: "loop", Attempts: "3"}}, Fallback: []string{"quick.internal"}, Steps: []inventory.Step{{Func: "a.Slow", At: at}}},
		},
	}
}

func written(t *testing.T, format string) string {
	t.Helper()
	f, ok := write.Lookup(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	var b bytes.Buffer
	if err := f.Write(&b, sample()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	for format, wants := range map[string][]string{
		"text": {"250ms (client)", "3 (loop in a.save)", "callers of the others wait for a place", "behind it: quick.internal, "},
		"json": {`"version": 1`, `"resource": "semaphore a.places"`, `"others": [
        "a.Slow"
      ]`},
		"dot":     {`d1 [label="sql.Open(\"<script>\")"`, "r0 -> d1;", `fillcolor="#f4b6b0"`},
		"mermaid": {`d1["sql.Open(#quot;#lt;script#gt;#quot;)"]`, "class r0 couples", "e0 --> r0"},
		"html":    {"Content-Security-Policy", `class="node resource couples"`},
	} {
		got := written(t, format)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", format, want, got)
			}
		}
	}
	for _, bad := range []string{"<script>\")", "http://", "https://", "src=", "@import", "url("} {
		if strings.Contains(written(t, "html"), bad) {
			t.Errorf("html: the page has %q", bad)
		}
	}
}

// TestPage opens the page in a browser and looks at what its script makes of it.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine: on Debian, apt-get install chromium")
	}
	file := filepath.Join(t.TempDir(), "map.html")
	if err := os.WriteFile(file, []byte(written(t, "html")), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ hash, want, not string }{
		{"", "Click a dependency", "Ways"},
		{"dependency=quick.internal", "through semaphore a.places callers of sql.Open(\"&lt;script&gt;\") feel it", "Click a dependency"},
		{"dependency=quick.internal", "a/a.go:7  a.get calls http.Client.Do", ""},
		{"entry=a.Slow", `GET /&lt;b&gt;"slow"</h2>`, "<b>"},
		{"resource=semaphore+a.places", "make(chan, 10)  a/a.go:7", ""},
		{"q=QUICK", "2 found", ""},
		{"dependency=no+such", "Click a dependency", "Ways"},
	} {
		dom := open(t, browser, "file://"+filepath.ToSlash(file)+"#"+test.hash)
		dom = dom[:max(strings.Index(dom, "<script>const data"), 0)]
		if !strings.Contains(dom, test.want) {
			t.Errorf("%s: no %q in the page:\n%s", test.hash, test.want, dom)
		}
		if test.not != "" && strings.Contains(dom, test.not) {
			t.Errorf("%s: %q in the page", test.hash, test.not)
		}
	}
}

// open gives the page as the browser has it once its script has run.
func open(t *testing.T, browser, address string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=2000", "--dump-dom", address)
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatal(fmt.Errorf("%w: %s", err, errs.String()))
	}
	return out.String()
}
