// Package more holds what is wrong in less usual forms.
package more

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Values of functions that call through the default client.

type fetcher struct {
	get func(string) (*http.Response, error)
}

func newFetcher() *fetcher { return &fetcher{get: http.Get} }

func (f *fetcher) fetch(url string) (*http.Response, error) {
	return f.get(url) // want `more.fetcher.fetch calls through http.DefaultClient, which get holds: .*more.fetcher.fetch → http.Get`
}

var send = http.DefaultClient.Do

func sendOne(r *http.Request) (*http.Response, error) {
	return send(r) // want `more.sendOne calls through http.DefaultClient, which send holds`
}

func replace() {
	*http.DefaultClient = http.Client{Timeout: time.Second} // want `more.replace replaces http.DefaultClient`
}

// An interface of the program's own for a client.

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type sms struct{ d doer }

func (s *sms) send(ctx context.Context) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, "POST", "https://sms.carrier.example/send", nil)
	if err != nil {
		return nil, err
	}
	return s.d.Do(r)
}

type geo struct{ d doer }

func (g *geo) find(ctx context.Context) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", "https://geo.maps.test/find", nil)
	if err != nil {
		return nil, err
	}
	return g.d.Do(r)
}

func wire() (*sms, *geo) {
	c := &http.Client{Timeout: time.Second} // want `one client in d \(http.Client\) calls sms.carrier.example and geo.maps.test`
	return &sms{d: c}, &geo{d: c}
}

// Structs that hold what is made for each request.

type api struct {
	base string
	c    *http.Client
}

func newAPI(base string) *api {
	return &api{base: base, c: &http.Client{Transport: &http.Transport{MaxIdleConns: 4}}} // want `each request makes a transport, .*more.handler.ServeHTTP → more.newAPI → &http.Transport`
}

func (a *api) get(path string) (*http.Response, error) { return a.c.Get(a.base + path) }

type handler struct{ base, dsn string }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = newAPI(h.base).get(r.URL.Path)
}

type store struct{ db *sql.DB }

func openStore(dsn string) (*store, error) {
	db, err := sql.Open("postgres", dsn) // want `each request opens and closes a sql.DB of its own: more.handler.user → more.openStore → sql.Open`
	if err != nil {
		return nil, err
	}
	return &store{db: db}, nil
}

func (s *store) close() { s.db.Close() }

func (s *store) touch(ctx context.Context) { _, _ = s.db.ExecContext(ctx, "UPDATE seen SET n = n + 1") }

func (h *handler) user(w http.ResponseWriter, r *http.Request) {
	st, err := openStore(h.dsn)
	if err != nil {
		return
	}
	defer st.close()
	st.touch(r.Context())
}
