package samples

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/samples/pages"
)

// TestGolangciSamples: the samples are those of the page.
func TestGolangciSamples(t *testing.T) {
	blocks := pages.Blocks(read(t, "docs/doors.md"), "yaml")
	for _, name := range []string{".custom-gcl.yml", ".golangci.yml"} {
		if !slices.Contains(blocks, read(t, "examples/golangci/"+name)) {
			t.Errorf("docs/doors.md does not show examples/golangci/%s as it is", name)
		}
	}
}

// A hook is one of .pre-commit-hooks.yaml.
type hook struct {
	ID, Name, Description, Language, Entry string

	Args          []string
	TypesOr       []string `yaml:"types_or"`
	PassFilenames *bool    `yaml:"pass_filenames"`
	RequireSerial bool     `yaml:"require_serial"`
}

// TestHooks: the hooks look at packages and not at the files that pre-commit names, and
// their flags are ours. The page tells of each.
func TestHooks(t *testing.T) {
	var hooks []hook
	dec := yaml.NewDecoder(strings.NewReader(read(t, ".pre-commit-hooks.yaml")))
	dec.KnownFields(true)
	if err := dec.Decode(&hooks); err != nil {
		t.Fatal(err)
	}
	page := read(t, "docs/pre-commit.md")
	ids := map[string]bool{}
	for _, h := range hooks {
		ids[h.ID] = true
		if h.Language != "golang" || h.PassFilenames == nil || *h.PassFilenames || !h.RequireSerial || !slices.Contains(h.TypesOr, "go") {
			t.Errorf("%+v", h)
		}
		if !strings.HasPrefix(h.Entry+" ", "resilint ") || !slices.Equal(h.Args, []string{"./..."}) {
			t.Errorf("%s runs %q with %q", h.ID, h.Entry, h.Args)
		}
		if !strings.Contains(page, "\n| `"+h.ID+"` | ") {
			t.Errorf("docs/pre-commit.md has no row for %s", h.ID)
		}
	}
	for _, m := range regexp.MustCompile(`- id: (\S+)`).FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("docs/pre-commit.md tells of a hook %s", m[1])
		}
	}
}

// TestHooksValid asks pre-commit itself.
func TestHooksValid(t *testing.T) {
	pre, err := exec.LookPath("pre-commit")
	if err != nil {
		t.Skip("no pre-commit here")
	}
	if out, err := exec.Command(pre, "validate-manifest", filepath.Join(root, ".pre-commit-hooks.yaml")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, block := range pages.Blocks(read(t, "docs/pre-commit.md"), "yaml") {
		if strings.Contains(block, "pre-push") {
			continue // a stage that old ones call push
		}
		name := filepath.Join(t.TempDir(), "config.yaml")
		write(t, name, block, 0o666)
		if out, err := exec.Command(pre, "validate-config", name).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s\n%s", err, out, block)
		}
	}
}

// TestDockerfile: the image has what resilint needs at run time, runs as nobody in
// particular, and the parts of it that can be named are.
func TestDockerfile(t *testing.T) {
	text := read(t, "Dockerfile")
	var stages [][]string
	for _, line := range instructions(text) {
		if strings.HasPrefix(line, "FROM ") {
			stages = append(stages, nil)
		}
		if n := len(stages); n > 0 {
			stages[n-1] = append(stages[n-1], line)
		}
	}
	if len(stages) != 2 {
		t.Fatalf("%d stages", len(stages))
	}
	tag := regexp.MustCompile(`(?m)^ARG GO=(\d+\.\d+)-\w+$`).FindStringSubmatch(text)
	if want := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))[1]; tag == nil || tag[1] != want {
		t.Errorf("the image has not the Go of go.mod, %s", want)
	}
	last := strings.Join(stages[1], "\n") + "\n"
	for _, want := range []string{
		"FROM golang:${GO}\n", // resilint asks the go command for packages
		"safe.directory '*'",
		"\nUSER resilint\n",
		"\nVOLUME /cache\n",
		"\nWORKDIR /src\n",
		"\nENTRYPOINT [\"resilint\"]\n",
		"COPY --from=build /out/resilint ",
	} {
		if !strings.Contains(last, want) {
			t.Errorf("the image lacks %q", strings.TrimSpace(want))
		}
	}
	for _, variable := range []string{"RESILINT_CACHE", "GOCACHE", "GOMODCACHE"} {
		m := regexp.MustCompile(variable + `=(/cache/\S+)`).FindStringSubmatch(last)
		if m == nil || !strings.Contains(last, " "+m[1]) {
			t.Errorf("%s is no folder below the volume that is made", variable)
		}
	}
}

// instructions gives a Dockerfile's instructions, a line each.
func instructions(text string) []string {
	var out []string
	text = strings.ReplaceAll(text, "\\\n", "")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}
