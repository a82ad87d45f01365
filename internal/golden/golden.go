// Package golden holds what a test makes against a file of testdata, which it writes anew
// with go test -update. It is for tests only: whoever imports it has that flag.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updating tells whether files are to be written rather than held against.
func Updating() bool { return *update }

// Equal wants the file of that name to hold got.
func Equal(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (write it anew with -update): %s", name, d)
	}
}
