// Package advice says what else a customer may like. It asks two firms that know, and has
// something to fall back on when one of them is down, or so it thinks.
package advice

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// A firm is one of those that are asked.
type firm struct {
	base string
	http *http.Client
}

func newFirm(base string) *firm {
	t := http.DefaultTransport.(*http.Transport).Clone()
	return &firm{base: base, http: &http.Client{Transport: t, Timeout: 2 * time.Second}}
}

func (f *firm) ask(ctx context.Context, path string) (skus []string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := f.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("advice: %s", resp.Status)
	}
	return skus, json.NewDecoder(resp.Body).Decode(&skus)
}

// An Adviser asks the firms.
type Adviser struct {
	places         chan struct{}
	tastes, trends *firm
	best           []string // what sells best, from the last night
}

// New makes an adviser.
func New(best []string) *Adviser {
	return &Adviser{
		// Fault: ten places for both firms. When tastes takes two seconds for each answer,
		// ten customers hold all places, and nobody gets at trends, which is quick.
		places: make(chan struct{}, 10),
		tastes: newFirm("https://api.tastes.example"),
		trends: newFirm("https://trends.oracle.example"),
		best:   best,
	}
}

// Taste says what goes with an article.
func (a *Adviser) Taste(ctx context.Context, sku string) ([]string, error) {
	a.places <- struct{}{}
	defer func() { <-a.places }()
	return a.tastes.ask(ctx, "/v2/with/"+url.PathEscape(sku))
}

// Trend says what is bought these days.
func (a *Adviser) Trend(ctx context.Context) ([]string, error) {
	a.places <- struct{}{}
	defer func() { <-a.places }()
	return a.trends.ask(ctx, "/today")
}

// Like says what is like an article. Fault: when the firm is down, its old list is asked
// for at the same address. The customer waits twice, and the firm, as it comes up again,
// gets two requests for each customer.
func (a *Adviser) Like(ctx context.Context, sku string) ([]string, error) {
	skus, err := a.tastes.ask(ctx, "/v2/like/"+url.PathEscape(sku))
	if err != nil {
		skus, err = a.tastes.ask(ctx, "/v1/like?sku="+url.QueryEscape(sku))
	}
	return skus, err
}

// Season says what fits the season. Fault: the second try is the firm that has just failed,
// handed over as a function.
func (a *Adviser) Season(ctx context.Context, month string) ([]string, error) {
	return orElse(
		func() ([]string, error) { return a.trends.ask(ctx, "/season/"+url.PathEscape(month)) },
		func() ([]string, error) { return a.trends.ask(ctx, "/year") },
	)
}

// Any says something. Fault: both firms share one second. When tastes hangs, it takes all
// of it, and trends, which is up, is asked with no time left.
func (a *Adviser) Any(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	skus, err := a.tastes.ask(ctx, "/any")
	if err != nil {
		skus, err = a.trends.ask(ctx, "/any")
	}
	return skus, err
}

// Right: what sells best needs nobody who can be down.
func (a *Adviser) Start(ctx context.Context) []string {
	skus, err := a.tastes.ask(ctx, "/start")
	if err != nil {
		return a.best
	}
	return skus
}

func orElse(first, second func() ([]string, error)) ([]string, error) {
	skus, err := first()
	if err != nil {
		return second()
	}
	return skus, nil
}
