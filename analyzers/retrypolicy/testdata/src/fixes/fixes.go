// Package fixes holds the shapes into which a fix has to fit.
package fixes

import (
	"context"
	"net/http"
	"time"
)

type answer struct{ n int }

func get(ctx context.Context, c *http.Client, url string) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	return &answer{resp.StatusCode}, resp.Body.Close()
}

func pointer(ctx context.Context, c *http.Client, url string) (*answer, error) {
	var a *answer
	var err error
	for i := 0; i < 5; i++ {
		if a, err = get(ctx, c, url); err == nil {
			return a, nil
		}
		time.Sleep(time.Duration(i+1) * 2 * time.Second) // want `retrypolicy/sleep`
	}
	return nil, err
}

func basics(ctx context.Context, c *http.Client, url string) (name string, n int, ok bool, err error) {
	for range 5 {
		if _, err = get(ctx, c, url); err == nil {
			return "a", 1, true, nil
		}
		if n > 0 {
			time.Sleep(2 * time.Second) // want `retrypolicy/sleep`
		}
	}
	return "", 0, false, err
}

// structure has a result without a short zero value.
func structure(ctx context.Context, c *http.Client, url string) (answer, error) {
	var err error
	for range 5 {
		var a *answer
		if a, err = get(ctx, c, url); err == nil {
			return *a, nil
		}
		time.Sleep(2 * time.Second) // want `retrypolicy/sleep`
	}
	return answer{}, err
}

// silent has no error to return.
func silent(ctx context.Context, c *http.Client, url string) *answer {
	for range 5 {
		if a, err := get(ctx, c, url); err == nil {
			return a
		}
		time.Sleep(2 * time.Second) // want `retrypolicy/sleep`
	}
	return nil
}
