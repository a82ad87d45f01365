// Package quiet is right, or none of the rule's business: nothing is found in it.
package quiet

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

// The context has a deadline, somewhere on its way.

func now(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return db.PingContext(context.WithValue(ctx, key{}, 1))
}

type key struct{}

// short makes the context of all its callers.
func short(parent context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(parent, time.Second)
}

func throughHelper(db *sql.DB) error {
	ctx, cancel := short(context.Background())
	defer cancel()
	return db.PingContext(ctx)
}

// The callee sets a deadline of its own, so what its caller passes does not matter.
func callee(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Second))
	defer cancel()
	return db.PingContext(ctx)
}

func passesRoot(db *sql.DB) error { return callee(context.Background(), db) }

// A parameter is nobody's fault until a caller supplies a root.
func forwards(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

// A parameter with a stand-in for nil.
func standIn(ctx context.Context, db *sql.DB) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return db.PingContext(ctx)
}

// A deliberate detachment with a bound of its own.
func detached(ctx context.Context, db *sql.DB) error {
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return db.PingContext(own)
}

// Where one of two origins has a deadline, or can't be followed, the call counts as bounded.
func either(db *sql.DB, fast bool, kept map[string]context.Context) error {
	ctx := context.Background()
	if fast {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	return errors.Join(db.PingContext(ctx), db.PingContext(kept["a"]))
}

// The client bounds the request: in its literal, later, in a helper, through its transport.

var shared = &http.Client{Timeout: time.Second}

type api struct {
	http *http.Client
	slow *http.Client
}

func newAPI() *api {
	a := &api{http: &http.Client{}, slow: withTimeout(&http.Client{})}
	a.http.Timeout = time.Second
	return a
}

func withTimeout(c *http.Client) *http.Client {
	c.Timeout = time.Minute
	return c
}

func (a *api) get(ctx context.Context) error {
	req, err := http.NewRequest(http.MethodGet, "http://stock.internal/", nil)
	if err != nil {
		return err
	}
	for _, c := range []*http.Client{a.http, a.slow, shared} {
		if _, err := c.Do(req); err != nil {
			return err
		}
	}
	if _, err := shared.Get("http://stock.internal/"); err != nil {
		return err
	}
	if _, err := a.http.Do(req); err != nil {
		return err
	}
	_, err = a.slow.Do(req)
	return err
}

func header() (*http.Response, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = time.Second
	return (&http.Client{Transport: t}).Get("http://stock.internal/")
}

// A zero client is fine where every request brings a deadline.
func deadlinePerRequest() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://stock.internal/", nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

// Local dials, and dials with a limit.
func dials() error {
	if _, err := net.Dial("unix", "/run/agent.sock"); err != nil {
		return err
	}
	if _, err := net.Dial("udp", "metrics.internal:8125"); err != nil {
		return err
	}
	_, err := net.DialTimeout("tcp", "stock.internal:80", time.Second)
	return err
}

// A child process outside a request may run as long as its work takes, and one with a
// person before it, or one that is supervised, as long as it likes.
func build() error { return exec.Command("make", "all").Run() }

func edit(w http.ResponseWriter, r *http.Request) {
	c := exec.Command("vi", "notes")
	c.Stdin = os.Stdin
	c.Run()

	child := exec.Command("agent")
	if child.Start() == nil {
		go child.Wait()
	}
}
