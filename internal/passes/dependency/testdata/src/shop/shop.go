// Package shop has two of them.
package shop

import (
	"context"

	"api"
)

// Shop has a main and a spare one.
type Shop struct{ main, spare *api.Client }

// Main calls the first.
func (s *Shop) Main(ctx context.Context) error { return s.main.Get(ctx, "/") } // want Main:`meets\(param0.main.http at param0.main.base behind limiter param0.main.limit\)`

// Spare calls the second, by a helper.
func (s *Shop) Spare(ctx context.Context) error { // want Spare:`meets\(param0.spare.http at param0.spare.base behind limiter param0.spare.limit\)`
	return api.Run(func() error { return s.spare.Get(ctx, "/") })
}

// Remote is somewhere.
type Remote interface {
	Ask(ctx context.Context) error
}

// Ask asks it.
func Ask(ctx context.Context, r Remote) error { return r.Ask(ctx) } // want Ask:`meets\(interface param1\)`
