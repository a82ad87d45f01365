// Package good is the example on the page of missingdeadline/acquire, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type printers struct {
	slots chan struct{}
	print func(ctx context.Context, label string) error
}

func newPrinters(print func(context.Context, string) error) *printers {
	return &printers{slots: make(chan struct{}, 8), print: print}
}

func (p *printers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer func() { <-p.slots }()
	if err := p.print(ctx, r.URL.Path); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}
