package nearest

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	known := []string{"missingdeadline", "missingdeadline/background", "missingdeadline/server", "sharedclient/default"}
	for name, want := range map[string][]string{
		"missingdeadline/serve": {"missingdeadline/server"},
		"mising":                nil,
		"missngdeadlne":         {"missingdeadline"},
		"background":            {"missingdeadline/background"},
		"":                      nil,
	} {
		if got := Names(name, known); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
