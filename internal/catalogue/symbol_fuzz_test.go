package catalogue

import "testing"

// FuzzSymbol: a name is taken apart or refused, and its parts make the name again.
func FuzzSymbol(f *testing.F) {
	for _, s := range []string{"net/http.Get", "(*net/http.Client).Do", "(ex.com/a[T].I).M", "(a.b", "a/b.C.D", "(*).x", "([.x", "\xff.A"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseSymbol(text)
		if err != nil {
			return
		}
		back := s.pkg + "." + s.name
		if s.recv != "" {
			star := ""
			if s.ptr {
				star = "*"
			}
			back = "(" + star + s.pkg + "." + s.recv + ")." + s.name
		}
		if again, err := parseSymbol(back); err != nil || again != s {
			t.Errorf("%q is %+v, which is %q and then %+v, %v", text, s, back, again, err)
		}
	})
}
