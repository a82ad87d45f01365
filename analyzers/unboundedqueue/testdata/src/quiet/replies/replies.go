// Package replies is a case of its rule.
package replies

import (
	"context"
	"errors"
)

type req struct {
	key   string
	reply chan string
}
type Actor struct {
	reqs chan req
	data map[string]string
}

func (a *Actor) Run(ctx context.Context) {
	for {
		select {
		case r := <-a.reqs:
			r.reply <- a.data[r.key]
		case <-ctx.Done():
			return
		}
	}
}
func (a *Actor) Get(ctx context.Context, k string) (string, error) {
	r := req{k, make(chan string, 1)}
	select {
	case a.reqs <- r:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	select {
	case s := <-r.reply:
		return s, nil
	case <-ctx.Done():
		return "", errors.New("late")
	}
}
