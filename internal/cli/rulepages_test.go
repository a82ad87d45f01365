package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/doc/comment"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/suppress"
)

// examples is a module with the examples of all pages, a package each.
var examples = filepath.Join("..", "..", "testdata", "pages")

// allPages are those who have pages.
func allPages() []rule.Info {
	var infos []rule.Info
	for _, r := range analyzers.All() {
		infos = append(infos, r.Info)
	}
	return append(infos, suppress.Info())
}

// runCommand runs the command as its user does.
func runCommand(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Main(context.Background(), args, Env{Stdout: &out, Stderr: &errs,
		Vars: append(os.Environ(), "RESILINT_CACHE=off", "GOFLAGS=", "GOWORK=off", "GOPROXY=off")})
	return code, out.String(), errs.String()
}

// TestKindPages: every kind has a page with all that belongs to one.
func TestKindPages(t *testing.T) {
	for _, info := range allPages() {
		for _, k := range info.Kinds {
			page := rule.PageFor(info.Doc, k.Name)
			if page == rule.PageFor(info.Doc, "") {
				t.Errorf("%s has no page: write doc_%s.go", info.Code(k), k.Name)
				continue
			}
			ruletest.KindPage(t, info.Code(k), page, filepath.Join(examples, info.Name, k.Name))
		}
	}
}

// alsoDrawn lists what the example of a kind draws beside its own finding, since there is none
// that draws one alone.
var alsoDrawn = map[string]string{
	"breakerorder/slow": "missingdeadline/client", // a call without an end is a fault of its own
}

