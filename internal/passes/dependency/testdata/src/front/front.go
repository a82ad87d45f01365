// Package front stands above.
package front

import (
	"context"

	"shop"
)

// Front holds a shop.
type Front struct {
	shop   *shop.Shop
	remote shop.Remote
}

// Both calls both.
func (f *Front) Both(ctx context.Context) error { // want Both:`meets\(param0.shop.main.http .*\) meets\(interface param0.remote\)`
	if err := f.shop.Main(ctx); err != nil {
		return err
	}
	return shop.Ask(ctx, f.remote)
}
