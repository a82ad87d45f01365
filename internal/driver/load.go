package driver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/resilint/resilint/internal/driver/listkey"
)

// listFields are the fields of go list's answer that are asked for. DepsErrors and
// Deps would double the size of the answer, and Export would compile everything.
const listFields = "ImportPath,Name,Dir,Standard,DepOnly,ForTest,Module,GoFiles,CgoFiles," +
	"IgnoredGoFiles,IgnoredOtherFiles,CFiles,CXXFiles,MFiles,HFiles,FFiles,SFiles," +
	"SwigFiles,SwigCXXFiles,Imports,ImportMap,Error"

// listed is one package as go list describes it.
type listed struct {
	ImportPath string
	Name       string
	Dir        string
	Standard   bool
	DepOnly    bool
	ForTest    string
	Module     *listedModule

	GoFiles           []string
	CgoFiles          []string
	IgnoredGoFiles    []string
	IgnoredOtherFiles []string
	CFiles            []string
	CXXFiles          []string
	MFiles            []string
	HFiles            []string
	FFiles            []string
	SFiles            []string
	SwigFiles         []string
	SwigCXXFiles      []string

	// CompiledGoFiles is only known of cgo packages that are loaded (see cgo.go).
	CompiledGoFiles []string

	Imports   []string
	ImportMap map[string]string
	Error     *listedError

	DepsErrors []*listedError // only asked for where cgo is run
}

type listedModule struct {
	Path      string
	Version   string
	Main      bool
	Dir       string
	GoVersion string
	Replace   *listedModule
}

type listedError struct {
	ImportStack []string
	Pos         string
	Err         string
}

// otherFiles lists the files of the package that are not Go.
func (l *listed) otherFiles() []string {
	var out []string
	for _, list := range [][]string{l.CFiles, l.CXXFiles, l.MFiles, l.HFiles, l.FFiles,
		l.SFiles, l.SwigFiles, l.SwigCXXFiles} {
		out = append(out, list...)
	}
	return out
}

// abs gives the files with the package's folder before them.
func (l *listed) abs(files []string) []string {
	out := make([]string, 0, len(files))
	for _, f := range files {
		if !filepath.IsAbs(f) {
			f = filepath.Join(l.Dir, f)
		}
		out = append(out, f)
	}
	return out
}

// isTestMain says whether the package is the main that go test generates.
func (l *listed) isTestMain() bool {
	return l.Name == "main" && strings.HasSuffix(l.ImportPath, ".test") &&
		len(l.GoFiles) == 1 && filepath.IsAbs(l.GoFiles[0])
}

// load gets the packages and the environment, from the go command or from what it said last
// time, and builds the graph.
func (r *run) load(ctx context.Context) error {
	key := r.listKey()
	r.hashes = newHasher(r.workers, r.opts.Overlay.ReadFile, key)
	pkgs, known := r.recall(key)
	if !known {
		var err error
		if pkgs, err = r.ask(ctx, key); err != nil {
			return err
		}
	}
	if newer(r.env["GOVERSION"], runtime.Version()) {
		r.warn(fmt.Sprintf("the go command is %s, and this program was built with %s: what is new in the language it cannot read",
			r.env["GOVERSION"], runtime.Version()))
	}
	r.shuffle(pkgs)
	r.build(pkgs)
	return r.checkRoots()
}

// listArgs are the arguments of go list, without the patterns.
func (r *run) listArgs() []string {
	return append([]string{"list", "-e", "-deps", "-json=" + listFields}, r.listFlags()...)
}

// patterns are what go list is asked for.
func (r *run) patterns() []string {
	if len(r.opts.Patterns) == 0 {
		return []string{"."}
	}
	return r.opts.Patterns
}

