// Package rates asks a bank what foreign money is worth.
package rates

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

// Of gives the rate of a currency.
func Of(ctx context.Context, currency string) (rate float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://rates.bank.example/v1/"+url.PathEscape(currency), nil)
	if err != nil {
		return 0, err
	}
	// Fault: the client of the whole process. Whoever sets a timeout, a proxy or a redirect
	// rule on it, perhaps a library three modules away, sets it for the rates as well.
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return rate, json.NewDecoder(resp.Body).Decode(&rate)
}
