package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSARIFOfShop runs the example, fresh and from the cache, and looks for the lines
// that a reader of the document depends on.
func TestSARIFOfShop(t *testing.T) {
	shop, err := filepath.Abs(filepath.Join("..", "..", "examples", "shop"))
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "RESILINT_CACHE="+t.TempDir(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")
	var docs []string
	for range 2 {
		var out, errs bytes.Buffer
		code := Main(context.Background(), []string{"-C", shop, "-f", "sarif", "./..."}, Env{Stdout: &out, Stderr: &errs, Vars: env})
		if code != exitFindings || errs.Len() > 0 {
			t.Fatalf("exit %d, stderr %q", code, errs.String())
		}
		docs = append(docs, out.String())
	}
	if docs[0] != docs[1] {
		t.Error("the answer from the cache is another one")
	}
	root := sourceRoot(shop)
	rel, err := filepath.Rel(root, shop)
	if err != nil {
		t.Fatal(err)
	}
	in := func(file string) string { return filepath.ToSlash(filepath.Join(rel, file)) }
	for _, want := range []string{
		`"executionSuccessful": true`,
		`"id": "sharedclient/shared"`,
		`"uri": "file://` + filepath.ToSlash(root) + `/"`,
		`"ruleId": "missingdeadline/background"`,
		`"text": "[context.Background](1) goes to http.Client.Do with no deadline on the way: ` +
			`orders.restock → [stock.Client.Level](2) → [http.Client.Do](3); add one with context.WithTimeout (no bound in: context, client, transport)"`,
		`"uri": "` + in("orders/orders.go") + `"`,
		// The last step of that path stands in another package than the finding.
		`"uri": "` + in("stock/stock.go") + `"`,
		`"text": "call that leaves the process, in stock.Client.Level: http.Client.Do"`,
	} {
		if !strings.Contains(docs[0], want) {
			t.Errorf("no %s", want)
		}
	}
}
