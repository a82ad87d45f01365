package cli

import (
	"strings"
	"testing"
)

// FuzzSize: whatever is asked, there is an answer or an error that says what to write.
func FuzzSize(f *testing.F) {
	for _, s := range []string{"queue -timeout 1s -service 10ms", "pool -rate 1e9 -p99 1h", "attempts 3 3 3", "attempts 99999999999999999999", "queue -timeout NaN", "-h", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := append([]string{"size"}, strings.Fields(line)...)
		if len(args) > 12 {
			return
		}
		for i, a := range args { // simulations take their time by design
			if i == 1 && !strings.HasPrefix("queue pool attempts", a) {
				return
			}
		}
		code, stdout, stderr, _ := exec(t, nil, nil, args...)
		if code != exitClean && (code != exitTrouble || stderr == "") || code == exitClean && stdout == "" {
			t.Errorf("%q: exit %d, %q, %q", args, code, stdout, stderr)
		}
	})
}
