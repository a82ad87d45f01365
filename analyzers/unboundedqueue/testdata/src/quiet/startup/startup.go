// Package startup is a case of its rule.
package startup

import "context"

type target struct{ url string }
type prober interface {
	Probe(ctx context.Context, u string) error
}

func StartAll(ctx context.Context, ts []target, p prober) {
	for _, t := range ts {
		go p.Probe(ctx, t.url)
	}
}