// ask asks the go command, and keeps what it says if that can be kept.
func (r *run) ask(ctx context.Context, key *listkey.Key) ([]*listed, error) {
	r.wasAsked = true
	envc := make(chan error, 1)
	go func() { envc <- r.loadEnv(ctx) }()

	args := append(append(r.listArgs(), "--"), r.patterns()...)
	var pkgs []*listed
	stderr, listErr := r.goList(ctx, args, func(l *listed) {
		pkgs = append(pkgs, l)
		if l.mayBeSource() {
			r.hashes.start(l) // overlaps with what go list still has to do
		}
	})
	if err := <-envc; err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if listErr != nil && len(pkgs) == 0 {
		return nil, fmt.Errorf("go list: %w", withStderr(listErr, stderr))
	}
	if len(pkgs) == 0 && !r.opts.missing {
		return nil, withStderr(errNothing, stderr)
	}
	if listErr == nil {
		r.listed = pkgs
		if stderr == "" {
			r.remember(key, pkgs)
		}
	} else {
		r.problem(Problem{Message: "go list: " + oneLine(withStderr(listErr, stderr).Error())})
	}
	for line := range strings.Lines(stderr) {
		// For one: that a pattern among several matched nothing.
		if r.opts.missing {
			break
		}
		if w, ok := strings.CutPrefix(line, "go: warning: "); ok {
			r.warn(oneLine(w))
		}
	}
	return pkgs, nil
}

// shuffle brings the packages into the order that a test asks for.
func (r *run) shuffle(pkgs []*listed) {
	seed := r.opts.Shuffle
	if seed == 0 {
		return
	}
	rand.New(rand.NewPCG(seed, seed)).Shuffle(len(pkgs), func(i, j int) { pkgs[i], pkgs[j] = pkgs[j], pkgs[i] })
}

// listFlags are the flags that each call of go list shares.
func (r *run) listFlags() []string {
	flags := r.opts.Overlay.flags()
	if r.opts.Tests {
		flags = append(flags, "-test")
	}
	if r.opts.Tags != "" {
		flags = append(flags, "-tags="+r.opts.Tags)
	}
	return flags
}

// goList runs go with the arguments and hands on each package of the answer as it comes.
func (r *run) goList(ctx context.Context, args []string, each func(*listed)) (string, error) {
	cmd := r.goCommand(ctx, args)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	dec := json.NewDecoder(bufio.NewReaderSize(out, 1<<16))
	var decErr error
	for decErr == nil {
		l := new(listed)
		if decErr = dec.Decode(l); decErr == nil {
			each(l)
		}
	}
	if errors.Is(decErr, io.EOF) {
		decErr = nil
	} else {
		_, _ = io.Copy(io.Discard, out) // let the command end by itself
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return stderr.String(), errors.Join(decErr, err)
}

func (r *run) goCommand(ctx context.Context, args []string) *exec.Cmd {
	if r.opts.asked != nil {
		r.opts.asked(args)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.opts.Dir
	cmd.Env = r.opts.Env
	cmd.WaitDelay = 5 * time.Second // a child of a killed go command may hold its output
	return cmd
}

// loadEnv asks for the settings that files, sizes and keys depend on.
func (r *run) loadEnv(ctx context.Context) error {
	cmd := r.goCommand(ctx, []string{"env", "-json"})
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("go env: %w", withStderr(err, stderr.String()))
	}
	if err := json.Unmarshal(out, &r.env); err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	return nil
}

// newer says whether a is of a later Go release than b. Development versions are of none.
func newer(a, b string) bool {
	la, lb := version.Lang(a), version.Lang(b)
	return la != "" && lb != "" && version.Compare(la, lb) > 0
}

func withStderr(err error, stderr string) error {
	if s := strings.TrimSpace(stderr); s != "" {
		return fmt.Errorf("%w: %s", err, oneLine(s))
	}
	return err
}

// oneLine makes one line of what the go command and the type checker say in several.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// parallel calls f(0) … f(n-1) from as many goroutines as there are workers.
func parallel(workers, n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(workers, n) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
