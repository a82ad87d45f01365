package ship

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestDockerfile takes the steps of the build stage as they stand, in a folder in the place
// of the image's root: what .dockerignore leaves away is not needed, and the commands build
// the program that the image copies.
func TestDockerfile(t *testing.T) {
	image := t.TempDir()
	workdir, built := "", false
	for _, line := range instructions(page(t, "Dockerfile")) {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "ARG":
		case "FROM":
			if built { // the second stage is made of what a container has only
				workdir = ""
			}
		case "WORKDIR":
			workdir = filepath.Join(image, rest)
			if err := os.MkdirAll(workdir, 0o777); err != nil {
				t.Fatal(err)
			}
		case "COPY":
			args := strings.Fields(rest)
			if from, ok := strings.CutPrefix(args[0], "--from="); ok {
				if _, err := os.Stat(filepath.Join(image, args[1])); from != "build" || err != nil {
					t.Errorf("COPY %s: %v", rest, err)
				}
				return
			}
			for _, name := range args[:len(args)-1] {
				copyContext(t, name, filepath.Join(workdir, args[len(args)-1]))
			}
		case "RUN":
			if workdir == "" {
				continue
			}
			command := strings.ReplaceAll(rest, "/out/", filepath.ToSlash(image)+"/out/")
			run(t, workdir, []string{"GOWORK=off", "GOFLAGS="}, "sh", "-c", command)
			built = true
		}
	}
	t.Error("the program is not copied into the image")
}

func instructions(text string) []string {
	var out []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// copyContext copies a file, or all of the checkout, but for what .dockerignore names.
func copyContext(t *testing.T, name, to string) {
	t.Helper()
	var ignored []string
	for line := range strings.Lines(page(t, ".dockerignore")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			ignored = append(ignored, line)
		}
	}
	err := filepath.WalkDir(filepath.Join(root, name), func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil || rel == "." {
			return err
		}
		if leftAway(ignored, filepath.ToSlash(rel)) {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		write(t, filepath.Join(to, rel), string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// leftAway knows of .dockerignore's patterns those that the file has: path.Match from the
// root, and **/ in front for any folder.
func leftAway(patterns []string, rel string) bool {
	for _, p := range patterns {
		name := rel
		if rest, ok := strings.CutPrefix(p, "**/"); ok {
			p, name = rest, path.Base(rel)
		}
		if ok, _ := path.Match(p, name); ok {
			return true
		}
	}
	return false
}

// TestPreCommit commits in a repository that has the hooks of this checkout.
func TestPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("no pre-commit here")
	}
	needs(t, "-since")
	hooks := filepath.Join(t.TempDir(), "hooks")
	copyContext(t, ".", hooks)
	commit(t, hooks)
	rev := strings.TrimSpace(run(t, hooks, nil, "git", "rev-parse", "HEAD"))

	dir := demo(t)
	env := []string{"PRE_COMMIT_HOME=" + t.TempDir(), "RESILINT_CACHE=" + t.TempDir(), "GOWORK=off", "GOFLAGS=-modcacherw"}
	try := func(hook, change string) (string, int) {
		write(t, filepath.Join(dir, ".pre-commit-config.yaml"), "repos:\n  - repo: "+filepath.ToSlash(hooks)+"\n    rev: "+rev+"\n    hooks:\n      - id: "+hook+"\n")
		text, err := os.ReadFile(filepath.Join(dir, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "main.go"), string(text)+change)
		run(t, dir, nil, "git", "add", ".")
		return exits(t, dir, env, "git", "commit", "-qm", "change")
	}
	run(t, dir, env, "pre-commit", "install")
	if out, code := try("resilint", "// old\n"); code != 1 || !strings.Contains(out, "main.go:") {
		t.Errorf("resilint lets a finding through: exit %d\n%s", code, out)
	}
	if out, code := try("resilint-new", "// older\n"); code != 0 {
		t.Errorf("resilint-new stops what brings nothing: exit %d\n%s", code, out)
	}
	again := "\nfunc again(w http.ResponseWriter, r *http.Request) {\n\thandle(w, r)\n\tresp, err := http.Get(\"http://stock/\")\n\tif err == nil {\n\t\tresp.Body.Close()\n\t}\n}\n"
	if out, code := try("resilint-new", again); code != 1 || !strings.Contains(out, "main.go:") {
		t.Errorf("resilint-new lets a new finding through: exit %d\n%s", code, out)
	}
}
