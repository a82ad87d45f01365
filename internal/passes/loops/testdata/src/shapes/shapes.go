// Package shapes holds retries in their real shapes.
package shapes

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"
)

var (
	errGone     = errors.New("gone")
	errConflict = errors.New("conflict")
)

type remote interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
	Dial() (net.Conn, error)
}

func sleepy(ctx context.Context, r remote) (string, error) {
	for i := 0; i < 3; i++ { // want `^3, pauses, 1s, 2s in all, deaf$`
		v, err := r.Get(ctx, "k")
		if err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return "", errGone
}

func selected(ctx context.Context, r remote) (v string, err error) {
	wait := 100 * time.Millisecond
	for attempt := 1; attempt <= 5; attempt++ { // want `^5, pauses, jitter, ctx, classifies$`
		v, err = r.Get(ctx, "k")
		if err == nil || errors.Is(err, errGone) {
			return v, err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)):
		}
		wait *= 2
	}
	return v, err
}

func labelled(ctx context.Context, r remote) (out string, err error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
retry:
	for n := 0; ; n++ { // want `^4, pauses, ctx$`
		timer.Reset(time.Duration(n) * time.Second)
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-timer.C:
		}
		out, err = r.Get(ctx, "k")
		switch {
		case err == nil:
			break retry
		case n < 3:
			continue retry
		}
		return "", err
	}
	return out, nil
}

func ticking(ctx context.Context, r remote, stop chan struct{}) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for { // want `^unbounded but for the context, pauses, 1s, ctx$`
		select {
		case <-stop:
			return
		case <-t.C:
		}
		if err := r.Put(ctx, "k", "v"); err == nil {
			return
		}
	}
}

// doneGoesOn ends its waits with the context, but not its tries.
func doneGoesOn(ctx context.Context, r remote, n int) (err error) {
	for i := 0; i < n; i++ { // want `^n, pauses, 1s$`
		if err = r.Put(ctx, "k", "v"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return err
}

// helper repeats what it is given.
func helper(ctx context.Context, n int, f func(context.Context) error) error {
	var err error
	for i := range n { // want `^n, pauses, ctx, classifies$`
		err = f(ctx)
		if err == nil || !retryable(err) {
			return err
		}
		if err := pause(ctx, time.Duration(i)*time.Second); err != nil {
			return err
		}
	}
	return err
}

func retryable(err error) bool {
	var ne net.Error
	return err != nil && errors.As(err, &ne) && ne.Timeout()
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func generic[T any](f func() (T, error)) (T, error) {
	var zero T
	for i := 0; i < 4; i++ { // want `^4, pauses, 1s, 3s in all, deaf$`
		v, err := f()
		if err == nil {
			return v, nil
		}
		snooze(time.Second)
	}
	return zero, errGone
}

func snooze(d time.Duration) { time.Sleep(d) }

// parts keeps the operation and its judgement in a helper.
type parts struct{ r remote }

func (p *parts) try(key string) bool {
	v, err := p.r.Get(context.Background(), key)
	if err != nil {
		return false
	}
	return v != "" || true
}

func (p *parts) all(key string) {
	for i := 0; i < 10; i++ { // want `^10, pauses, 1s, 9s in all, deaf$`
		if p.try(key) {
			return
		}
		time.Sleep(time.Second)
	}
}

func statuses(c *http.Client, url string) (*http.Response, error) {
	var resp *http.Response
	var err error
	for i := 0; i < 3; i++ { // want `^3, pauses, 1s, 2s in all, deaf, classifies$`
		resp, err = c.Get(url)
		if err == nil && resp.StatusCode < 500 && resp.StatusCode != 429 {
			return resp, nil
		}
		if err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func jumps(c *http.Client, url, body string) error {
	tries := 0
again:
	req, err := http.NewRequest("POST", url, strings.NewReader(body)) // want `^3, pauses, 1s, 2s in all, deaf$`
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		if tries++; tries < 3 {
			time.Sleep(time.Second)
			goto again
		}
		return err
	}
	return resp.Body.Close()
}

func (p *parts) recurse(ctx context.Context, key string, left int) (string, error) {
	v, err := p.r.Get(ctx, key)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return p.recurse(ctx, key, left-1) // want `^left\+1, pauses, 1s, deaf, recursion$`
	}
	return v, err
}

func (p *parts) start(ctx context.Context, left int) error {
	if err := p.r.Put(ctx, "a", "b"); err != nil {
		if left <= 0 {
			return err
		}
		return p.later(ctx, left)
	}
	return nil
}

func (p *parts) later(ctx context.Context, left int) error {
	time.Sleep(time.Second)
	if _, err := p.r.Get(ctx, "leader"); err != nil {
		return p.later(ctx, left) // want `^unbounded, pauses, 1s, deaf, recursion, stuck left$`
	}
	return p.start(ctx, left-1)
}

func (p *parts) compareAndSwap(ctx context.Context, f func(string) string) error {
	for { // want `^unbounded but for the context, ctx, classifies, optimistic$`
		v, err := p.r.Get(ctx, "k")
		if err != nil {
			return err
		}
		err = p.r.Put(ctx, "k", f(v))
		if errors.Is(err, errConflict) {
			continue
		}
		return err
	}
}

// rounds goes over all targets, and over them again where none of them answers.
func rounds(ctx context.Context, rs []remote) error {
	for i := 0; i < 3; i++ { // want `^3, pauses, 1s, 2s in all, deaf$`
		for _, r := range rs {
			if err := r.Put(ctx, "k", "v"); err == nil {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return errGone
}

func literal(ctx context.Context, r remote) (out string, err error) {
	defer func() { err = errors.Join(err, ctx.Err()) }()
	for i := 0; i < 2; i++ { // want `^2$`
		out, err = r.Get(ctx, "k")
		if err == nil {
			return out, nil
		}
	}
	return out, err
}

type command struct{ err error }

func (c *command) Err() error { return c.err }

type store interface {
	Set(ctx context.Context, key string) *command
}

func commands(ctx context.Context, s store) error {
	var err error
	for i := 0; i < 3; i++ { // want `^3$`
		if err = s.Set(ctx, "k").Err(); err == nil {
			break
		}
	}
	return err
}
