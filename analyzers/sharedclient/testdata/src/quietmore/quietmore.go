// Package quietmore holds what looks like a fault and is none.
package quietmore

import (
	"context"
	"net/http"
	"time"
)

// Config by value: the caller's client comes first.
type Config struct {
	HTTP *http.Client
	Do   func(*http.Request) (*http.Response, error)
}

type sdk struct {
	c  *http.Client
	do func(*http.Request) (*http.Response, error)
}

func newSDK(cfg Config) *sdk {
	if cfg.HTTP == nil {
		cfg.HTTP = http.DefaultClient
	}
	if cfg.Do == nil {
		cfg.Do = http.DefaultClient.Do
	}
	return &sdk{c: cfg.HTTP, do: cfg.Do}
}

func (s *sdk) get(r *http.Request) (*http.Response, error) {
	if r.Method == "GET" {
		return s.do(r)
	}
	return s.c.Do(r)
}

type poller struct {
	c   *http.Client
	url string
}

func newPoller(url string) *poller {
	return &poller{c: &http.Client{Transport: &http.Transport{MaxIdleConns: 2}}, url: url}
}

func (p *poller) poll() error {
	resp, err := p.c.Get(p.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// watch lives as long as its transport.
func watch(ctx context.Context, url string) error {
	p := newPoller(url)
	client := &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
	for {
		if _, err := client.Get(url); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Minute):
			_ = p.poll()
		}
	}
}
