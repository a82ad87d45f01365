// Package retryablehttp has the signatures that the tests need.
package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type Request struct{}
type Backoff func(min, max time.Duration, n int, resp *http.Response) time.Duration
type CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)
type Client struct {
	HTTPClient   *http.Client
	RetryMax     int
	RetryWaitMin time.Duration
	Backoff      Backoff
	CheckRetry   CheckRetry
	Logger       any
}

func NewClient() *Client                                                                   { panic(0) }
func (c *Client) Do(req *Request) (*http.Response, error)                                  { panic(0) }
func (c *Client) Get(url string) (*http.Response, error)                                   { panic(0) }
func (c *Client) StandardClient() *http.Client                                             { panic(0) }
func Get(url string) (*http.Response, error)                                               { panic(0) }
func LinearJitterBackoff(min, max time.Duration, n int, resp *http.Response) time.Duration { panic(0) }

type RoundTripper struct{ Client *Client }

func (rt *RoundTripper) RoundTrip(req *http.Request) (*http.Response, error) { panic(0) }
func NewRequestWithContext(ctx context.Context, method, url string, body any) (*Request, error) {
	panic(0)
}
