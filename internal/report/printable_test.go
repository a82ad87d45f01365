package report

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain, Ünicode\t漢":         "plain, Ünicode\t漢",
		"\x1b[31mred\x1b[0m":        `\x1b[31mred\x1b[0m`,
		"a\r\nb\x7f":                `a\x0d\x0ab\x7f`,
		"c1 \u009b31m":              `c1 \u009b31m`,
		"trojan \u202esource\u2066": `trojan \u202esource\u2066`,
		"bad \xff":                  `bad \xff`,
		"�":                         "�",
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := PrintableLines("a\x1b\nb\n"); got != "a\\x1b\nb\n" {
		t.Errorf("%q", got)
	}
}

// TestTextHidesNothing holds that nothing of the analysed program reaches a terminal as a
// command, wherever it stands.
func TestTextHidesNothing(t *testing.T) {
	evil := "\x1b]0;x\a\r\n::error::\u202e"
	in := Input{
		Verbose: true, Dir: "/w",
		Findings: []finding.Finding{{
			Code: "a/b", Message: "m" + evil, Location: finding.Location{File: "/w/f" + evil + ".go", Line: 1, Column: 4},
			Trace: []trace.Step{{Kind: trace.Call, File: "g" + evil, Line: 1, Func: "f" + evil, Note: "n" + evil}},
		}},
		ReadFile: func(string) ([]byte, error) { return []byte("\tx\x1b[2J" + "y := 1"), nil },
	}
	var b bytes.Buffer
	if err := (textFormat{}).Write(&b, in); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n != 4 {
		t.Errorf("%d lines, want 4:\n%s", n, b.String())
	}
	for _, r := range b.String() {
		if hidden(r) && r != '\n' {
			t.Errorf("%q in %q", r, b.String())
		}
	}
	if !strings.Contains(b.String(), "\tx\\x1b[2Jy := 1\n\t\t     ^\n") {
		t.Errorf("the mark stands elsewhere:\n%s", b.String())
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("\x1b[2J\xff\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		got := Printable(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, hidden) || Printable(got) != got {
			t.Errorf("%q gives %q", s, got)
		}
	})
}
