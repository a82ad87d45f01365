package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/inventory/write"
)

// TestMapOfShop draws the map of the example in each format, fresh and from the cache, and
// holds the text and the JSON against golden files.
func TestMapOfShop(t *testing.T) {
	shop, err := filepath.Abs(filepath.Join("..", "..", "examples", "shop"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(shop)
	env := append(os.Environ(), "RESILINT_CACHE="+t.TempDir(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")
	kept := filepath.Join(shop, "..", "..", "internal", "cli", "testdata", "map")
	for _, f := range write.Formats() {
		var docs []string
		for range 2 {
			var out, errs bytes.Buffer
			code := Main(context.Background(), []string{"map", "-f", f.Name, "./..."}, Env{Stdout: &out, Stderr: &errs, Vars: env})
			if code != exitClean || errs.Len() > 0 {
				t.Fatalf("%s: exit %d, stderr %q", f.Name, code, errs.String())
			}
			docs = append(docs, out.String())
		}
		if docs[0] != docs[1] {
			t.Errorf("%s: the map from the cache is another one", f.Name)
		}
		if strings.Contains(docs[0], filepath.ToSlash(shop)) {
			t.Errorf("%s: the map names the machine's folders", f.Name)
		}
		if f.Name != "text" && f.Name != "json" {
			continue // the same map, drawn: its own tests look at that
		}
		golden.Equal(t, filepath.Join(kept, "shop."+f.Name), docs[0])
	}
}
