package analyzers_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/gen"
)

// repeat writes n lines, each with its number in place of each %d.
func repeat(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

const largeHead = `package main

import (
	"context"
	"net/http"
	"sync"
	"time"
)

var (
	_ = context.Background
	_ = time.Second
	_ sync.Mutex
)

func main() {
	http.HandleFunc("/", handle)
	_ = http.ListenAndServe(":80", nil)
}
`

// body is the handler with these statements.
func body(text string) string {
	return largeHead + "\nfunc handle(w http.ResponseWriter, r *http.Request) {\n\tctx, flag, x := r.Context(), len(r.URL.Path) > 3, 1\n\t_, _, _ = ctx, flag, x\n" + text + "}\n"
}

const getOnce = "if _, err := http.Get(\"http://a.example/%d\"); err != nil { return }\n"

// TestLarge analyses code that is larger, deeper or more tangled than anybody writes by
// hand. Something that grows with the square of it shows as a test that does not end.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	n := 50_000
	for _, tt := range []struct{ name, text string }{
		{"parentheses", body("x = " + strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000) + "\n" + getOnce)},
		{"blocks", body(strings.Repeat("{", 10_000) + getOnce + strings.Repeat("}", 10_000) + "\n")},
		{"conditions", body("flag = flag" + strings.Repeat(" && flag", 5_000) + "\n" + getOnce)},
		{"sum", body("s := \"x\"\ns = s" + strings.Repeat(" + s", 10_000) + "\n_, _ = http.Get(s)\n")},
		{"ifs", body(strings.Repeat("if flag {\n", 2_000) + getOnce + strings.Repeat("}\n", 2_000))},
		{"elses", body(repeat(1_000, "if x == %d { _, _ = http.Get(\"http://a.example/%d\") } else ") + "{ }\n")},
		{"literals", body(strings.Repeat("func() {\n", 1_000) + getOnce + strings.Repeat("}()\n", 1_000))},
		{"lines", body(repeat(n/2, "x += %d\nif x > %d { _, _ = http.Get(\"http://a.example/%d\") }\n"))},
		{"calls", body(repeat(n/3, "x += %d\nif x > %d { x = one(ctx, x) }\nx++\n")) + "\nfunc one(ctx context.Context, x int) int { _, _ = http.Get(\"http://a.example/\"); return x }\n"},
		{"straight", body("var resp *http.Response\nvar err error\n" + repeat(n/3, "resp, err = http.Get(\"http://a.example/%d\")\nif err != nil { return }\nresp.Body.Close()\n"))},
		{"loops", body(repeat(1_000, "for i := 0; i < 3; i++ { if _, err := http.Get(\"http://a.example/%d\"); err == nil { break } }\n"))},
		{"nested loops", body(strings.Repeat("for i := 0; i < 3; i++ {\n", 200) + getOnce + strings.Repeat("}\n", 200))},
		{"goroutines", body("var wg sync.WaitGroup\n" + repeat(600, "wg.Add(1)\ngo func() { defer wg.Done(); _, _ = http.Get(\"http://a.example/%d\") }()\n") + "wg.Wait()\n")},
		{"deadlines", body(repeat(500, "{ ctx, cancel := context.WithTimeout(ctx, %d*time.Millisecond)\nreq, _ := http.NewRequestWithContext(ctx, \"GET\", \"http://a.example/%d\", nil)\nresp, err := http.DefaultClient.Do(req)\nif err != nil { cancel(); return }\nresp.Body.Close()\ncancel() }\n"))},
		{"functions", body("f0(ctx)\n") + repeat(10_000, "func f%d(ctx context.Context) { _, _ = http.Get(\"http://a.example/%d\"); g%d(ctx) }\n") + chain(10_000)},
		{"ring", body("_ = f0()\n") + ring(300)},
		{"interface", body("run(nil)\n") + behind(400, "t.d.do()", "run(t.d)")},
		{"interface kept", body("run(nil)\n") + "\nvar kept struct { d doer }\n" + behind(400, "kept.d.do()", "run(kept.d)") + repeat(400, "\nfunc new%d() { kept.d = t%d{kept.d} }\n")},
		{"wrappers", body("f := func() error { _, err := http.Get(\"http://a.example/\"); return err }\n"+strings.Repeat("f = wrap(f, f)\n", 1_000)+"_ = f()\n") +
			"\nfunc wrap(f, g func() error) func() error { return func() error { for i := 0; i < 3; i++ { if f() == nil { return nil } }; return g() } }\n"},
		{"transports", body("var rt http.RoundTripper = http.DefaultTransport\n"+strings.Repeat("rt = &pair{rt, rt}\n", 1_000)+"c := &http.Client{Transport: rt}\n_, _ = c.Get(\"http://a.example/\")\n") +
			"\ntype pair struct { a, b http.RoundTripper }\n\nfunc (t *pair) RoundTrip(r *http.Request) (*http.Response, error) { for i := 0; i < 3; i++ { if x, err := t.a.RoundTrip(r); err == nil { return x, nil } }; return t.b.RoundTrip(r) }\n"},
		{"generics", body("g(1, 2)\np(func(int) error { return nil })(1)\n") + `
func g[T any](t T, n int) error {
	for i := 0; i < 3; i++ {
		if h(t, n-1) == nil {
			return nil
		}
	}
	_, err := http.Get("http://a.example")
	return err
}

func h[T any](t T, n int) error { return g([]T{t}[0], n-1) }

func p[T any](f func(T) error) func(T) error { return func(t T) error { return p(p(f))(t) } }
`},
		{"text", body("_, _ = http.Get(\"http://a.example/"+strings.Repeat("x", 3_000_000)+"\")\n") + "\nvar list = []int{" + strings.Repeat("1, ", 300_000) + "}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := (gen.Files{"go.mod": "module example.com/gen\n\ngo 1.26\n", "main.go": tt.text}).Write(dir); err != nil {
				t.Fatal(err)
			}
			res := analyse(t, dir, rules(), nil)
			if len(res.Set.Findings) < 2 { // the server, and a call
				t.Errorf("%d findings in %s", len(res.Set.Findings), filepath.Base(dir))
			}
		})
	}
}

