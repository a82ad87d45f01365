// Package bad is the example on the page of fallbackprimary/policy, wrong.
package bad

import "net/http"

type adviser struct{ trends *http.Client }

func (a *adviser) ask(path string) (*http.Response, error) {
	return a.trends.Get("https://trends.example.com" + path)
}

func (a *adviser) season(month string) (*http.Response, error) {
	return orElse(
		func() (*http.Response, error) { return a.ask("/season/" + month) },
		func() (*http.Response, error) { return a.ask("/year") },
	)
}

func orElse(first, second func() (*http.Response, error)) (*http.Response, error) {
	resp, err := first()
	if err != nil {
		return second()
	}
	return resp, nil
}
