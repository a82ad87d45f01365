// Package good is the example on the page of fallbackprimary/same, right.
package good

import (
	"context"
	"net/http"
)

type answers struct {
	models, others *http.Client
}

func (a *answers) ask(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func (a *answers) answer(ctx context.Context) (*http.Response, error) {
	resp, err := a.ask(ctx, a.models, "https://models.example.com/large")
	if err != nil {
		resp, err = a.ask(ctx, a.others, "https://other.example.org/medium")
	}
	return resp, err
}
