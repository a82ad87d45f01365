package completion

import (
	"flag"
	"slices"
	"testing"
)

func demo() Command {
	flags := func() *flag.FlagSet {
		fs := flag.NewFlagSet("demo", flag.ContinueOnError)
		fs.Bool("all", false, "take\nall")
		fs.String("level", "", "show `LEVEL`")
		fs.String("out", "", "write `NAME=FILE`")
		fs.String("list", "", "take `LIST`")
		return fs
	}
	words := func(names ...string) func() []Word {
		return func() (out []Word) {
			for _, n := range names {
				out = append(out, Word{n, "about " + n})
			}
			return out
		}
	}
	return Command{
		Flags: flags,
		Value: func(f *flag.Flag) Values {
			kind, _ := flag.UnquoteUsage(f)
			return map[string]Values{
				"LEVEL":     {Words: words("high", "low")},
				"NAME=FILE": {Words: words("text", "html"), List: true, ToFile: true},
				"LIST":      {Words: words("a", "b/c"), List: true, Minus: true},
			}[kind]
		},
		Args: Values{Dirs: true, Words: words("./...")},
		Sub:  []Command{{Name: "sub", About: "a command", Args: Values{Words: words("one", "two")}}},
	}
}

func TestComplete(t *testing.T) {
	tests := []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{"."}, "./...\tabout ./...\nsub\ta command\n:dirs\n"},
		{[]string{"su."}, "sub\ta command\n:dirs\n"},
		{[]string{"-a."}, "-all\ttake all\n"},
		{[]string{"--l."}, "--level\tshow LEVEL\n--list\ttake LIST\n"},
		{[]string{"-."}, "-all\ttake all\n-level\tshow LEVEL\n-list\ttake LIST\n-out\twrite NAME=FILE\n-h\tshow the flags\n"},
		{[]string{"-nosuch", "su."}, "sub\ta command\n:dirs\n"},
		{[]string{"-nosuch=."}, ""},
		{[]string{"-all=."}, ""},
		{[]string{"-level", "."}, "high\tabout high\nlow\tabout low\n"},
		{[]string{"--level=l."}, "--level=low\tabout low\n"},
		{[]string{"-level", "=", "l."}, "low\tabout low\n"},
		{[]string{"-level", "=", "."}, "high\tabout high\nlow\tabout low\n"},
		{[]string{"-level", "=", "low", "-a."}, "-all\ttake all\n"},
		{[]string{"-level", "low", "su."}, "sub\ta command\n:dirs\n"},
		{[]string{"-all", "sub", "t."}, "two\tabout two\n"},
		{[]string{"sub", "-."}, ""},
		{[]string{"pkg", "sub", "."}, "./...\tabout ./...\n:dirs\n"},
		{[]string{"-list", "a,-b."}, "a,-b/c\tabout b/c\n:nospace\n"},
		{[]string{"-list=a,."}, "-list=a,a\tabout a\n-list=a,b/c\tabout b/c\n:nospace\n"},
		{[]string{"-list", "-."}, "-a\tabout a\n-b/c\tabout b/c\n:nospace\n"},
		{[]string{"-out", "h."}, "html\tabout html\n:nospace\n"},
		{[]string{"-out", "html=x."}, ":nospace\n:files\n"},
		{[]string{"-out", "html", "=", "x."}, ":nospace\n:files\n"},
		{[]string{"-out", "html", "=", "x,t."}, "x,text\tabout text\n:nospace\n"},
	}
	for _, test := range tests {
		if got := Complete(demo(), test.words).Write(); got != test.want {
			t.Errorf("%q:\n%swant:\n%s", test.words, got, test.want)
		}
	}
}

// TestCompleteKeeps: the words of the caller stay as they are.
func TestCompleteKeeps(t *testing.T) {
	words := []string{"-level", "=", "l."}
	kept := slices.Clone(words)
	Complete(demo(), words)
	if !slices.Equal(words, kept) {
		t.Errorf("%q", words)
	}
}

func TestScripts(t *testing.T) {
	for _, shell := range Shells() {
		if script, ok := Script(shell); !ok || script == "" {
			t.Errorf("%s has no script", shell)
		}
	}
}
