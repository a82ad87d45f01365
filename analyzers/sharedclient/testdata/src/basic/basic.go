// Package basic has one fault of each kind, and its near misses.
package basic

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"time"
)

func direct(host string) error {
	resp, err := http.Get(host) // want `basic.direct calls through http.DefaultClient: .* basic.direct → http.Get; .* \(sharedclient/default\)`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

var alias = http.DefaultClient

func named(req *http.Request) (*http.Response, error) {
	return alias.Do(req) // want `http.DefaultClient, which alias holds: .*sharedclient/default`
}

type rates struct{ hc *http.Client }

func newRates() *rates { return &rates{hc: http.DefaultClient} }

func (r *rates) get(req *http.Request) (*http.Response, error) {
	return r.hc.Do(req) // want `which hc holds.*sharedclient/default`
}

func send(c *http.Client, req *http.Request) (*http.Response, error) { return c.Do(req) }

func handed(req *http.Request) (*http.Response, error) {
	return send(http.DefaultClient, req) // want `basic.handed → basic.send → http.Client.Do.*sharedclient/default`
}

// twice calls one dependency two times: one report.
func twice() {
	_, _ = http.Get("https://a.example.com/one") // want `calls a.example.com through`
	_, _ = http.Get("https://a.example.com/two")
}

func relax() *http.Client {
	t := http.DefaultTransport.(*http.Transport)
	t.TLSHandshakeTimeout = time.Minute // want `basic.relax writes TLSHandshakeTimeout, MaxIdleConns of http.DefaultTransport: .*sharedclient/mutate`
	t.MaxIdleConns = 7
	return &http.Client{Transport: t}
}

func limit(c *http.Client, d time.Duration) { c.Timeout = d }

func limitAll() {
	limit(http.DefaultClient, time.Second) // want `basic.limitAll → basic.limit writes Timeout of http.DefaultClient`
	http.DefaultTransport = nil            // want `basic.limitAll replaces http.DefaultTransport`
}

func copied() (*http.Client, *http.Transport) {
	c := *http.DefaultClient
	c.Timeout = time.Second
	t := http.DefaultTransport.(*http.Transport)
	t = t.Clone()
	t.MaxIdleConns = 3
	return &c, t
}

func perCall(ctx context.Context, u string) (*http.Response, error) {
	t := http.DefaultTransport.(*http.Transport).Clone() // want `each call of basic.perCall makes a transport.*sharedclient/percall`
	c := &http.Client{Transport: t}
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func open() (*sql.DB, error) {
	return sql.Open("x", "y") // want `each request opens and closes a sql.DB of its own: basic.serve → basic.query → basic.open → sql.Open`
}

func query(ctx context.Context) error {
	db, err := open()
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "DELETE FROM t")
	return err
}

func serve(w http.ResponseWriter, r *http.Request) {
	if err := query(r.Context()); err != nil {
		http.Error(w, err.Error(), 500)
	}
}

type engine struct{ client *http.Client }

func newEngine() *engine {
	return &engine{client: &http.Client{Timeout: time.Second}} // want `one client in client \(http.Client\) calls geo.example.com and fx.example.org, from basic.engine.geo and basic.engine.fx: .*sharedclient/shared`
}

func (e *engine) geo(q string) (*http.Response, error) {
	return e.client.Get("https://geo.example.com/search?q=" + q)
}

func (e *engine) fx(from string) (*http.Response, error) {
	u := fmt.Sprintf("%s/latest/%s", fxBase, from)
	return e.client.Get(u)
}

const fxBase = "https://fx.example.org"

type inventory struct {
	base   string
	client *http.Client
}

type shipping struct {
	base   string
	client *http.Client
}

func (i *inventory) reserve() (*http.Response, error) { return i.client.Get(i.base + "/reserve") }
func (s *shipping) book() (*http.Response, error)     { return s.client.Get(s.base + "/book") }

func both(inv, ship string) (*inventory, *shipping) {
	c := &http.Client{Timeout: time.Second} // want `calls the base URL of basic.inventory and the base URL of basic.shipping`
	return &inventory{base: inv, client: c}, &shipping{base: ship, client: c}
}
