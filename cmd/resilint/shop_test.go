package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/cli"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/rule"
)

// TestShop runs README's first command.
func TestShop(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), []string{"-C", filepath.Join("examples", "shop"), "./..."}, cli.Env{
		Stdout: &out, Stderr: &errs,
		Vars: append(os.Environ(), "RESILINT_CACHE="+t.TempDir(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off"),
	})
	if code != 1 || errs.Len() > 0 {
		t.Errorf("exit %d, stderr %q", code, errs.String())
	}
	golden.Equal(t, filepath.Join("examples", "shop.golden"), filepath.ToSlash(out.String()))
	for _, r := range analyzers.All() {
		for _, k := range r.Kinds {
			if n := strings.Count(out.String(), "("+r.Code(k)+")\n"); k.Default == rule.On && n != 1 {
				t.Errorf("%s is found %d times: the shop holds one fault of each kind", r.Code(k), n)
			}
		}
	}
}

// TestPicture: the finding that README shows is what the shop gives with -v, to the byte.
func TestPicture(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), "the line of source and the path follow, a step a line:\n\n")
	if !ok {
		t.Fatal("README.md shows no finding")
	}
	block, _, _ := strings.Cut(after, "\n\n")
	var picture strings.Builder
	for line := range strings.Lines(block + "\n") {
		inside, ok := strings.CutPrefix(line, "    ")
		if !ok {
			t.Fatalf("the line is not indented: %q", line)
		}
		picture.WriteString(inside)
	}
	var out, errs bytes.Buffer
	t.Chdir(filepath.Join("examples", "shop"))
	code := cli.Main(context.Background(), []string{"-v", "-checks", "missingdeadline/background", "./..."}, cli.Env{
		Stdout: &out, Stderr: &errs,
		Vars: append(os.Environ(), "RESILINT_CACHE="+t.TempDir(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off"),
	})
	if code != 1 {
		t.Fatalf("exit %d, stderr %q", code, errs.String())
	}
	if d := cmp.Diff(picture.String(), filepath.ToSlash(out.String())); d != "" {
		t.Errorf("README.md shows another finding: %s", d)
	}
}
