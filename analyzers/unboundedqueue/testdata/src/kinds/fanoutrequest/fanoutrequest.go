// Package fanoutrequest is a case of its rule.
package fanoutrequest

import (
	"context"
	"encoding/json"
	"golang.org/x/sync/errgroup"
	"net/http"
)

type store interface {
	Fetch(ctx context.Context, k string) error
}
type API struct{ s store }
type body struct{ Keys []string }

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var b body
	if json.NewDecoder(r.Body).Decode(&b) != nil {
		return
	}
	g, ctx := errgroup.WithContext(r.Context())
	for _, k := range b.Keys {
		g.Go(func() error { return a.s.Fetch(ctx, k) }) // want `(starts|takes a task) for.*unboundedqueue/spawn`
	}
	g.Wait()
}
