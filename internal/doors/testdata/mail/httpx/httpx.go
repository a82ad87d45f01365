// Package httpx does nothing that can be seen.
package httpx

import "context"

func Get(ctx context.Context, url string) error { return ctx.Err() }
