// Package bad is the example on the page of breakerorder/config, wrong.
package bad

import "github.com/sony/gobreaker/v2"

func newBreaker() *gobreaker.CircuitBreaker[string] {
	return gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
		Name: "parcels",
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return float64(c.TotalFailures)/float64(c.Requests) >= 0.5
		},
	})
}
