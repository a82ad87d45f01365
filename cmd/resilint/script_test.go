package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"resilint": func() { os.Exit(run()) }})
}

// TestScripts runs the scripts of testdata/script, each in a folder of its own, with a
// cache of its own and without a network.
func TestScripts(t *testing.T) {
	keep, err := goEnv("GOCACHE", "GOMODCACHE")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, keep...)
			e.Vars = append(e.Vars,
				"RESILINT_CACHE="+filepath.Join(e.WorkDir, ".cache"),
				"GOPROXY=off", "GOFLAGS=", "GOTOOLCHAIN=local", "GOWORK=")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" { // root can write whatever is read-only
				return os.Geteuid() == 0, nil
			}
			return false, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"block":  block,
			"dos":    dos,
			"exits":  exits,
			"garble": garble,
			"hide":   hide,
		},
	})
}

// goEnv gives the settings as NAME=value, so that scripts share what go has cached.
func goEnv(names ...string) ([]string, error) {
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return nil, err
	}
	values := strings.Split(strings.TrimSpace(string(out)), "\n")
	var vars []string
	for i, v := range values {
		vars = append(vars, names[i]+"="+v)
	}
	return vars, nil
}

// exits runs a command and wants a certain exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [args...]")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if want := args[0]; strconv.Itoa(got) != want {
		ts.Fatalf("exit %d, want %s", got, want)
	}
}

// garble overwrites every file below the folders by something that is no cache entry.
func garble(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: garble dir...")
	}
	eachFile(ts, args, func(name string) error {
		return os.WriteFile(name, []byte("not what was written here"), 0o666)
	})
}

// dos gives files a byte order mark and the ends of lines that Windows has.
func dos(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: dos file...")
	}
	for _, name := range args {
		text := "\ufeff" + strings.ReplaceAll(ts.ReadFile(name), "\n", "\r\n")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}

// hide takes the folders out of PATH that hold a command.
func hide(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hide command")
	}
	var left []string
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, args[0])); err != nil {
			left = append(left, dir)
		}
	}
	ts.Setenv("PATH", strings.Join(left, string(os.PathListSeparator)))
}

// block puts a folder in the place of every file below the folders, which nobody can
// read or write as a file, not even root.
func block(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: block dir...")
	}
	eachFile(ts, args, func(name string) error {
		return errors.Join(os.Remove(name), os.Mkdir(name, 0o777))
	})
}

func eachFile(ts *testscript.TestScript, dirs []string, change func(name string) error) {
	var files []string
	for _, dir := range dirs {
		ts.Check(filepath.WalkDir(ts.MkAbs(dir), func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, name)
			}
			return err
		}))
	}
	if len(files) == 0 {
		ts.Fatalf("no files in %q", dirs)
	}
	for _, name := range files {
		ts.Check(change(name))
	}
}
