// Package resent repeats what can be sent, or asked, once.
package resent

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/avast/retry-go/v4"
)

type client struct {
	hc *http.Client
	db *sql.DB
}

func (c *client) buffer(ctx context.Context, url string, body *bytes.Buffer) error {
	return retry.Do(func() error {
		req, err := http.NewRequestWithContext(ctx, "PUT", url, body) // want `retry.Do hands one reader to a request up to 3 times.*body`
		if err != nil {
			return err
		}
		resp, err := c.hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3), retry.Context(ctx))
}

func (c *client) fresh(ctx context.Context, url string, body *bytes.Buffer) error {
	return retry.Do(func() error {
		req, err := http.NewRequestWithContext(ctx, "PUT", url, bytes.NewReader(body.Bytes()))
		if err != nil {
			return err
		}
		resp, err := c.hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3), retry.Context(ctx))
}

func (c *client) upload(ctx context.Context, url string, f *os.File) error {
	req, err := http.NewRequestWithContext(ctx, "PUT", url, io.NopCloser(f))
	if err != nil {
		return err
	}
	return c.send(ctx, req)
}

func (c *client) send(ctx context.Context, req *http.Request) (err error) {
	for n := range 3 {
		var resp *http.Response
		if resp, err = c.hc.Do(req); err == nil { // want `client.send sends the request that resent.client.upload makes up to 3 times.*body`
			return resp.Body.Close()
		}
		if err := pause(ctx, n); err != nil {
			return err
		}
	}
	return err
}

// lookup asks for what may not be there.
func (c *client) lookup(ctx context.Context, name string) (id int64, err error) {
	err = retry.Do(func() error { // want `retry.Do repeats a lookup up to 4 times on sql.ErrNoRows as well.*permanent`
		return c.db.QueryRowContext(ctx, "SELECT id FROM things WHERE name = $1", name).Scan(&id)
	}, retry.Attempts(4), retry.Context(ctx))
	return id, err
}

// count always has a row; told knows the answer.
func (c *client) count(ctx context.Context, name string) (n int64, err error) {
	err = retry.Do(func() error {
		return c.db.QueryRowContext(ctx, "SELECT count(*) FROM things WHERE name = $1", name).Scan(&n)
	}, retry.Attempts(4), retry.Context(ctx))
	return n, err
}

func (c *client) told(ctx context.Context, name string) (id int64, err error) {
	err = retry.Do(func() error {
		err := c.db.QueryRowContext(ctx, "SELECT id FROM things WHERE name = $1", name).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	}, retry.Attempts(4), retry.Context(ctx))
	return id, err
}

// page repeats what its helper was refused.
func (c *client) page(ctx context.Context, url string) (err error) {
	for n := range 3 { // want `client.page repeats http.Client.Do up to 3 times on answers such as 400 and 404.*permanent`
		if err = c.get(ctx, url); err == nil {
			return nil
		}
		if err := pause(ctx, n); err != nil {
			return err
		}
	}
	return err
}

func (c *client) get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	return nil
}

// insert is told at low confidence, addOnce is not.
func (c *client) insert(ctx context.Context, name string) (err error) {
	for n := range 3 {
		if _, err = c.db.ExecContext(ctx, "INSERT INTO things (name) VALUES ($1)", name); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond << n):
		}
	}
	return err
}

func (c *client) addOnce(ctx context.Context, name string) (err error) {
	for n := range 3 {
		if _, err = c.db.ExecContext(ctx, "INSERT INTO things (name) VALUES ($1) ON CONFLICT DO NOTHING", name); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond << n):
		}
	}
	return err
}

func pause(ctx context.Context, n int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(100 * time.Millisecond << n):
		return nil
	}
}

type transport struct{ next http.RoundTripper }

func (t *transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for n := range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil { // want `transport.RoundTrip sends the request it is handed up to 3 times.*body`
			return resp, nil
		}
		if err := pause(req.Context(), n); err != nil {
			return nil, err
		}
	}
	return nil, err
}

type careful struct{ next http.RoundTripper }

func (t *careful) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for n := range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil || req.Body != nil {
			return resp, err
		}
		if err := pause(req.Context(), n); err != nil {
			return nil, err
		}
	}
	return nil, err
}
