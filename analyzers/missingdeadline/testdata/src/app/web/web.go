// Package web stands at the top: here the deadline is decided.
package web

import (
	"context"
	"net/http"

	"m/app/client"
	"m/app/transport"
)

// Counter is what the handlers need of a stock.
type Counter interface {
	Count(ctx context.Context, id string) ([]byte, error)
}

type site struct {
	stock  *client.Stock
	prices *client.Prices
	any    Counter
}

func (s *site) count(w http.ResponseWriter, r *http.Request) {
	n, err := s.stock.Count(context.Background(), r.FormValue("id")) // want `^the caller's context is dropped: context.Background goes to http.Client.Do with no deadline: web.site.count → client.Stock.Count → transport.Get → http.Client.Do; derive`
	reply(w, n, err)
}

// Through an interface, to the type that implements it.
func (s *site) counter(w http.ResponseWriter, r *http.Request) {
	n, err := s.any.Count(context.TODO(), r.FormValue("id")) // want `the caller's context is dropped: context.TODO goes to http.Client.Do`
	reply(w, n, err)
}

// The request's own context, which is told on request, and methods that have a bound below.
func (s *site) fine(w http.ResponseWriter, r *http.Request) {
	n, err := s.stock.Count(r.Context(), "1") // want `the request's own context goes to http.Client.Do`
	reply(w, n, err)
	n, err = s.stock.Soon(context.Background(), "1")
	reply(w, n, err)
	n, err = s.prices.Get("1")
	reply(w, n, err)
}

// warm makes the context by a function of another package, and the client, too.
func (s *site) warm() error {
	_, err := transport.Get(transport.Base(), transport.Patient(), "http://stock.internal/warm") // want `transport.Base goes to http.Client.Do with no deadline on the way and the client of transport.Patient sets none: web.site.warm → transport.Get → http.Client.Do`
	return err
}

func (s *site) warmQuickly() error {
	_, err := transport.Get(transport.Base(), transport.Quick(), "http://stock.internal/warm")
	return err
}

// In a literal that another package calls.
func (s *site) sync() error {
	return transport.Retry(context.Background(), func(ctx context.Context) error {
		_, err := s.stock.Count(ctx, "1") // want `context.Background goes to http.Client.Do with no deadline on the way`
		return err
	})
}

// The child is awaited two packages down, and told there: see the golden file.
func (s *site) picture(w http.ResponseWriter, r *http.Request) {
	reply(w, nil, client.Picture(r.FormValue("name")))
}

func reply(w http.ResponseWriter, body []byte, err error) {
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	w.Write(body)
}