// chain is n functions, each of which calls the next.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func g%d(ctx context.Context) { g%d(ctx) }\n", i, i+1)
	}
	fmt.Fprintf(&b, "func g%d(context.Context) {}\n", n)
	return b.String()
}

// behind is n types that stand behind one interface and retry one another through it.
func behind(n int, once, again string) string {
	return "\ntype doer interface { do() error }\n\nfunc run(d doer) error { for i := 0; i < 3; i++ { if d.do() == nil { return nil } }; return nil }\n" +
		repeat(n, "\ntype t%d struct { d doer }\n\nfunc (t t%d) do() error { if _, err := http.Get(\"http://a.example/%d\"); err != nil { return "+once+" }; return "+again+" }\n")
}

// ring is n functions, each of which retries the next, and the last the first.
func ring(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func f%d() error {\n\tfor i := 0; i < 3; i++ {\n\t\tif f%d() == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\t_, err := http.Get(\"http://a.example/%d\")\n\treturn err\n}\n", i, (i+1)%n, i)
	}
	return b.String()
}

// TestPanicIsTold holds that a rule that panics is named with its package, and that all
// others go on.
func TestPanicIsTold(t *testing.T) {
	dir := t.TempDir()
	if err := (gen.Files{"go.mod": "module example.com/gen\n\ngo 1.26\n", "main.go": body(getOnce)}).Write(dir); err != nil {
		t.Fatal(err)
	}
	bad := nothing()
	bad.Run = func(p *analysis.Pass) (any, error) { return p.Files[99], nil }
	res := analyse(t, dir, rules(), nil)
	whole := len(res.Set.Findings)
	o := driver.Options{Dir: dir, Patterns: []string{"."}, NoCache: true, Analyzers: append(rules(), bad)}
	res, err := driver.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Set.Findings) != whole || len(res.Problems) != 1 || !strings.Contains(res.Problems[0].Message, "analyzer nothing failed on package example.com/gen: panic: ") {
		t.Errorf("%d findings, want %d; %v", len(res.Set.Findings), whole, res.Problems)
	}
}
