// Package good is the example on the page of fallbackprimary/policy, right.
package good

import "net/http"

type adviser struct {
	trends *http.Client
	last   func() (*http.Response, error)
}

func (a *adviser) ask(path string) (*http.Response, error) {
	return a.trends.Get("https://trends.example.com" + path)
}

func (a *adviser) season(month string) (*http.Response, error) {
	return orElse(
		func() (*http.Response, error) { return a.ask("/season/" + month) },
		a.last,
	)
}

func orElse(first, second func() (*http.Response, error)) (*http.Response, error) {
	resp, err := first()
	if err != nil {
		return second()
	}
	return resp, nil
}
