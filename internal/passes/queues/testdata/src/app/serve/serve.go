// Package serve puts the two together.
package serve

import (
	"context"
	"net/http"

	"app/feed"
	"app/notify"
)

// Run starts a goroutine a message, in another package: it is told there.
func Run(ctx context.Context, s feed.Stream, n *notify.Notifier) error { // want Run:"waits"
	return feed.Each(ctx, s, func(m *feed.Message) { n.Later(m.Key) })
}

// Safe starts one here, through a helper.
func Safe(ctx context.Context, s feed.Stream, n *notify.Notifier) error { // want Safe:"waits"
	return feed.Each(ctx, s, func(m *feed.Message) {
		feed.Go(func() { n.Post(m.Key) })
	})
}

// Gated is right.
func Gated(ctx context.Context, s feed.Stream, n *notify.Notifier, g *feed.Gate) error { // want Gated:"waits"
	return feed.Each(ctx, s, func(m *feed.Message) {
		g.Enter()
		go func() {
			defer g.Leave()
			n.Post(m.Key)
		}()
	})
}

// ServeHTTP is right, too: it waits.
func ServeHTTP(n *notify.Notifier) http.HandlerFunc { // want ServeHTTP:"waits"
	return func(w http.ResponseWriter, r *http.Request) {
		if err := n.Post(r.URL.Path); err != nil {
			w.WriteHeader(http.StatusBadGateway)
		}
	}
}
