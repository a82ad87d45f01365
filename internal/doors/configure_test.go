package doors

import (
	"testing"

	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/rule"
)

type limit struct{ Limit int }

func (limit) Validate() error { return nil }

// TestJoinOptions: the options of a rule stand in the settings or in the file, and where
// they stand in both they are the same. No rule has any yet that a file could name.
func TestJoinOptions(t *testing.T) {
	options := func(of string, n int) map[string]rule.Options {
		return map[string]rule.Options{of: &limit{n}}
	}
	for _, c := range []struct {
		set, file map[string]rule.Options
		want      int // of waits and of holds, added up
		err       string
	}{
		{options("waits", 1), nil, 1, ""},
		{map[string]rule.Options{}, options("waits", 2), 2, ""},
		{options("holds", 1), options("waits", 2), 3, ""},
		{options("waits", 2), options("waits", 2), 2, ""},
		{options("waits", 1), options("waits", 2), 0, "rules: waits is set in .golangci.yml and in f.yml:7 to something else; keep it in one of them"},
	} {
		got, err := join(&config.Config{Options: c.set}, &config.Config{Options: c.file, At: map[string]string{"rules: waits": "f.yml:7"}}, nil)
		if err != nil || c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%v, want %q", err, c.err)
			}
			continue
		}
		sum := 0
		for _, o := range got.Options {
			sum += o.(*limit).Limit
		}
		if sum != c.want {
			t.Errorf("%v and %v: %v", c.set, c.file, got.Options)
		}
	}
}
