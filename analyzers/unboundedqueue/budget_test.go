package unboundedqueue

import "testing"

func TestPatience(t *testing.T) {
	for _, c := range []struct {
		note map[string]string
		want string
		err  bool
	}{
		{map[string]string{"timeout": "200ms", "service": "16ms", "safety": "0.8"}, "200ms ÷ 16ms × 0.8 = 10", false},
		{map[string]string{"timeout": "1s", "service": "100ms"}, "1s ÷ 100ms = 10", false},
		{map[string]string{"timeout": "10ms", "service": "16ms", "safety": "0.5"}, "10ms ÷ 16ms × 0.5 = 0", false},
		{map[string]string{"timeout": "200ms"}, "", true},
		{map[string]string{"timeout": "0s", "service": "16ms"}, "", true},
		{map[string]string{"timeout": "soon", "service": "16ms"}, "", true},
		{map[string]string{"timeout": "200ms", "service": "16ms", "safety": "1.5"}, "", true},
		{map[string]string{"timeout": "200ms", "service": "16ms", "safety": "NaN"}, "", true},
	} {
		p, err := readPatience(func(k string) (string, bool) { v, ok := c.note[k]; return v, ok })
		if (err != nil) != c.err {
			t.Errorf("%v: %v", c.note, err)
		}
		if err == nil && p.String() != c.want {
			t.Errorf("%v: %s, want %s", c.note, p, c.want)
		}
	}
}
