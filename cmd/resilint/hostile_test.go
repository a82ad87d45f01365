package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/gen"
)

// mark makes the file that MARK names, which nothing but what a repository smuggles in does.
const mark = "#!/bin/sh\necho \"$0 $*\" >> \"$MARK\"\n"

// hostile is a repository with all that might make a tool run something, write somewhere, or
// talk to a terminal. MODULE is the folder it lies in.
var hostile = gen.Files{
	"go.mod":    "module example.com/hostile\n\ngo 1.26\n\ntool example.com/hostile/tool\n",
	"go.env":    "GOFLAGS=-toolexec=MODULE/evil.sh\nGOPROXY=http://127.0.0.1:1\n",
	"evil.sh":   mark,
	"vet":       mark,
	"Makefile":  "all:\n\t./evil.sh\n",
	".git/HEAD": "ref: refs/heads/main\n",
	".git/config": "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = MODULE/evil.sh\n\thooksPath = MODULE/hooks\n\tsshCommand = MODULE/evil.sh\n\tpager = MODULE/evil.sh\n" +
		"[diff]\n\texternal = MODULE/evil.sh\n[filter \"evil\"]\n\tclean = MODULE/evil.sh\n\tsmudge = MODULE/evil.sh\n\tprocess = MODULE/evil.sh\n",
	".gitattributes":               "* filter=evil diff=evil\n",
	".git/objects/info/alternates": "",
	".git/refs/heads/.keep":        "",
	"hooks/post-checkout":          mark,
	".resilint.yml":                "version: 1\n",
	"main.go": "package main\n\n//go:generate MODULE/evil.sh\n\nimport (\n\t\"net/http\"\n\n\t_ \"example.com/hostile/tool\"\n)\n\n" +
		"// \x1b]0;pwned\a\x1b[2J comment\nfunc main() {\n\t_ = http.ListenAndServe(\":80\", nil) // \x1b[31m\u202e::error::\n}\n",
	"tool/tool.go":   "package tool\n\nimport \"os\"\n\nfunc init() { _ = os.WriteFile(os.Getenv(\"MARK\"), nil, 0o666) }\n",
	"esc\x1b[31m.go": "package main\n\nimport \"net/http\"\n\nfunc other() {\n\t_ = http.ListenAndServe(\":81\", nil)\n}\n",
	"cgo/cgo.go":     "package cgo\n\n// #cgo CFLAGS: -fplugin=MODULE/evil.so -B MODULE\n// #cgo LDFLAGS: -Wl,-wrap,MODULE/evil.sh\n// int f(void);\nimport \"C\"\n\nfunc F() { C.f() }\n",
}

