package ruletest

import "testing"

func TestSums(t *testing.T) {
	for text, want := range map[string]bool{
		"20/s × 60 s = 1200":                true,
		"at 20/s × 60\ns = 1200 are held":   true,
		"20 ÷ 3 s = 6.7 calls":              true,
		"20 ÷ 3 s = 6.6 calls":              false,
		"200/s × 10 KB = 2 MB":              true,
		"3 × 2 s + 500 ms = 6.5 s":          true,
		"20/s × 60 s − 64 = 1136":           true,
		"60/min × 2 s = 2":                  true,
		"1000 × 0.01 = 11":                  false,
		"1 s ÷ 1 ms = 1000 requests":        true,
		"200 ms ÷ 16 ms × 0.8 = 10":         true,
		"4 × 3 = 12 and 3 × 4 × 3 = 37 too": false,
	} {
		sums := Sums(text)
		if len(sums) == 0 {
			t.Errorf("%q: no sum is found", text)
			continue
		}
		if got := sums[len(sums)-1]; got.Right() != want {
			t.Errorf("%q: %s is %v, right %v", text, got.Text, got.Got, got.Right())
		}
	}
	if sums := Sums("resilint size pool -rate 500 = 3, wait/2 + rand.N(wait), t = 5 s"); len(sums) > 0 {
		t.Errorf("no sums, but %v", sums)
	}
}
