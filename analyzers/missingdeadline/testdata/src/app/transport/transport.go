// Package transport is the lowest of three: what it does travels up as facts.
package transport

import (
	"context"
	"io"
	"net/http"
	"os/exec"
	"time"
)

// Get waits as long as its caller's context and client let it.
func Get(ctx context.Context, c *http.Client, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// GetSoon bounds the wait itself.
func GetSoon(ctx context.Context, c *http.Client, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return Get(ctx, c, url)
}

// Patient has no timeout, Quick has one.
func Patient() *http.Client { return &http.Client{} }

// Quick has one.
func Quick() *http.Client { return &http.Client{Timeout: time.Second} }

// Base makes a context without deadline.
func Base() context.Context { return context.Background() }

// Retry calls op with the context it gets.
func Retry(ctx context.Context, op func(context.Context) error) error {
	for range 3 {
		if op(ctx) == nil {
			return nil
		}
	}
	return op(ctx)
}

// Limit sets a timeout on the client of its caller.
func Limit(c *http.Client) { c.Timeout = time.Second }

// Convert awaits a child process.
func Convert(name string) error { return exec.Command("convert", name).Run() }
