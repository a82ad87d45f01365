package golangci_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/doors/doorstest"
)

// A door is a golangci-lint with the plugin, and where it keeps what it has seen.
type door struct {
	lint, config string
	cache        []string
}

// run runs it on a folder with a configuration, cold and then again with what it has
// cached by then, wants the same answer, and gives "file:line code" of each finding.
func (d door) run(t *testing.T, dir, config string, flags ...string) string {
	t.Helper()
	args := append([]string{d.lint, "run", "--allow-parallel-runners", "-c", write(t, config), "--path-mode=abs",
		"--output.json.path=stdout", "--show-stats=false"}, flags...)
	var answers [2]string
	for i := range answers {
		stdout, stderr := doorstest.Command(t, dir, d.cache, args...)
		if stderr != "" {
			t.Errorf("golangci-lint: %s", stderr)
		}
		var lines []string
		for _, f := range issues(t, dir, stdout) {
			lines = append(lines, f.Code+": "+f.Text)
		}
		answers[i] = strings.Join(lines, "\n")
	}
	if answers[0] != answers[1] {
		t.Errorf("another answer from the cache:\n%s\ninstead of\n%s", answers[1], answers[0])
	}
	return answers[0]
}

// service is a module with two faults, of which golangci-lint is asked in many ways.
var service = map[string]string{
	"go.mod": "module example.com/mail\n\ngo 1.26\n",
	"mail.go": `// Package mail sends.
package mail

import (
	"net/http"
	"net/smtp"
)

// Serve is a service.
func Serve() {
	http.HandleFunc("/send", func(http.ResponseWriter, *http.Request) { send() })
	s := &http.Server{Addr: ":8080", ReadHeaderTimeout: 1e9, IdleTimeout: 1e9}
	s.ListenAndServe()
}

func send() { smtp.SendMail("mail.example:25", nil, "me", nil, nil) }
`,
	"queue.go": `package mail

import "net/http"

var more = make(chan *http.Request, 5_000_000)

func queue(_ http.ResponseWriter, r *http.Request) { more <- r }
`,
}

const (
	sends = `missingdeadline/noctx: func send() { smtp.SendMail("mail.example:25", nil, "me", nil, nil) }`
	waits = `unboundedqueue/capacity: var more = make(chan *http.Request, 5_000_000)`
)

func unpack(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range service {
		put(t, dir, name, text)
	}
	return dir
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (d door) wants(t *testing.T, dir, config string, want []string, flags ...string) {
	t.Helper()
	if got := d.run(t, dir, config, flags...); got != strings.Join(want, "\n") {
		t.Errorf("shown is\n%s\ninstead of\n%s", got, strings.Join(want, "\n"))
	}
}

// newFromRev: only what stands on lines that a revision has not is shown.
func (d door) newFromRev(t *testing.T) {
	dir := unpack(t)
	d.wants(t, dir, d.config, []string{sends, waits}, "./...")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."},
		{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "all"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("no git repository can be made here: %v: %s", err, out)
		}
	}
	d.wants(t, dir, d.config, nil, "--new-from-rev=HEAD", "./...")
	put(t, dir, "again.go", `package mail

import (
	"net/http"
	"net/smtp"
)

// Again serves more.
func Again() { http.HandleFunc("/again", func(http.ResponseWriter, *http.Request) { repeat() }) }

func repeat() { smtp.SendMail("mail.example:26", nil, "me", nil, nil) }
`)
	d.wants(t, dir, d.config, []string{strings.NewReplacer("send()", "repeat()", ":25", ":26").Replace(sends)}, "--new-from-rev=HEAD", "./...")
}

// nolint: a comment silences, and nolintlint judges those that do not.
func (d door) nolint(t *testing.T) {
	dir := unpack(t)
	put(t, dir, "mail.go", strings.Replace(service["mail.go"], "func send()", "//nolint:resilint // the relay ends it\nfunc send()", 1))
	put(t, dir, "none.go", "package mail\n\n//nolint:resilint // nothing is wrong here\nfunc none() {}\n")
	d.wants(t, dir, d.config, []string{waits}, "./...")
	judged := strings.Replace(d.config, "    - resilint\n", "    - resilint\n    - nolintlint\n", 1)
	stdout, _ := doorstest.Command(t, dir, d.cache, d.lint, "run", "--allow-parallel-runners", "-c", write(t, judged), "./...")
	if strings.Count(stdout, "(nolintlint)") != 1 || !strings.Contains(stdout, "none.go:3:1: directive") {
		t.Errorf("nolintlint does not find the one comment that silences nothing:\n%s", stdout)
	}
}

// settings: each setting changes what is shown.
func (d door) settings(t *testing.T) {
	dir := unpack(t)
	with := func(old, new string) string {
		out := strings.Replace(d.config, old, new, 1)
		if out == d.config {
			t.Errorf("the sample has no %q", old)
		}
		return out
	}
	const last = "confidence: medium\n"
	const indent = "          "
	for _, c := range []struct {
		name, config string
		want         []string
	}{
		{"checks", with("checks: [default]", "checks: [default, -missingdeadline]"), []string{waits}},
		{"options of rules", with(last, last+indent+"rules:\n"+indent+"  unboundedqueue: {capacity: 6000000}\n"), []string{sends}},
		{"stated", with(last, last+indent+"stated:\n"+indent+"  - {symbol: example.com/mail.send, bounded: {duration: 2s, reason: the relay ends it}}\n"), []string{waits}},
	} {
		t.Run(c.name, func(t *testing.T) { d.wants(t, dir, c.config, c.want, "./...") })
	}
}
