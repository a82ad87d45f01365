package strictyaml

import (
	"strings"
	"testing"
)

// TestSyntax: each error of the YAML parser has the line that a reader looks at.
func TestSyntax(t *testing.T) {
	for text, want := range map[string]string{
		"a: [": "f:1: not YAML: did not find expected node content",
		"v: 1\nr:\n  m:\n    s: {b: c\n  d: {}\n": "f:4: not YAML: did not find expected ',' or '}'",
		"v: 1\nc: [all\nd: low\n":                 "f:2: not YAML: did not find expected ',' or ']'",
		"v: 1\nm:\n- k: o\n s: x\n":               "f:4: not YAML: did not find expected key",
		"v: 1\nc: all\n d: low\n":                 "f:3: not YAML: mapping values are not allowed in this context",
		"v: 1\nm:\n- k: o\n   s: x\n":             "f:4: not YAML: mapping values are not allowed in this context",
		"v: 1\n\n\nc:\n- a\nb\n":                  "f:6: not YAML: could not find expected ':'",
		"r:\n\tw: {}\n":                           "f:2: not YAML: found character that cannot start any token",
		"c: @x\n":                                 "f:1: not YAML: found character that cannot start any token",
		"v: 1\nx: *u\n":                           "f:2: not YAML: unknown anchor 'u' referenced",
		"v: 1\na: \x01\n":                         "f:2: not YAML: control characters are not allowed",
		"v: 1\n\na: \xff\n":                       "f:3: not YAML: invalid leading UTF-8 octet",
		"v: 1\n---\nv: 2\n":                       "f:2: a second document; write one",
		"v: 1\n---\nv: [\n":                       "f:",
		"a: &x 1\n":                               "f:1: anchors and aliases are not read; write the value out",
	} {
		r := &Reader{Name: "f"}
		if n := r.Parse([]byte(text)); n != nil || r.Err() == nil || !strings.HasPrefix(r.Err().Error(), want) {
			t.Errorf("%q: got %v, want %s", text, r.Err(), want)
		}
	}
	for _, text := range []string{"", "# nothing\n", "---\n", "~"} {
		r := &Reader{Name: "f"}
		if n := r.Parse([]byte(text)); n != nil || r.Err() != nil {
			t.Errorf("%q: %v, %v", text, n, r.Err())
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("a: [\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &Reader{Name: "f"}
		if n := r.Parse(data); n != nil && r.Err() != nil {
			t.Error("a node with an error")
		}
	})
}
