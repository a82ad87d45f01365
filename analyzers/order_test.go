package analyzers_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/gen"
)

// TestFirstOfMany: a message that names one implementation of several names the same one in
// whatever order the packages were analysed.
func TestFirstOfMany(t *testing.T) {
	impl := func(name string) string {
		return "package " + name + "\n\nimport (\n\t\"context\"\n\t\"net/http\"\n)\n\ntype T struct{}\n\nfunc (T) Fetch(ctx context.Context, url string) error {\n" +
			"\treq, err := http.NewRequestWithContext(ctx, \"GET\", url, nil)\n\tif err != nil {\n\t\treturn err\n\t}\n\t_, err = http.DefaultClient.Do(req)\n\treturn err\n}\n"
	}
	dir := t.TempDir()
	if err := (gen.Files{
		"go.mod": "module example.com/gen\n\ngo 1.26\n",
		"a/a.go": impl("a"), "b/b.go": impl("b"), "c/c.go": impl("c"),
		"api/api.go": "package api\n\nimport (\n\t\"context\"\n\t\"net/http\"\n)\n\ntype Fetcher interface {\n\tFetch(ctx context.Context, url string) error\n}\n\n" +
			"type Server struct{ F Fetcher }\n\nfunc (s Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n\tif s.F.Fetch(r.Context(), r.URL.Path) != nil {\n\t\tw.WriteHeader(500)\n\t}\n}\n",
		"main.go": "package main\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/gen/a\"\n\t\"example.com/gen/api\"\n\t\"example.com/gen/b\"\n\t\"example.com/gen/c\"\n)\n\n" +
			"func main() {\n\tfor _, f := range []api.Fetcher{a.T{}, b.T{}, c.T{}} {\n\t\thttp.Handle(\"/\", api.Server{F: f})\n\t}\n\t_ = http.ListenAndServe(\":80\", nil)\n}\n",
	}).Write(dir); err != nil {
		t.Fatal(err)
	}
	want := whole(analyse(t, dir, rules(), nil), dir)
	for seed := range uint64(6) {
		got := whole(analyse(t, dir, rules(), func(o *driver.Options) { o.Shuffle = seed }), dir)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("seed %d: %s", seed, d)
		}
	}
}
