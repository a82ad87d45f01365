package quiet

import (
	"context"
	"net/http"
	"time"
)

// Options set a limit: through the field that holds the client, and on the client itself.

type service struct{ http *http.Client }

type option func(*service)

func timeout(d time.Duration) option { return func(s *service) { s.http.Timeout = d } }

func newService(options ...option) *service {
	s := &service{http: &http.Client{}}
	for _, o := range options {
		o(s)
	}
	return s
}

func (s *service) get() (*http.Response, error) { return s.http.Get("http://stock.internal/") }

type clientOption func(*http.Client)

func clientTimeout(d time.Duration) clientOption { return func(c *http.Client) { c.Timeout = d } }

type other struct{ http *http.Client }

func newOther(options ...clientOption) *other {
	c := &http.Client{}
	for _, o := range options {
		o(c)
	}
	return &other{http: c}
}

func (o *other) get() (*http.Response, error) { return o.http.Get("http://stock.internal/") }

// A client that is embedded.
type embedded struct{ *http.Client }

func newEmbedded() *embedded { return &embedded{&http.Client{Timeout: time.Second}} }

func (e *embedded) get() (*http.Response, error) { return e.Get("http://stock.internal/") }

// A round tripper of the program adds the deadline.
type limited struct{ base http.RoundTripper }

func (l limited) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	context.AfterFunc(ctx, cancel)
	return l.base.RoundTrip(req.WithContext(ctx))
}

func throughTransport() (*http.Response, error) {
	return (&http.Client{Transport: limited{http.DefaultTransport}}).Get("http://stock.internal/")
}