// TestPageExamples runs the command over the examples: of each page the first draws a finding
// of its kind and nothing else, the second nothing at all. Kinds that are off count for their
// own pages only.
func TestPageExamples(t *testing.T) {
	code, stdout, stderr := runCommand(t, "-C", examples, "-cache", "off", "-checks", "all", "-confidence", "low", "-f", "json", "./...")
	if code != exitFindings || stderr != "" {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	root, err := filepath.Abs(examples)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]map[string]int{} // by folder and code
	for line := range strings.Lines(stdout) {
		var f struct {
			Code     string
			Location finding.Location
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		dir, err := filepath.Rel(root, filepath.Dir(f.Location.File))
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.ToSlash(dir)
		if got[dir] == nil {
			got[dir] = map[string]int{}
		}
		got[dir][f.Code]++
	}
	off := map[string]bool{}
	for _, info := range allPages() {
		for _, k := range info.Kinds {
			off[info.Code(k)] = k.Default == rule.Opt
		}
	}
	for _, info := range allPages() {
		for _, k := range info.Kinds {
			own := info.Code(k)
			for _, name := range []string{"bad", "good"} {
				found := got[own+"/"+name]
				maps.DeleteFunc(found, func(code string, _ int) bool { return off[code] && code != own })
				if name == "bad" && found[alsoDrawn[own]] > 0 {
					delete(found, alsoDrawn[own])
				}
				if name == "good" && len(found) > 0 {
					t.Errorf("the mended example of %s draws %v", own, found)
				}
				if name == "bad" && (len(found) != 1 || found[own] == 0) {
					t.Errorf("the example of %s draws %v", own, found)
				}
			}
		}
	}
}

var sizes = regexp.MustCompile(`resilint size [a-z]+(?: -[a-z0-9]+ [0-9][0-9a-z.]*[0-9a-z]| -h| \d+)*`)

// TestPageSizes runs each command for a size that a page names, and wants what it gives on the
// page.
func TestPageSizes(t *testing.T) {
	n := 0
	for _, info := range allPages() {
		for _, k := range info.Kinds {
			page := strings.Join(strings.Fields(rule.PageFor(info.Doc, k.Name)), " ")
			for _, line := range sizes.FindAllString(page, -1) {
				n++
				code, stdout, stderr := runCommand(t, strings.Fields(line)[1:]...)
				first, _, _ := strings.Cut(stdout, "\n")
				i := strings.LastIndex(first, "= ")
				if code != exitClean {
					t.Errorf("%s: %s: exit %d, %s", info.Code(k), line, code, stderr)
				} else if i >= 0 && !strings.Contains(page, strings.TrimRight(strings.Fields(first[i+2:])[0], ",")) {
					t.Errorf("%s: %s gives %q, which the page does not say", info.Code(k), line, first)
				}
			}
			const shared = "1791 of 5400"
			if strings.Contains(page, "size whatif") {
				if _, stdout, _ := runCommand(t, "size", "whatif"); !strings.Contains(stdout, shared) || !strings.Contains(page, shared) {
					t.Errorf("%s does not cite %q from\n%s", info.Code(k), shared, stdout)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no page names a command for a size")
	}
}

// TestRulePages holds docs/rules equal to the package comments.
func TestRulePages(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "rules")
	want := map[string]string{"README.md": pageIndex(allPages())}
	for _, info := range allPages() {
		want[info.Name+".md"] = rulePage(info)
		for _, k := range info.Kinds {
			want[info.Code(k)+".md"] = kindPage(info, k)
		}
	}
	if golden.Updating() {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(os.DirFS(dir), name)
		got[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("docs/rules is not what the package comments say; go test ./internal/cli -run TestRulePages -update writes it anew: %s", d)
	}
}

// pageIndex lists all kinds.
func pageIndex(infos []rule.Info) string {
	var b strings.Builder
	b.WriteString("# Rules\n\nEach page is that of `resilint explain CODE`, made from the rule's package comments.\n" +
		"**on** is reported, **low** is reported at low confidence, **off** has to be named.\n" +
		"[configuration.md](../configuration.md) says how to choose.\n")
	for _, info := range infos {
		fmt.Fprintf(&b, "\n## [%s](%s.md)\n\n| code | severity | confidence | default | what is wrong |\n|---|---|---|---|---|\n", info.Name, info.Name)
		for _, k := range info.Kinds {
			fmt.Fprintf(&b, "| [`%s`](%s.md) | %s | %s | %s | %s |\n", info.Code(k), info.Code(k), k.Severity, k.Confidence, defaultWord(k), k.Summary)
		}
	}
	return b.String()
}

func defaultWord(k rule.Kind) string {
	if k.Default == rule.Opt {
		return "off"
	}
	return string(k.Default)
}

func rulePage(info rule.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n| kind | default | what is wrong |\n|---|---|---|\n", info.Name)
	for _, k := range info.Kinds {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", k.Name, info.Code(k), defaultWord(k), k.Summary)
	}
	return b.String() + "\n" + markdown(rule.PageFor(info.Doc, ""))
}

func kindPage(info rule.Info, k rule.Kind) string {
	return fmt.Sprintf("# %s\n\n%s\n\nSeverity %s, confidence %s, default %s. [%s](../%s.md), [all rules](../README.md)\n\n%s",
		info.Code(k), strings.ToUpper(k.Summary[:1])+k.Summary[1:]+".", k.Severity, k.Confidence, defaultWord(k),
		info.Name, info.Name, markdown(rule.PageFor(info.Doc, k.Name)))
}

// markdown prints a page, with fences around its code.
func markdown(page string) string {
	var parser comment.Parser
	printer := comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	var out, code []string
	for line := range strings.Lines(string(printer.Markdown(parser.Parse(page))) + "\n") {
		line = strings.TrimRight(line, "\n")
		if inside, ok := strings.CutPrefix(line, "\t"); ok || (line == "" && len(code) > 0) {
			code = append(code, inside)
			continue
		}
		if len(code) > 0 {
			text := strings.TrimRight(strings.Join(code, "\n"), "\n")
			language := ""
			if strings.Contains(text, "func") || strings.Contains(text, "make(") {
				language = "go"
			}
			out = append(out, "```"+language, text, "```", "")
			code = nil
		}
		out = append(out, line)
	}
	return strings.TrimRight(strings.Join(slices.Clip(out), "\n"), "\n") + "\n"
}
