package catalogue

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/golden"
)

// files parses the embedded data, every family.
func files(t testing.TB) []*File {
	t.Helper()
	dir, err := data.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	var out []*File
	for _, d := range dir {
		name, ok := strings.CutSuffix(d.Name(), ".yaml")
		if !ok {
			continue
		}
		text, err := data.ReadFile("data/" + d.Name())
		if err != nil {
			t.Fatal(err)
		}
		f, err := ParseFile(d.Name(), text)
		if err != nil {
			t.Error(err)
			continue
		}
		if f.Family != name {
			t.Errorf("%s: family is %s", d.Name(), f.Family)
		}
		out = append(out, f)
	}
	return out
}

// indexText is the index the data asks for: one line a package, families in order.
func indexText(fs []*File) string {
	var lines []string
	for _, f := range fs {
		lines = append(lines, indexLines(f)...)
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	var b strings.Builder
	for i, l := range lines {
		w := strings.Fields(l)
		if i > 0 && len(w) == 3 && strings.HasPrefix(lines[i-1], w[0]+" "+w[1]+" ") {
			b.WriteString(" " + w[2])
			continue
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l)
	}
	return b.String() + "\n"
}

func TestIndexEqualsData(t *testing.T) {
	want := indexText(files(t))
	if golden.Updating() {
		if err := os.WriteFile("data/index.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := data.ReadFile("data/index.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("data/index.txt is not what the data asks for; run go test -run TestIndexEqualsData -update")
	}
	if _, err := parseIndex(string(got)); err != nil {
		t.Error(err)
	}
}

func TestParseIndexErrors(t *testing.T) {
	for _, line := range []string{"pkg a", "own", "own a b", "other a b"} {
		if _, err := parseIndex("own x\n" + line); err == nil || !strings.HasPrefix(err.Error(), "index.txt:2: ") {
			t.Errorf("%q: %v", line, err)
		}
	}
}
