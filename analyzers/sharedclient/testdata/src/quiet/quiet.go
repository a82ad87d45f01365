// Package quiet holds nothing to report.
package quiet

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"
)

type Client struct {
	hc   *http.Client
	base string
}

// New falls back to the default where nobody brings a client.
func New(hc *http.Client) *Client {
	if hc == nil {
		hc = http.DefaultClient
	}
	return &Client{hc: hc, base: "https://api.example.com"}
}

func (c *Client) Get(path string) (*http.Response, error) { return c.hc.Get(c.base + path) }

func clientFor(d time.Duration) *http.Client {
	return &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: d}
}

type service struct{ a, b *http.Client }

func newService() *service { return &service{a: clientFor(time.Second), b: clientFor(time.Minute)} }

func do(c *http.Client, u string) (*http.Response, error) { return c.Get(u) }

func (s *service) both() {
	_, _ = do(s.a, "https://a.example.com/")
	_, _ = do(s.b, "https://b.example.org/")
}

var uploads = &http.Client{Timeout: time.Minute}

// one provider on two subdomains
func upload() {
	_, _ = uploads.Get("https://api.provider.com/token")
	_, _ = uploads.Get("https://uploads.provider.com/file")
}

var hooks = &http.Client{Timeout: time.Minute}

// hosts that are data
func hook(a, b string) {
	_, _ = hooks.Get(a)
	_, _ = hooks.Get(b)
}

type cache struct {
	mu sync.Mutex
	ts map[string]*http.Transport
}

func (c *cache) get(ctx context.Context, host string) (*http.Response, error) {
	c.mu.Lock()
	t := c.ts[host]
	if t == nil {
		t = &http.Transport{}
		c.ts[host] = t
	}
	c.mu.Unlock()
	return (&http.Client{Transport: t}).Get(host)
}

func probe(u string) (*http.Response, error) {
	t := &http.Transport{DisableKeepAlives: true}
	return (&http.Client{Transport: t}).Get(u)
}

func closing(u string) error {
	t := &http.Transport{}
	defer t.CloseIdleConnections()
	_, err := (&http.Client{Transport: t}).Get(u)
	return err
}

var once sync.Once

func lazily(u string) {
	once.Do(func() {
		t := &http.Transport{}
		_, _ = (&http.Client{Transport: t}).Get(u)
	})
}

func ping(w http.ResponseWriter, r *http.Request) {
	db, err := sql.Open("x", "y")
	if err != nil {
		return
	}
	defer db.Close()
	_ = db.PingContext(r.Context())
}

// migrate is no request.
func migrate(ctx context.Context) error {
	db, err := sql.Open("x", "y")
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "CREATE TABLE t")
	return err
}
