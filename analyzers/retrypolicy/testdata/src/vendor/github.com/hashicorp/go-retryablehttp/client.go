// Package retryablehttp stands for the library of that name.
package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type Backoff func(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration

type Client struct {
	HTTPClient *http.Client
	RetryMax   int
	Backoff    Backoff
}

func NewClient() *Client { return &Client{} }

type Request struct{ *http.Request }

func NewRequestWithContext(ctx context.Context, method, url string, rawBody any) (*Request, error) {
	return nil, nil
}

func (r *Request) WithContext(ctx context.Context) *Request { return r }

func (c *Client) Do(req *Request) (*http.Response, error) { return nil, nil }
