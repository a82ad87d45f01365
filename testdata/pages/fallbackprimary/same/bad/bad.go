// Package bad is the example on the page of fallbackprimary/same, wrong.
package bad

import (
	"context"
	"net/http"
)

type answers struct{ models *http.Client }

func (a *answers) ask(ctx context.Context, model string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://models.example.com/"+model, nil)
	if err != nil {
		return nil, err
	}
	return a.models.Do(req)
}

func (a *answers) answer(ctx context.Context) (*http.Response, error) {
	resp, err := a.ask(ctx, "large")
	if err != nil {
		resp, err = a.ask(ctx, "small")
	}
	return resp, err
}
