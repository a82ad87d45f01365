// Package top sees facts of mid only: what low does must be in them.
package top

import (
	"context"
	"net/http"

	"prog/mid"
)

func Count(ctx context.Context, s *mid.Stock) error { // want Count:`^waits\(ctx=0 client=- http.Client.Do\)$`
	return s.Count(ctx, "1")
}

func Own(ctx context.Context) error { // want Own:`^waits\(ctx=0 client=- http.Client.Do\)$`
	return mid.Via(&http.Client{}, ctx)
}

func Limited(ctx context.Context) error {
	c := &http.Client{}
	mid.Limit(c, 1)
	return mid.Via(c, ctx)
}

func Hook(op func(context.Context) error) error { return mid.Again(op) } // want Hook:`^runs\(0\)$`

func Fine(ctx context.Context) error { return mid.Quick(ctx) }
