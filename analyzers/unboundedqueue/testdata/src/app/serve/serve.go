// Package serve puts the two together.
package serve

import (
	"context"
	"net/http"

	"m/app/feed"
	"m/app/notify"
)

// Run starts a goroutine a message, in another package: it is told there.
func Run(ctx context.Context, s feed.Stream, n *notify.Notifier) error {
	return feed.Each(ctx, s, func(m *feed.Message) { n.Later(m.Key) })
}

// Safe starts one here, through a helper.
func Safe(ctx context.Context, s feed.Stream, n *notify.Notifier) error {
	return feed.Each(ctx, s, func(m *feed.Message) {
		feed.Go(func() { n.Post(m.Key) }) // want `feed.Go takes a task for each event of feed.Each and never refuses: while http.Client.Do is slow`
	})
}

// Gated is right.
func Gated(ctx context.Context, s feed.Stream, n *notify.Notifier, g *feed.Gate) error {
	return feed.Each(ctx, s, func(m *feed.Message) {
		g.Enter()
		go func() {
			defer g.Leave()
			n.Post(m.Key)
		}()
	})
}

// ServeHTTP is right, too: it waits.
func ServeHTTP(n *notify.Notifier) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := n.Post(r.URL.Path); err != nil {
			w.WriteHeader(http.StatusBadGateway)
		}
	}
}
