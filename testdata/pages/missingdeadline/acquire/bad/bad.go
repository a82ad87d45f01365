// Package bad is the example on the page of missingdeadline/acquire, wrong.
package bad

import (
	"context"
	"net/http"
)

type printers struct {
	slots chan struct{}
	print func(ctx context.Context, label string) error
}

func newPrinters(print func(context.Context, string) error) *printers {
	return &printers{slots: make(chan struct{}, 8), print: print}
}

func (p *printers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	if err := p.print(r.Context(), r.URL.Path); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}
