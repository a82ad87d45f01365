package report

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

func TestArtifacts(t *testing.T) {
	tests := []struct{ root, file, uri, base string }{
		{"/m", "/m/a.go", "a.go", sarifRoot},
		{"/m/", "/m/sub/a b.go", "sub/a%20b.go", sarifRoot},
		{"/m", "/mm/a.go", "file:///mm/a.go", ""},
		{"/m", "/m", "file:///m", ""},
		{"/", "/m/a.go", "m/a.go", sarifRoot},
		{"", "/m/a.go", "file:///m/a.go", ""},
		{"/m", "/m/c:d/x:1.go", "c%3Ad/x%3A1.go", sarifRoot},
		{"/m", `/m/back\slash?#.go`, "back%5Cslash%3F%23.go", sarifRoot},
		{"/m", "/m/*", "*", sarifRoot},
		{"/m", "/m//a.go", "file:///m//a.go", ""},
		{"/m", "/m/größe/日本.go", "gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC.go", sarifRoot},
		{"/m", "/m/\xff.go", "%FF.go", sarifRoot},
		{"/m", "/root/go/pkg/mod/x@v1.2.3/a.go", "file:///root/go/pkg/mod/x@v1.2.3/a.go", ""},
		{"/m", "a.go", "a.go", ""},
		{`C:\svc`, `c:\svc\sub\a.go`, "sub/a.go", sarifRoot},
		{`C:\svc`, `C:/svc/a.go`, "a.go", sarifRoot},
		{`C:\`, `C:\svc\a.go`, "svc/a.go", sarifRoot},
		{`C:\svc`, `D:\x y\a.go`, "file:///D:/x%20y/a.go", ""},
		{`C:\svc`, `\\host\share\a.go`, "file://host/share/a.go", ""},
		{`\\host\share`, `\\host\share\sub\a.go`, "sub/a.go", sarifRoot},
		{`C:\svc`, `\\?\C:\svc\a.go`, "a.go", sarifRoot},
	}
	for _, tt := range tests {
		s := sarifWriter{in: Input{Root: tt.root}}
		if got := s.artifact(tt.file); got.URI != tt.uri || got.URIBaseID != tt.base {
			t.Errorf("%s below %s: %+v, want %s %s", tt.file, tt.root, got, tt.uri, tt.base)
		}
	}
}

// FuzzArtifact: a URI leads back to the file it was made of.
func FuzzArtifact(f *testing.F) {
	for _, s := range []string{"/m/a.go", "/m/c:d", "/x/%2F", `/m/a\b`, "/m/\xff", "/m/?q#f", "/m//a", "/a/../b", `C:\m`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file string) {
		if !strings.HasPrefix(file, "/") || strings.HasPrefix(file, "//") {
			return
		}
		got := (&sarifWriter{in: Input{Root: "/m"}}).artifact(file)
		u, err := url.Parse(got.URI)
		if err != nil {
			t.Fatal(err)
		}
		back := u.Path
		if got.URIBaseID != "" {
			back = "/m/" + u.Path
		}
		if back != file || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || (u.Scheme == "") != (got.URIBaseID != "") {
			t.Errorf("%q became %+v and %q", file, got, back)
		}
	})
}

func TestUTF16Column(t *testing.T) {
	read := func(name string) ([]byte, error) {
		if name != "/a.go" {
			return nil, errors.New("not there")
		}
		return []byte("\ufeffé𝕏x\r\n\xffy"), nil
	}
	tests := []struct {
		file              string
		line, column, out int // out is 0 where it cannot be told
	}{
		{"/a.go", 1, 1, 1},
		{"/a.go", 1, 4, 1}, // behind the byte order mark
		{"/a.go", 1, 6, 2},
		{"/a.go", 1, 10, 4},
		{"/a.go", 1, 11, 5}, // behind the line
		{"/a.go", 1, 12, 0},
		{"/a.go", 2, 2, 2}, // a byte that is no letter
		{"/a.go", 2, 3, 3},
		{"/a.go", 3, 1, 1},
		{"/a.go", 3, 2, 0},
		{"/a.go", 0, 0, 0},
		{"/b.go", 7, 1, 1},
		{"/b.go", 7, 2, 0},
		{"a.go", 1, 2, 0},
	}
	src := newSources(Input{ReadFile: read})
	for _, tt := range tests {
		got, ok := src.utf16Column(finding.Location{File: tt.file, Line: tt.line, Column: tt.column})
		if got != tt.out || ok != (tt.out > 0) {
			t.Errorf("%s:%d:%d: %d, %v, want %d", tt.file, tt.line, tt.column, got, ok, tt.out)
		}
	}
	if _, ok := newSources(Input{}).utf16Column(finding.Location{File: "/a.go", Line: 1, Column: 2}); ok {
		t.Error("a column without anything to read")
	}
}

// FuzzUTF16Column compares with the standard library's encoding of the same text.
func FuzzUTF16Column(f *testing.F) {
	f.Add("é𝕏x", 3)
	f.Add("\xff\xfe", 1)
	f.Fuzz(func(t *testing.T, line string, n int) {
		if strings.ContainsAny(line, "\r\n") || strings.HasPrefix(line, byteOrderMark) || n < 1 || n > len(line) {
			return
		}
		src := newSources(Input{ReadFile: func(string) ([]byte, error) { return []byte(line), nil }})
		got, ok := src.utf16Column(finding.Location{File: "/a.go", Line: 1, Column: n + 1})
		if want := len(utf16.Encode([]rune(line[:n]))) + 1; !ok || got != want {
			t.Errorf("%q, %d bytes: %d, %v, want %d", line, n, got, ok, want)
		}
	})
}

func TestOffset(t *testing.T) {
	src := newSources(Input{ReadFile: func(string) ([]byte, error) { return []byte("ab\ncd"), nil }})
	var got []string
	for at := -1; at < 8; at++ {
		l, ok := src.offset("/a.go", at)
		if ok {
			got = append(got, string(rune('0'+l.Line))+":"+string(rune('0'+l.Column)))
		} else {
			got = append(got, "-")
		}
	}
	if d := cmp.Diff(strings.Fields("- 1:1 1:2 1:3 2:1 2:2 2:3 - -"), got); d != "" {
		t.Error(d)
	}
}

func TestLinkMessage(t *testing.T) {
	at := finding.Location{File: "/m/a.go", Line: 3}
	step := func(fn, note, path string) trace.Step {
		return trace.Step{Func: fn, Note: note, File: "x.go", Path: path, Line: 9}
	}
	root := trace.Step{Note: "context.Background", Path: "/m/a.go", Line: 3}
	tests := []struct {
		name, message string
		steps         []trace.Step
		want          string
	}{
		{"no path", "a message", nil, "a message"},
		{"the chain", "context.Background goes to x.Do: a.F → b.G → x.Do; fix it",
			[]trace.Step{root, step("a.F", "b.G", "/p"), step("b.G", "x.Do", "/q")},
			"[context.Background](1) goes to x.Do: a.F → [b.G](2) → [x.Do](3); fix it"},
		{"whole names", "http.Client.Do, http.Clients, xhttp.Client, a/http.Client, http.Client.",
			[]trace.Step{step("", "http.Client", "/p")}, "http.Client.Do, http.Clients, xhttp.Client, a/http.Client, [http.Client](1)."},
		{"not inside a longer one", "a.Bc and a.B", []trace.Step{step("", "a.B", "/p")}, "a.Bc and [a.B](1)"},
		{"each place once", "f, f", []trace.Step{step("", "f", "/p"), step("", "f", "/q"), step("", "f", "/r")},
			"[f](2), [f](3); see [f](1)"},
		{"by the function", "it waits in a.F", []trace.Step{step("a.F", "made up", "/p")}, "it waits in [a.F](1)"},
		{"not named", "it waits", []trace.Step{root, step("a.F", "", "/p"), step("", "b.G", "/q"), step("", "", "/r")},
			"it waits; see [a.F](2), [b.G](3), [x.go](4)"},
		{"no file", "a.F waits", []trace.Step{step("a.F", "", "")}, "a.F waits"},
		{"brackets", `of m[K]{} at F[int](1)`, []trace.Step{step("", "m[K]", "/p")}, `of [m\[K\]](1){{}} at F[int] (1)`},
	}
	for _, tt := range tests {
		if got := linkMessage(tt.message, tt.steps, at); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestPlaceOf(t *testing.T) {
	for pos, want := range map[string]finding.Location{
		"":                {},
		"a.go":            {File: "a.go"},
		"/m/a.go:3":       {File: "/m/a.go", Line: 3},
		"/m/a.go:3:14":    {File: "/m/a.go", Line: 3, Column: 14},
		`C:\m\a.go:3:14`:  {File: `C:\m\a.go`, Line: 3, Column: 14},
		"/m/7:8/a.go":     {File: "/m/7:8/a.go"},
		"/m/a.go:-":       {File: "/m/a.go:-"},
		"/m/a.go:1:2:3:4": {File: "/m/a.go:1:2", Line: 3, Column: 4},
	} {
		if got := placeOf(pos); got != want {
			t.Errorf("%q: %+v", pos, got)
		}
	}
}
