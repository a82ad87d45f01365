// Package good is the example on the page of missingdeadline/abandon, right.
package good

import (
	"context"
	"time"
)

func preview(ctx context.Context, draw func(context.Context) []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	drawn := make(chan []byte, 1)
	go func() { drawn <- draw(ctx) }()
	select {
	case picture := <-drawn:
		return picture, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
