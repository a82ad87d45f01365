package listkey

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// environ is the environment of the go command.
type environ struct {
	vars map[string]string
	wd   string // the folder it would run in, by the name it has there
}

func newEnviron(env []string, dir string) *environ {
	inherited := env == nil
	if inherited {
		env = os.Environ()
	}
	e := &environ{vars: make(map[string]string, len(env))}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		e.vars[upper(name)] = value
	}
	e.wd = e.folder(dir, inherited)
	return e
}

// upper is the name of a variable as names are told apart.
func upper(name string) string {
	if runtime.GOOS == "windows" {
		return strings.ToUpper(name)
	}
	return name
}

func (e *environ) get(name string) string { return e.vars[upper(name)] }

// folder gives the working folder as the go command will name it: by $PWD, where that is a
// name of it. "" is that it cannot be told.
func (e *environ) folder(dir string, inherited bool) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	if runtime.GOOS == "windows" {
		return abs
	}
	pwd := e.get("PWD")
	if inherited && dir != "" { // which os/exec sets
		pwd = abs
	}
	a, errA := os.Stat(abs)
	b, errB := os.Stat(pwd)
	if filepath.IsAbs(pwd) && errA == nil && errB == nil && os.SameFile(a, b) {
		return filepath.Clean(pwd)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return ""
	}
	return abs
}

// What the go command reads of the environment. All that begins with a prefix counts.
var (
	varPrefixes = []string{"GO", "CGO_", "GIT_", "PKG_CONFIG", "GCCGO"}
	varNames    = []string{"CC", "CXX", "FC", "AR", "PATH", "PATHEXT", "HOME", "USERPROFILE", "PWD", "XDG_CONFIG_HOME",
		"XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TMP", "TEMP"}
)

// compilers are the C compilers that the go command looks for when cgo is not said to be
// off or on.
var compilers = []string{"gcc", "clang", "cc"}

// question takes the environment, and the go command with its settings. It is not ok where
// one of them cannot be told.
func (k *Key) question(h sumHash) bool {
	if k.env.wd == "" {
		return false
	}
	h.strings(runtime.GOOS, runtime.GOARCH, k.env.wd, k.query.Dir, strconv.FormatBool(k.query.Env == nil))
	var vars []string
	for name, value := range k.env.vars {
		if slices.Contains(varNames, name) || slices.ContainsFunc(varPrefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
			vars = append(vars, name+"="+value)
		}
	}
	slices.Sort(vars)
	h.strings(vars...)
	for _, name := range compilers {
		h.strings(name, k.env.lookPath(name))
	}
	// Of which the go command warns.
	h.strings(k.env.gopath(), strconv.FormatBool(isThere(filepath.Join(k.env.gopath(), "go.mod"))))
	return k.goCommand(h) && k.userSettings(h)
}

// gopath is the first folder of GOPATH, as far as the environment tells.
func (e *environ) gopath() string {
	list := filepath.SplitList(e.get("GOPATH"))
	if len(list) > 0 {
		return list[0]
	}
	home := "HOME"
	switch runtime.GOOS {
	case "windows":
		home = "USERPROFILE"
	case "plan9":
		home = "home"
	}
	return filepath.Join(e.get(home), "go")
}

// lookPath gives the program of the name as the go command finds it.
func (e *environ) lookPath(name string) string {
	for _, dir := range filepath.SplitList(e.get("PATH")) {
		file := filepath.Join(dir, name)
		if runtime.GOOS == "windows" {
			file += ".exe"
		}
		if info, err := os.Stat(file); err == nil && !info.IsDir() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return file
		}
	}
	return ""
}

// goCommand takes the go command that would be run: the program itself, which has to lie in
// a Go installation, and what that says of itself.
func (k *Key) goCommand(h sumHash) bool {
	file, err := exec.LookPath("go") // as os/exec does
	if err != nil {
		return false
	}
	if file, err = filepath.Abs(file); err != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil || filepath.Base(filepath.Dir(real)) != "bin" {
		return false
	}
	info, err := os.Stat(real)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	k.goroot = filepath.Dir(filepath.Dir(real))
	h.strings(file, real, strconv.FormatInt(info.Size(), 10), info.ModTime().UTC().String())
	version, ok := h.file(filepath.Join(k.goroot, "VERSION"))
	if !ok || len(version) == 0 {
		return false // built from a checkout: its standard library may change
	}
	_, ok = h.file(filepath.Join(k.goroot, "go.env"))
	return ok
}

// userSettings takes what `go env -w` has written.
func (k *Key) userSettings(h sumHash) bool {
	file := k.env.get("GOENV")
	if file == "off" {
		return true
	}
	if file == "" {
		dir := k.env.configDir()
		if dir == "" {
			return true // the go command has none either
		}
		file = filepath.Join(dir, "go", "env")
	}
	_, ok := h.file(file)
	return ok
}

// configDir is os.UserConfigDir under the environment.
func (e *environ) configDir() string {
	home := e.get("HOME")
	switch runtime.GOOS {
	case "windows":
		return e.get("APPDATA")
	case "darwin", "ios":
		if home == "" {
			return ""
		}
		return home + "/Library/Application Support"
	case "plan9":
		return e.get("home") + "/lib"
	}
	if dir := e.get("XDG_CONFIG_HOME"); dir != "" {
		return dir
	}
	if home == "" {
		return ""
	}
	return home + "/.config"
}

// harmless are the flags in GOFLAGS with which go list reads no other files than those of
// the key.
var harmless = []string{"mod", "modcacherw", "tags", "trimpath", "buildvcs", "race", "msan", "asan", "cover", "p", "v",
	"count", "short", "timeout", "failfast", "parallel", "ldflags", "gcflags", "asmflags", "buildmode", "vet"}

// Settled tells whether the go command, asked for its settings, takes its modules, its
// standard library and its C compiler from where the key has them from.
func (k *Key) Settled(env map[string]string) bool {
	mod := env["GOMOD"]
	if mod == os.DevNull {
		mod = ""
	}
	work := env["GOWORK"]
	if work == "off" {
		work = ""
	}
	paths := filepath.SplitList(env["GOPATH"])
	if len(paths) == 0 || filepath.Clean(paths[0]) != filepath.Clean(k.env.gopath()) {
		return false
	}
	if mod != k.gomod || work != k.gowork || !sameFolder(env["GOROOT"], k.goroot) {
		return false
	}
	if k.env.get("CC") == "" && !slices.Contains(compilers, env["CC"]) {
		return false
	}
	for _, flag := range strings.Fields(env["GOFLAGS"]) {
		name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		if !strings.HasPrefix(flag, "-") || !slices.Contains(harmless, name) {
			return false // values with spaces among them
		}
	}
	return true
}

func sameFolder(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
