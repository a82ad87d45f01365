package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/doors/doorstest"
)

// TestVet runs go vet -vettool beside the command line. What golangci-lint shows is held
// against the same programs in verify/golangci.
func TestVet(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command, and go vet reads the standard library")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	bin := doorstest.Build(t, root)
	vet := func(t *testing.T, dir string, flags ...string) []doorstest.Found {
		args := append([]string{"go", "vet", "-vettool=" + bin}, flags...)
		_, stderr := doorstest.Command(t, dir, []string{"GOPROXY=off"}, append(args, "./...")...)
		return doorstest.Lines(t, dir, stderr)
	}
	doorstest.Parity(t, root, bin, "go vet", func(t *testing.T, dir string) []doorstest.Found {
		return vet(t, dir, "-confidence=low")
	})
	t.Run("fix", func(t *testing.T) {
		doorstest.Fixed(t, root, func(dir string) {
			doorstest.Command(t, dir, []string{"GOPROXY=off"}, "go", "vet", "-fix", "-vettool="+bin, "./svc")
		})
	})
	t.Run("statements", func(t *testing.T) {
		dir := doorstest.Unpack(t, filepath.Join(root, "testdata", "script", "statements.txtar"))
		_, stderr := doorstest.Command(t, dir, []string{"GOPROXY=off"}, "go", "vet", "-vettool="+bin, "./right", "./wrong")
		for _, want := range []string{
			"wrong/wrong.go:8:2: unknown statement \"retrys\"; write",
			"wrong/wrong.go:11:1: //resilint:bounded says no reason; write",
			"wrong/wrong.go:14:1: //resilint:queue: safety is \"80\"; write",
			"wrong/wrong.go:17:1: //resilint:retry stands on nothing; put it",
		} {
			if strings.Count(filepath.ToSlash(stderr), want) != 1 {
				t.Errorf("go vet does not say %q once:\n%s", want, stderr)
			}
		}
	})
	t.Run("flags", func(t *testing.T) {
		shop := filepath.Join(root, "examples", "shop")
		for _, flags := range [][]string{
			{"-checks=sharedclient/default"},
			{"-sharedclient", "-checks=default,-sharedclient/*,*/default"},
		} {
			if got := vet(t, shop, flags...); len(got) != 1 || got[0].Code != "sharedclient/default" {
				t.Errorf("%q: %v", flags, got)
			}
		}
	})
}