// TestHostile analyses a repository that means harm, with an environment in which each
// command that might be run leaves a mark.
func TestHostile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands that leave a mark are shell scripts")
	}
	b := newBench(t, gen.Size{})
	top := t.TempDir()
	outside := filepath.Join(top, "outside")
	b.dir = filepath.Join(top, "repo")
	files := gen.Files{}
	for name, text := range hostile {
		files[name] = strings.ReplaceAll(text, "MODULE", b.dir)
	}
	victim := "package tool\n\nimport \"net/http\"\n\nfunc Serve() { s := &http.Server{Addr: \":80\"}; _ = s.ListenAndServe() }\n"
	if err := errors.Join(files.Write(b.dir), gen.Files{"victim.go": victim, "go.mod": "module victim\n"}.Write(outside)); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"linked": outside, "tool/victim.go": filepath.Join(outside, "victim.go"), ".resilint-cache": outside} {
		if err := os.Symlink(to, filepath.Join(b.dir, link)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	// The go command is the real one, whatever else might be run is not.
	tools := filepath.Join(top, "tools")
	fakes := gen.Files{}
	for _, name := range []string{"git", "hg", "svn", "bzr", "fossil", "jj", "make", "pkg-config", "swig", "gcc", "cc", "clang", "g++", "ssh", "curl", "vet"} {
		fakes[name] = mark
	}
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(fakes.Write(tools), os.Symlink(goCommand, filepath.Join(tools, "go"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"evil.sh", "vet", "hooks/post-checkout"} {
		if err := os.Chmod(filepath.Join(b.dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name := range fakes {
		if err := os.Chmod(filepath.Join(tools, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(top, "mark")
	cache := filepath.Join(top, "cache")
	before := tree(t, top, cache)
	for _, args := range [][]string{{"-v", "./..."}, {"-f", "json", "./..."}, {"-tests", "./..."}, {"-diff", "./..."}, {"map", "./..."}, {"config", "verify"}} {
		cmd := b.command("PATH="+tools, "MARK="+left, "RESILINT_CACHE="+cache, "TMPDIR="+t.TempDir())
		cmd.Args = append(cmd.Args[:1], args...)
		code, out, errs := finish(t, cmd)
		if args[0] == "-v" && (code != 2 || !strings.Contains(out, "main.go:13:") || !strings.Contains(out, `esc\x1b[31m.go:6:`)) {
			t.Errorf("%q: exit %d\n%s%s", args, code, out, errs)
		}
		for _, r := range out + errs {
			if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == '\u202e' && args[0] != "-f" {
				if args[0] == "-diff" {
					continue // a patch has to be what it changes
				}
				t.Errorf("%q writes the character %q", args, r)
				break
			}
		}
	}
	if text, err := os.ReadFile(left); err == nil {
		for line := range strings.Lines(string(text)) {
			// Cgo is the go command's: it asks a C compiler, which the user has chosen, and
			// lets no flag through that makes one run something.
			if name := filepath.Base(strings.Fields(line)[0]); name != "gcc" && name != "cc" || strings.Contains(line, b.dir) {
				t.Errorf("something was run: %s", line)
			}
		}
		if err := os.Remove(left); err != nil {
			t.Fatal(err)
		}
	}
	if after := tree(t, top, cache); !slices.Equal(before, after) {
		t.Errorf("files have changed: %q, before %q", after, before)
	}
	// -fix changes the module and nothing that a link in it leads to.
	cmd := b.command("PATH="+tools, "MARK="+left, "RESILINT_CACHE="+cache)
	cmd.Args = append(cmd.Args[:1], "-fix", "./...")
	_, _, errs := finish(t, cmd)
	if text, err := os.ReadFile(filepath.Join(outside, "victim.go")); err != nil || string(text) != victim {
		t.Errorf("a file outside was changed: %v\n%s", err, text)
	}
	if !strings.Contains(errs, "victim.go") || !strings.Contains(errs, "a link to a place outside its module") {
		t.Errorf("-fix does not say what it leaves, and why: %s", errs)
	}
}

// tree lists what lies below dir with the contents of files, the cache left out.
func tree(t *testing.T, dir, without string) []string {
	t.Helper()
	var out []string
	for _, name := range files(t, dir) {
		if strings.HasPrefix(name, without+string(filepath.Separator)) || filepath.Base(name) == "mark" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			text = []byte(err.Error())
		}
		out = append(out, strings.TrimPrefix(name, dir)+"\n"+string(text))
	}
	return out
}

// TestHostileBaseline names files outside the repository as its baseline, which resilint
// baseline would write. None of them is read or written unless a flag names it.
func TestHostileBaseline(t *testing.T) {
	top := t.TempDir()
	b := newBench(t, gen.Size{})
	b.dir = filepath.Join(top, "repo")
	known := "version: 1\nfindings: []\n"
	repo := gen.Files{
		"go.mod":  "module example.com/hostile\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"net/http\"\n\nfunc main() {\n\t_ = http.ListenAndServe(\":80\", nil)\n}\n",
	}
	outside := gen.Files{"known.yml": known, ".bashrc": "# mine\n"}
	if err := errors.Join(repo.Write(b.dir), outside.Write(filepath.Join(top, "outside"))); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"folder": "outside", "file.yml": "outside/known.yml", "new.yml": "outside/none.yml", ".resilint-baseline.yml": "outside/known.yml"}
	for link, to := range links {
		if err := os.Symlink(filepath.Join(top, filepath.FromSlash(to)), filepath.Join(b.dir, link)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	cache := filepath.Join(top, "cache")
	for _, name := range []string{
		"../outside/known.yml", "../outside/.bashrc", "../outside/none.yml", "sub/../../outside/known.yml", filepath.ToSlash(filepath.Join(top, "outside", "none.yml")),
		"folder/known.yml", "folder/none.yml", "folder/none/none.yml", "file.yml", ".resilint-baseline.yml", "", // none is named, and one is there
	} {
		text := "version: 1\n"
		if name != "" {
			text += "baseline: " + name + "\n"
		}
		if err := (gen.Files{".resilint.yml": text}).Write(b.dir); err != nil {
			t.Fatal(err)
		}
		before := tree(t, top, cache)
		for _, args := range [][]string{{"./..."}, {"baseline", "write"}, {"baseline", "write", "-force"}, {"baseline", "prune"}, {"baseline", "check"}} {
			cmd := b.command("RESILINT_CACHE=" + cache)
			cmd.Args = append(cmd.Args[:1], args...)
			if code, out, errs := finish(t, cmd); code != 2 || out != "" || !strings.Contains(errs, "outside of") || !strings.Contains(errs, "name it with -baseline FILE") {
				t.Errorf("%q, %q: exit %d\n%s%s", name, args, code, out, errs)
			}
		}
		if after := tree(t, top, cache); !slices.Equal(before, after) {
			t.Errorf("%q: files have changed: %q, before %q", name, after, before)
		}
	}
	// A link to what is not there gives way to the file, and a flag counts as the user's word.
	for _, args := range [][]string{{"baseline", "write"}, {"baseline", "write", "-baseline", "../outside/none.yml"}} {
		if err := (gen.Files{".resilint.yml": "version: 1\nbaseline: new.yml\n"}).Write(b.dir); err != nil {
			t.Fatal(err)
		}
		cmd := b.command("RESILINT_CACHE=" + cache)
		cmd.Args = append(cmd.Args[:1], args...)
		code, out, errs := finish(t, cmd)
		_, err := os.Stat(filepath.Join(top, "outside", "none.yml"))
		if named := len(args) > 2; code != 0 || named != (err == nil) {
			t.Errorf("%q: exit %d, %v\n%s%s", args, code, err, out, errs)
		}
	}
}
